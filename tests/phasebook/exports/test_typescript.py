"""The types are clean under the strictest TypeScript, and fit the values of real games."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from fsm import Engine
from fsm.snapshot import Refusal
from phasebook.exports.schema import schema_of
from phasebook.exports.typescript import comment, declarations, export, names_of, text_of
from tests.phasebook.exports.games_played import FLOWS, as_json, cookbook, every_engine, played, presets_of
from tests.phasebook.exports.node import complaints_of_tsc

NAMES: dict[str, str] = {"Card": "Card"}


def test_the_types_of_all_flows_are_clean_and_fit_what_engines_write(tmp_path: Path) -> None:
    """Right values must fit and wrong ones must not: an error that is expected and does not come is an error, too."""
    for name in (*FLOWS, *cookbook()):
        engine = every_engine()[name]
        (tmp_path / f"{name}.ts").write_text(export(engine, engine.chart).text, "utf-8")
        (tmp_path / f"{name}-values.ts").write_text("\n".join(checks(name, engine)), "utf-8")

    assert complaints_of_tsc(tmp_path, *(path.name for path in tmp_path.glob("*.ts"))) == ""


def test_a_value_that_does_not_fit_is_a_complaint(tmp_path: Path) -> None:
    """The test above would find one."""
    uno = every_engine()["uno"]
    (tmp_path / "uno.ts").write_text(export(uno, uno.chart).text, "utf-8")
    (tmp_path / "values.ts").write_text(
        'import type { Move } from "./uno";\n'
        'export const right = {"move": "draw", "player": 1} satisfies Move;\n'
        'export const wrong = {"move": "draw", "player": "1"} satisfies Move;\n'
    )
    said = complaints_of_tsc(tmp_path, "values.ts").splitlines()

    assert len(said) == 1
    assert said[0].startswith("values.ts(3,39): error TS2322")


def checks(name: str, engine: Engine[Any]) -> Iterator[str]:
    """Values of real games beside their types, and the same with a mistake in each."""
    yield f'import type {{ Move, News, Outcome, Refusal, Save, View }} from "./{name}";'
    yield "export type Used = Move | News | Outcome | Refusal | Save | View;"
    for number, (kind, value) in enumerate(values(engine)):
        yield f"export const value{number} = {json.dumps(value)} satisfies {kind};"
        if kind not in ("Outcome", "Refusal"):
            for place, wrong in enumerate(mistakes(value)):
                yield "// @ts-expect-error"
                yield f"export const wrong{number}_{place} = {json.dumps(wrong)} satisfies {kind};"


def values(engine: Engine[Any]) -> Iterator[tuple[str, Any]]:
    """A move, an item of news and a refusal of each kind; some views and saves; the outcomes."""
    seen: set[Any] = set()
    for preset in presets_of(engine):
        for number, (snapshot, news) in enumerate(played(engine, 8, 60, **preset)):
            legal = engine.legal_moves(snapshot)
            refusals = [engine.step(snapshot, type(move)(*msgspec.structs.astuple(move)), None) for move in legal]
            items = [*(("Move", move) for move in legal), *(("News", item) for item in news)]
            items += [("Refusal", item) for item in refusals if isinstance(item, Refusal)]
            for kind, item in items:
                if (kind, type(item)) not in seen:
                    seen.add((kind, type(item)))
                    yield kind, as_json(item)
            if number == 10:
                yield "View", as_json(engine.view(snapshot, None))
                yield "Save", json.loads(engine.dump(snapshot))
            if engine.outcome(snapshot) is not None:
                yield "Outcome", as_json(engine.outcome(snapshot))


def mistakes(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Without its first field, and with one too many."""
    yield dict(list(value.items())[1:])
    yield value | {"noSuchField": 1}


# How types are written


def test_every_kind_of_schema_has_a_type() -> None:
    written: dict[str, dict[str, Any]] = {
        "Card": {"$ref": "#/$defs/Card"},
        '"a" | null | 1 | true': {"enum": ["a", None, 1, True]},
        '"one"': {"const": "one"},
        "number | null": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]},
        "string": {"anyOf": [{"type": "string"}, {"type": "string", "format": "date"}]},
        "boolean": {"type": "boolean"},
        "unknown": {"description": "anything"},
        "never": {"oneOf": []},
        "ReadonlyArray<Card>": {"type": "array", "items": {"$ref": "#/$defs/Card"}},
        "ReadonlyArray<unknown>": {"type": "array"},
        "readonly [Card, number]": {
            "type": "array",
            "prefixItems": [{"$ref": "#/$defs/Card"}, {"type": "number"}],
            "items": False,
        },
        "readonly [Card, (number)?, ...unknown[]]": {
            "type": "array",
            "prefixItems": [{"$ref": "#/$defs/Card"}, {"type": "number"}],
            "minItems": 1,
        },
        "{ readonly [key: string]: number }": {"type": "object", "additionalProperties": {"type": "integer"}},
        '{\n  readonly a: string;\n  /** b */\n  readonly "b c"?: unknown;\n}': {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b c": {"description": "b"}},
            "required": ["a"],
        },
    }

    assert {text: text_of(schema, NAMES) for text, schema in written.items()} == {text: text for text in written}


def test_a_comment_cannot_end_too_early() -> None:
    assert list(comment("stop */ here\n  and there")) == ["/** stop * / here and there */"]
    assert list(comment("")) == []


def test_a_type_of_the_game_that_is_called_like_one_of_ours_is_told_apart() -> None:
    names = names_of(schema_of(every_engine()["onepiece"]))

    assert (names["news"], names["News"]) == ("News", "OnePieceNews")
    assert names["settings"] == names["Settings"] == "Settings"


def test_a_name_that_is_taken_has_the_name_of_the_flow_in_front() -> None:
    schema = schema_of(every_engine()["uno"])

    assert names_of(schema)["Card"] == "Card"
    assert names_of(schema, taken={"Card"})["Card"] == "UnoCard"
    assert "readonly top_card: UnoCard;" in "\n".join(declarations(schema, taken={"Card"}))


def test_every_definition_is_declared_once() -> None:
    text = "\n".join(declarations(schema_of(every_engine()["onepiece"])))
    declared = [line.split()[2] for line in text.splitlines() if line.startswith("export ")]

    assert len(declared) == len(set(declared))
    assert {"Move", "View", "News", "OnePieceNews", "Refusal", "Save", "Settings", "Outcome"} <= set(declared)
