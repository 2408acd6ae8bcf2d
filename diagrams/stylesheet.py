"""The style of pages that hold pictures inside: one for the whole site, which follows the site's theme button.

A picture in a file of its own brings its style along, and follows the reader's system.
"""

from collections.abc import Iterator

from diagrams.formats.palette import PAPER, ROLES
from diagrams.options import Theme

__all__ = ["site_stylesheet"]

BUTTONS = {
    Theme.LIGHT: (
        '[data-theme="light"]',
        '[data-md-color-scheme="default"]',
        '[data-color-mode="light"]',
        '[data-bs-theme="light"]',
        '[data-jp-theme-light="true"]',
        ".vscode-light",
    ),
    Theme.DARK: (
        '[data-theme="dark"]',
        '[data-md-color-scheme="slate"]',
        '[data-color-mode="dark"]',
        '[data-bs-theme="dark"]',
        '[data-jp-theme-light="false"]',
        ".vscode-dark",
    ),
}
"""How sites mark the theme that a reader has chosen: furo, Material for MkDocs, code hosts, Bootstrap, Jupyter,
VS Code."""

AUTOMATIC = ('[data-theme="auto"]', '[data-color-mode="auto"]')
"""How they mark that the system decides."""


def site_stylesheet(*, follows_system: bool = True) -> str:
    """The style sheet: light; dark if the system is; then as the site's button says; in print always light.

    On a page without a button, a picture can follow the page instead of the system: it is then dark only where the
    page's own CSS declares a dark `color-scheme`. Themes without dark colours stay light, whatever the system says.
    """
    return "\n".join(rules(follows_system)) + "\n"


def rules(follows_system: bool) -> Iterator[str]:
    """The rules, the weaker ones first."""
    everywhere = ",".join((":root", *AUTOMATIC, *BUTTONS[Theme.LIGHT], *BUTTONS[Theme.DARK]))
    yield f":root{{{variables(Theme.LIGHT)}}}"
    if not follows_system:
        yield f"@supports (color:light-dark(#000,#fff)){{:root{{{variables(Theme.AUTO)}}}}}"
    unmarked = ",".join((":root", *AUTOMATIC) if follows_system else AUTOMATIC)
    yield f"@media (prefers-color-scheme:dark){{{unmarked}{{{variables(Theme.DARK)}}}}}"
    for theme, marks in BUTTONS.items():
        yield f"{','.join(marks)}{{{variables(theme)}}}"
    yield f"@media print{{{everywhere}{{{variables(Theme.LIGHT)}}}}}"
    for role in ROLES:
        yield from (
            f"svg.phasebook .pb-{attribute}-{role}{{{attribute}:var(--phasebook-{role})}}"
            for attribute in ("fill", "stroke")
        )
    yield from image_rules(follows_system)


def image_rules(follows_system: bool) -> Iterator[str]:
    """For pictures in files: such a one follows the element that shows it."""
    if not follows_system:  # nobody can ask what a page declares: light, on paper of its own
        yield f"img.phasebook-img{{color-scheme:light;background:{PAPER.light}}}"
        automatic = ",".join(f"{mark} img.phasebook-img" for mark in AUTOMATIC)
        yield f"{automatic}{{color-scheme:light;background:none}}"
        yield f"@media (prefers-color-scheme:dark){{{automatic}{{color-scheme:dark}}}}"
    for theme, marks in BUTTONS.items():
        images = ",".join(f"{mark} img.phasebook-img" for mark in marks)
        yield f"{images}{{color-scheme:{theme}{'' if follows_system else ';background:none'}}}"
    yield "@media print{img.phasebook-img.phasebook-img.phasebook-img{color-scheme:light}}"


def variables(theme: Theme) -> str:
    """Every colour of a theme by its role; of the automatic theme, as the element's own colour scheme says."""
    colours = {
        role: f"light-dark({pair.light},{pair.dark})" if theme is Theme.AUTO else pair.of(theme)
        for role, pair in ROLES.items()
    }
    return "".join(f"--phasebook-{role}:{colour};" for role, colour in colours.items())
