// The way on the chart, and the chart in both words.

const view = new ChartView($("chart"), (target) => picked(target));

const partOf = (id) => view.svg.getElementById(id);
const textOfRow = (row) => partOf(`arrow-${row.id}`);
const linesOf = (row) => [...view.svg.getElementsByClassName(`of-${row.id}`)];
const boxOfPhase = (phase) => partOf(`phase-${flow.phases[phase].id}`);
const elementsOf = (thing) =>
    (thing.row ? [textOfRow(thing.row)] : [boxOfPhase(thing.phase)]).filter(Boolean);

/** Something on the chart was clicked: take the row if it can be taken now, else show what it is. */
function picked(target) {
    const element = target.closest?.('[id^="arrow-"], [id^="phase-"], .edge');
    if (!element || target.closest("a")) return;
    const row = flow.rows.find(
        ({ id }) => element.id === `arrow-${id}` || element.classList.contains(`of-${id}`),
    );
    const phase = flow.phases.findIndex(({ id }) => element.id === `phase-${id}`);
    if (row && element.id.startsWith("arrow-") && offered().includes(row)) takeByHand(row);
    else if (row) select({ row });
    else if (phase >= 0) select({ phase });
}

function mark(elements, name) {
    for (const element of elements) element?.classList.add(name);
}

const MARKS = ["current", "around", "taken", "newest", "possible", "selected"];

function renderMarks() {
    for (const name of MARKS) {
        for (const element of [...view.svg.getElementsByClassName(name)]) element.classList.remove(name);
    }
    const [leaf, ...around] = flow.lineage(here().leaf);
    mark([boxOfPhase(leaf)], "current");
    mark(around.map(boxOfPhase), "around");
    const passed = new Set(state.steps.slice(0, state.cursor).flatMap((step) => step.rows));
    for (const row of passed) mark([barred(textOfRow(row)), ...linesOf(row)], "taken");
    for (const row of new Set(
        state.positions.slice(0, state.cursor + 1).flatMap(({ ended }) => ended ?? []),
    )) {
        mark(view.svg.getElementsByClassName(`after-${row.id}`), "taken");
    }
    for (const row of state.steps[state.cursor - 1]?.rows ?? [])
        mark([textOfRow(row), ...linesOf(row)], "newest");
    for (const row of offered()) mark([textOfRow(row)], "possible");
    if (state.selected) mark(elementsOf(state.selected), "selected");
}

/** A row's text with a bar beside it, which is seen once the row was taken. */
function barred(text) {
    if (!text || text.querySelector(":scope > .bar")) return text;
    const { x, y, height } = text.getBBox();
    const bar = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    Object.entries({ class: "bar", x: x - 5, y, width: 3, height }).forEach((pair) =>
        bar.setAttribute(...pair),
    );
    text.prepend(bar);
    return text;
}

/** Show on the chart what the pointer or the focus is on in the panel. */
function hint(row, isOn) {
    for (const element of [textOfRow(row), ...linesOf(row)]) element?.classList.toggle("hinted", isOn);
}

function addTooltips() {
    const titled = (element, text) => {
        if (!element) return;
        const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
        title.textContent = text;
        element.prepend(title);
    };
    for (const row of flow.rows) titled(textOfRow(row), tooltipOf(row));
    flow.phases.forEach((_, phase) => titled(boxOfPhase(phase), flow.fullName(phase)));
}

/** Speak in other words: the panel at once, and the chart that was drawn with them. */
async function speak(words) {
    state.words = words;
    try {
        pictures[words] ??= await unpacked(data.others[words]);
    } catch {
        notice("This browser cannot unpack the chart in these words; only the panel changes.");
    }
    if (state.words !== words) return; // meanwhile other words were asked for
    const svg = pictures[words] ?? view.svg;
    if (svg !== view.svg) {
        $("chart").replaceChildren(svg);
        view.hold(svg);
        if (!svg.querySelector("title")) addTooltips();
        svg.setAttribute("role", svg.querySelector("a") ? "group" : "img");
        svg.setAttribute("aria-label", `The chart of ${document.querySelector("h1").textContent}`);
    }
    render({ always: true });
}

async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    const found = new DOMParser().parseFromString(await new Response(stream).text(), "text/html");
    return document.adoptNode(found.querySelector("svg"));
}
