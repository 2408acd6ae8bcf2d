"""The fence on real sites: warnings are errors, a served site sees edits, and the fence also works alone."""

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen
from xml.etree import ElementTree

import pytest

from diagrams.diagram import Diagram
from games.discard import engine
from phasebook.pictures import picture_of
from tests.phasebook.sites.small_sites import BETTING, TOGGLES, environment, mkdocs, mkdocs_site, put, replaced, run

pytest.importorskip("mkdocs", reason="MkDocs is not installed: pip install 'phasebook[mkdocs]'")
pytest.importorskip("pymdownx", reason="PyMdown Extensions are not installed: pip install 'phasebook[mkdocs]'")

PAGE = f"""\
# Site

```phasebook
discard
name: turn
caption: The *turn*
```

```phasebook {{flow=discard words=plain caption="In plain words" #plain align=right}}
```

```phasebook flow="{BETTING}" format="svg" alt="Bets"
```

- in a list

    ```phasebook
    flow: {BETTING}
    format: png
    width: 50%
    ```

=== a line of text

```phasebook
discard
format: table
caption: Row by row
```

```phasebook
discard
format: mermaid
```

```python
print("other fences stay what they are")
```
"""
OTHER = f"# Other\n\n```phasebook\n{BETTING}\n```\n"

ALONE = """\
markdown_extensions:
  - pymdownx.superfences:
      custom_fences:
        - name: phasebook
          class: phasebook
          format: !!python/name:phasebook.mkdocs.fence
"""
"""Without the plugin, and without the validator: options are then lines."""
VALIDATED = f"{ALONE}          validator: !!python/name:phasebook.mkdocs.validate\n"


@pytest.fixture(scope="module", params=["mkdocs", "material"])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with everything, built in two themes."""
    pytest.importorskip("material", reason="Material for MkDocs is not installed: pip install mkdocs-material")
    settings = TOGGLES if request.param == "material" else ""
    pages = {"index.md": PAGE, "deep/other.md": OTHER}
    folder = mkdocs_site(tmp_path_factory.mktemp("site"), pages, request.param, settings)
    mkdocs(folder)
    return folder


def built(site: Path, name: str = "index.html") -> str:
    return (site / "site" / name).read_text("utf-8")


def svgs(html: str) -> list[str]:
    return re.findall(r'<svg xmlns="[^"]*" width.*?</svg>', html, re.DOTALL)


def test_pictures_are_those_of_the_flow(site: Path) -> None:
    stamps = [ElementTree.fromstring(text).get("data-phasebook-dot") for text in svgs(built(site))]

    assert stamps == [Diagram(engine).stamp, picture_of("discard", {"words": "plain"}).stamp]


def test_ids_are_unique(site: Path) -> None:
    html = built(site)
    figures = re.findall(r'<figure class="phasebook.*?</figure>', html, re.DOTALL)
    ids = [name for text in figures for name in re.findall(r'\bid="([^"]+)"', text)]

    assert len(figures) == 6
    assert len(set(ids)) == len(ids) > 40
    assert {"turn", "plain"} <= set(ids)
    for text in svgs(html):
        assert set(ElementTree.fromstring(text).get("aria-labelledby", "").split()) <= set(ids)


def test_captions_are_markdown(site: Path) -> None:
    assert "<figcaption>The <em>turn</em></figcaption>" in built(site)


def test_there_are_no_blank_lines_in_a_picture(site: Path) -> None:
    for text in svgs(built(site)):
        assert all(line.strip() for line in text.splitlines())


def test_images_hold_their_files_and_say_what_they_show(site: Path) -> None:
    assert re.findall(r'<img class="phasebook-img" src="(data:[^,]+),[^"]+" alt="([^"]*)"', built(site)) == [
        ("data:image/svg+xml;base64", "Bets"),
        ("data:image/png;base64", "Flowchart of Betting – Put coins down until you stop."),
    ]


def test_tables_are_those_of_the_flow(site: Path) -> None:
    html = built(site)
    table = re.search(r"<table>.*?</table>", html, re.DOTALL)

    assert table is not None
    assert len(re.findall("<tr>", table[0])) == len(Diagram(engine).chart.rows) + 1
    assert "All the cards you owe are already selected; deselect one first." in html


def test_mermaid_is_written_as_themes_expect_it(site: Path) -> None:
    assert '<pre class="mermaid"><code>stateDiagram-v2\n' in built(site)


def test_the_style_sheet_is_one_for_the_site(site: Path) -> None:
    assert "--phasebook-ink" in built(site, "assets/phasebook.css")
    assert 'href="assets/phasebook.css"' in built(site)
    assert 'href="../../assets/phasebook.css"' in built(site, "deep/other/index.html")
    assert "<style>:root{--phasebook" not in built(site)


def test_other_fences_stay_what_they_are(site: Path) -> None:
    assert "other fences stay what they are" in built(site)


# The fence alone


@pytest.mark.parametrize("fences", [ALONE, VALIDATED])
def test_the_fence_alone_brings_its_style_once(tmp_path: Path, fences: str) -> None:
    page = "# Site\n\n" + f"```phasebook\n{BETTING}\nwords: plain\n```\n\n" * 2
    if fences is VALIDATED:
        page += f"```phasebook {{flow={BETTING} words=plain}}\n```\n"
    folder = mkdocs_site(tmp_path, {"index.md": page}, more=fences)
    mkdocs(folder)
    html = built(folder)

    assert len(svgs(html)) == page.count("phasebook")
    assert html.count("<style>:root{--phasebook") == 1
    assert "Put down" in html or "put down" in html
    ids = re.findall(r'\bid="(pb-[^"]+)"', html)
    assert len(set(ids)) == len(ids)


def test_the_plugin_takes_over_a_fence_that_is_declared_by_hand(tmp_path: Path) -> None:
    folder = mkdocs_site(tmp_path, {"index.md": OTHER}, more=f"  - phasebook\n{VALIDATED}")
    mkdocs(folder)

    assert len(svgs(built(folder))) == 1
    assert "<style>:root{--phasebook" not in built(folder)


def test_a_flow_is_found_beside_the_configuration_from_anywhere(tmp_path: Path) -> None:
    folder = mkdocs_site(tmp_path / "project", {"index.md": OTHER})
    done = run(tmp_path, "mkdocs", "build", "--strict", "-f", str(folder / "mkdocs.yml"))

    assert done.returncode == 0, done.stdout
    assert len(svgs(built(folder))) == 1


def test_a_log_is_found_beside_its_page(tmp_path: Path) -> None:
    from fsm.session import Session
    from games.discard import DealNextHand

    session = Session.start(engine, seed=3)
    session.send(DealNextHand())
    folder = mkdocs_site(
        tmp_path, {"index.md": "# Site\n", "deep/page.md": "```phasebook\ndiscard\ntrace: game.log\n```\n"}
    )
    (folder / "docs/deep/game.log").write_bytes(session.write_log())
    mkdocs(folder)

    assert Diagram(engine, trace=session.trace, highlight=session.snapshot.phase).stamp in built(
        folder, "deep/page/index.html"
    )


# What goes wrong

MISTAKES = {
    "```phasebook\ndiscrad\n```": "There is no flow 'discrad'; choose one of belote, discard",
    "```phasebook\n```": "A picture needs a flow; name a registered one",
    "```phasebook\ndiscard\ncolour: red\n```": "A picture has no option 'colour'; choose from caption, alt",
    "```phasebook {flow=discard colour=red}\n```": "A picture has no option 'colour'; choose from caption, alt",
    "```phasebook\ndiscard\nwords:\n```": "The option 'words' says nothing",
    "```phasebook\ndiscard\nwords: fancy\n```": "There is no words 'fancy'; choose one of technical, plain.",
    "```phasebook\ndiscard\nbelote\n```": "A fence shows one flow, not discard and belote",
    "```phasebook\ncardroom.broken:Flow\n```": "'cardroom.broken:Flow' cannot be loaded: SyntaxError",
}


def test_a_mistake_is_a_warning_with_its_page_and_a_box(tmp_path: Path) -> None:
    folder = mkdocs_site(tmp_path, {"index.md": "# Site\n", "deep/wrong.md": "\n\n".join(MISTAKES)})
    put(folder, {"cardroom/broken.py": "def broken(:\n"})
    done = run(folder, "mkdocs", "build", "--strict")

    assert done.returncode == 1
    assert "Traceback" not in done.stdout
    assert f"Aborted with {len(MISTAKES)} warnings in strict mode!" in done.stdout
    assert run(folder, "mkdocs", "build").returncode == 0
    boxes = re.findall(
        r'<div class="admonition danger error phasebook-error">(.*?)</div>', built(folder, "deep/wrong/index.html")
    )
    assert len(boxes) == len(MISTAKES)
    for sentence, box in zip(MISTAKES.values(), boxes, strict=True):
        assert f"deep/wrong.md: {sentence}" in " ".join(done.stdout.split())
        assert sentence.split("'")[0] in box


def test_a_bug_of_ours_is_not_swallowed(tmp_path: Path) -> None:
    """Superfences would hear of any error, and show the fence as code."""
    hook = "import phasebook.mkdocs\n\nphasebook.mkdocs.shown = lambda *given: 1 / 0\n"
    folder = mkdocs_site(tmp_path, {"index.md": OTHER}, more="  - phasebook\nhooks: [hook.py]")
    put(folder, {"hook.py": hook})
    done = run(folder, "mkdocs", "build", "--strict")

    assert done.returncode == 1
    assert "index.md: This is a bug of Phasebook: ZeroDivisionError: division by zero." in " ".join(done.stdout.split())


# Serving


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """The address of a site that MkDocs serves, until the end."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "mkdocs", "serve", "-a", place]
    with (folder / "served.txt").open("w") as said:
        server = subprocess.Popen(command, cwd=folder, env=environment(), stdout=said, stderr=subprocess.STDOUT)
        try:
            yield f"http://{place}/"
        finally:
            server.terminate()
            server.wait(30)


def wait_until_shown(address: str, words: str, seconds: float = 240) -> str:
    """The page, as soon as it has these words in it."""
    end, page = time.monotonic() + seconds, ""
    while time.monotonic() < end:
        try:
            with urlopen(address, timeout=30) as answer:
                page = answer.read().decode()
        except (URLError, OSError):
            page = ""
        if words in page:
            return page
        time.sleep(0.3)
    raise AssertionError(f"the page never says {words!r}: {page[-2000:]}")


def test_a_served_site_sees_edits_of_rules_and_of_flows(tmp_path: Path) -> None:
    folder = mkdocs_site(tmp_path, {"index.md": OTHER})
    with served(folder) as address:
        wait_until_shown(address, "Nothing is on the table yet.")
        replaced(folder / "cardroom/rules.py", "Nothing is on the table yet.", "Bet first.")
        wait_until_shown(address, "Bet first.")
        replaced(folder / "cardroom/flow.py", "No more bets", "Rien ne va plus")
        wait_until_shown(address, "Rien ne va plus")
        replaced(folder / "cardroom/limits.py", "MOST = 10", "MOST = ")
        wait_until_shown(address, "cannot be loaded: SyntaxError")
        replaced(folder / "cardroom/limits.py", "MOST = ", "MOST = 3")
        wait_until_shown(address, "Rien ne va plus")
        put(folder / "docs", {"index.md": "# Another flow\n\n```phasebook\nlater:Later\n```\n"})
        wait_until_shown(address, "cannot be loaded: ModuleNotFoundError")
        put(folder, {"later.py": LATER})
        put(folder / "docs", {"index.md": "# Another flow \n\n```phasebook\nlater:Later\n```\n"})
        wait_until_shown(address, "A flow that came later")
        replaced(folder / "later.py", "came later", "has come")
        wait_until_shown(address, "A flow that has come")


LATER = '''\
from fsm import Flow, State


class Later(Flow):
    """A flow that came later."""

    first = State(initial=True)
    last = State(final=True)
    go = first.to(last)
'''
