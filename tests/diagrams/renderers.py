"""The renderers that are here, and scripts in their place."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from diagrams import renderers
from diagrams.options import RendererChoice
from diagrams.renderers import Renderer, embedded, system

COMPLETE = "echo '<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>'"
"""A script that draws an empty picture."""

INSTALLED = [renderer for renderer in (embedded(), system()) if renderer is not None]

each_renderer = pytest.mark.parametrize("renderer", INSTALLED, ids=lambda renderer: str(renderer.kind))
needs_dot = pytest.mark.skipif(system() is None, reason="the system's dot is not installed")
slow = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
"""For examples that each run a renderer."""


def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, kind: str = "embedded") -> None:
    """Put a shell script in the place of one renderer, and nothing in the place of the other."""
    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    renderer = Renderer(RendererChoice(kind), str(program), frozenset({"svg", "png", "pdf"}))
    monkeypatch.setattr(renderers, "embedded", lambda: renderer if kind == "embedded" else None)
    monkeypatch.setattr(renderers, "system", lambda: renderer if kind == "system" else None)


def without_renderers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(renderers, "embedded", lambda: None)
    monkeypatch.setattr(renderers, "system", lambda: None)
