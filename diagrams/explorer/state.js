// What the page knows, where the reader is, and how both are shown and said.

const PLAIN = 1; // the place of plain words in the data
const PACE = 900; // milliseconds for each step that is played
const MOST_IN_LINK = 4000; // characters of a path that any chat and mail program still takes for one link
const MOST_FOUND = 40;
const STEPS_BEFORE = 60;
const STEPS_AFTER = 20;
const MOST_BYTES = 5_000_000;

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const flow = new Flow(data);
const recording = data.journey.map((step) => ({ ...step, rows: step.rows.map((place) => flow.rows[place]) }));
const phaseById = new Map(flow.phases.map((phase, place) => [phase.id, place]));
const rowById = new Map(
    flow.rows.flatMap((row) => [
        [row.raw ?? row.id, row],
        [row.id, row],
    ]),
);
const pictures = [];

/** Where we are: the steps of the way, how many of them were taken, and the position after each. */
const state = { words: data.words, steps: [], cursor: 0, positions: [flow.start()], isRecording: false };

/** An element; texts among its children are texts, whatever is in them. */
function made(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (name === "click") element.addEventListener("click", value);
        else if (value !== undefined && value !== false)
            element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat().filter((child) => child !== undefined && child !== ""));
    return element;
}

function announce(text) {
    $("status").textContent = text.trim();
}

function notice(text) {
    $("notice").firstElementChild.textContent = text;
    $("notice").hidden = false;
}

function hideNotice() {
    $("notice").hidden = true;
}
