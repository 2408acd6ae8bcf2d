"""How well labels can be read: from the pixels of a screenshot, as a reader's eyes get them."""

from base64 import b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Box = tuple[float, float, float, float]

LABELS = """svg => {
    const whole = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter(text => text.textContent.trim().length > 1).map(text => {
        const box = text.getBoundingClientRect();
        return [text.textContent, [(box.left - whole.left) / whole.width, (box.top - whole.top) / whole.height,
                                   box.width / whole.width, box.height / whole.height]];
    });
}"""
"""Where the labels of a picture are, as shares of its size."""

MEASURE = """async ([address, boxes]) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const linear = c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const light = (r, g, b) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
    return boxes.map(([left, top, width, height]) => {
        const w = Math.max(1, Math.round(width * image.width)), h = Math.max(1, Math.round(height * image.height));
        const data = context.getImageData(Math.round(left * image.width), Math.round(top * image.height), w, h).data;
        const seen = new Map();
        for (let i = 0; i < data.length; i += 4) {
            const key = `${data[i]},${data[i + 1]},${data[i + 2]}`;
            seen.set(key, (seen.get(key) || 0) + 1);
        }
        const most = [...seen].sort((a, b) => b[1] - a[1])[0][0];
        const paper = light(...most.split(",").map(Number));
        const often = [...seen].filter(([, count]) => count >= 4);
        return Math.max(...often.map(([key]) => {
            const ink = light(...key.split(",").map(Number));
            return (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
        }));
    });
}"""
"""The contrast in each box between its most frequent colour and the one furthest from it."""


CORNER = """async address => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return [...context.getImageData(8, 8, 1, 1).data].slice(0, 3);
}"""


class Label(NamedTuple):
    """A label and its contrast to what is behind it."""

    text: str
    contrast: float


def labels_in(page: "Page", svg: str) -> list[tuple[str, Box]]:
    """The labels of a picture in a file, and where they are."""
    page.set_content(svg)
    found: list[tuple[str, Box]] = page.locator("svg").first.evaluate(LABELS)
    return found


def inline_labels(picture: "Locator") -> list[tuple[str, Box]]:
    """The same of a picture on a page."""
    found: list[tuple[str, Box]] = picture.evaluate(LABELS)
    return found


def contrasts(picture: "Locator", labels: list[tuple[str, Box]], scratch: "Page") -> list[Label]:
    """How the labels of a picture stand out, measured on a screenshot of it; `scratch` counts the pixels."""
    boxes: list[Any] = [box for _, box in labels]
    measured = scratch.evaluate(MEASURE, [screenshot(picture), boxes])
    return [Label(text, contrast) for (text, _), contrast in zip(labels, measured, strict=True)]


def corner(picture: "Locator", scratch: "Page") -> list[int]:
    """The colour in the corner of a picture, where nothing is drawn."""
    found: list[int] = scratch.evaluate(CORNER, screenshot(picture))
    return found


def screenshot(picture: "Locator") -> str:
    """What is seen of a picture, as a link that holds all of it."""
    return f"data:image/png;base64,{b64encode(picture.screenshot()).decode()}"
