// The panel: where we are, what can happen next, and the steps so far.

function offered() {
    const rows = flow.rowsAt(here().leaf).filter((row) => !row.refuses);
    const isSure = rows.some((row) => !row.event && row.sure);
    return rows
        .filter((row) => !row.event || !isSure)
        .sort((one, other) => Boolean(one.event) - Boolean(other.event));
}

function render(look) {
    const hadFocus = $("offers").contains(document.activeElement);
    renderPhase();
    renderSelected();
    renderOffers();
    renderTrace();
    renderSteps();
    renderChoices();
    renderMarks();
    if (hadFocus) $("now").focus({ preventScroll: true });
    view.reveal([boxOfPhase(here().leaf)].filter(Boolean), look);
}

function renderPhase() {
    const { leaf, back } = here();
    const [own, ...around] = flow.lineage(leaf);
    $("now").textContent = nameOf(own);
    $("where").replaceChildren(
        ...(around.length ? [`in ${around.reverse().map(nameOf).join(" › ")} `] : []),
        made("code", {}, flow.phases[leaf].path),
    );
    const last = state.steps[state.cursor - 1];
    $("did").textContent = last ? `last step: ${titleOf(last)}` : "";
    const lines = happeningIn(leaf);
    for (const { leaf: caller, row } of [...back].reverse()) {
        lines.push(
            `${flow.fullName(caller)} waits${row.then ? `; then on to ${flow.fullName(row.then - 1)}` : ""}`,
        );
    }
    $("waiting").replaceChildren(...lines.map((line) => made("p", {}, line)));
}

/** What happens on the way into a phase and out of it. */
function happeningIn(phase) {
    const { enter, exit } = flow.phases[phase];
    return [
        ["On entering", enter],
        ["On leaving", exit],
    ]
        .filter(([, places]) => places)
        .map(([word, places]) => `${word}: ${listed(effectsOf(places))}`);
}

function renderSelected() {
    const { selected } = state;
    $("selected").hidden = !selected;
    if (!selected) return;
    const { row, phase } = selected;
    const title = row
        ? `${eventOf(row)}: ${nameOf(row.source)} → ${nameOf(row.target)}`
        : flow.fullName(phase);
    const lines = row
        ? [made("span", { class: "to" }, outcome(row, row.source)), ...termLines(row)]
        : happeningIn(phase).map((line) => made("span", {}, line));
    $("selected").replaceChildren(
        made("p", { class: "kicker" }, row ? "Selected row" : "Selected phase"),
        made("h2", { id: "selection", tabindex: "-1" }, title),
        made("div", { class: "terms" }, lines),
        made("p", {}, made("code", {}, row ? (row.raw ?? row.id) : flow.phases[phase].path)),
        made(
            "div",
            { class: "row" },
            made(
                "button",
                { type: "button", click: () => startHere(row ? row.source : phase) },
                row ? "Start where it starts" : "Start here",
            ),
            made("button", { type: "button", click: deselect }, "Close"),
        ),
    );
}

function renderOffers() {
    const rows = offered();
    const groups = new Map();
    for (const row of flow.rowsAt(here().leaf)) {
        const key = row.event ?? 0;
        groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    const isSure = rows.some((row) => !row.event && row.sure);
    const shown = [...groups]
        .filter(([event]) => !event || !isSure)
        .sort(([one], [other]) => Boolean(one) - Boolean(other));
    const parts = shown.map(([, alternatives]) => group(alternatives, rows));
    if (isSure && groups.size > 1)
        parts.push(
            made(
                "p",
                { class: "note" },
                "No move is possible here: something always happens by itself first.",
            ),
        );
    if (!rows.length)
        parts.unshift(
            made(
                "p",
                { class: "note" },
                flow.phases[here().leaf].final ? "The flow has ended here." : "Nothing can happen here.",
            ),
        );
    const refused = isSure ? [] : [...flow.refusedAt(here().leaf)];
    if (refused.length) parts.push(refusals(refused));
    $("offers").replaceChildren(...parts);
}

/** The alternatives of one event, in the order in which they are tried. */
function group(rows, takeable) {
    const many = rows.length > 1 ? made("span", { class: "note" }, "the first whose guards hold") : "";
    const title = rows[0].event ? eventOf(rows[0]) : "By itself";
    return made(
        "div",
        { class: "group" },
        made("h3", {}, title, many),
        made(
            "ol",
            {},
            rows.map((row) => offer(row, takeable.indexOf(row))),
        ),
    );
}

/** What must hold, each with what a player reads who does not meet it; and what is done. */
function termLines(row) {
    return termsOf(row).map(({ look, text, sentence }) =>
        made("span", { class: look }, text, sentence ? made("span", { class: "why" }, ` “${sentence}”`) : ""),
    );
}

function offer(row, number) {
    const leaf = here().leaf;
    const lines = [
        made("span", { class: "to" }, row.done ? "when done " : "", outcome(row, leaf)),
        ...termLines(row),
    ];
    if (number < 0) return made("li", { class: "refused" }, lines);
    const key = number < 9 ? made("kbd", { "aria-hidden": "true" }, String(number + 1)) : "";
    const button = made(
        "button",
        { type: "button", class: "offer", "data-row": row.id, click: () => takeByHand(row) },
        key,
        lines,
    );
    for (const name of ["pointerenter", "focus"]) button.addEventListener(name, () => hint(row, true));
    for (const name of ["pointerleave", "blur", "click"])
        button.addEventListener(name, () => hint(row, false));
    return made("li", {}, button);
}

function refusals(refused) {
    const lines = refused.map(([event, sentence]) =>
        made("li", {}, made("b", {}, event ? say(data.events[event - 1]) : "by itself"), ` “${sentence}”`),
    );
    return made(
        "details",
        { class: "group" },
        made("summary", {}, `Refused here (${refused.length})`),
        made("ul", {}, lines),
    );
}

function renderTrace() {
    const first = Math.max(0, state.cursor - STEPS_BEFORE);
    const shown = state.steps.slice(first, state.cursor + STEPS_AFTER);
    $("trace").start = first + 1;
    $("trace").replaceChildren(...shown.map((step, place) => lineOf(step, first + place)));
    const hidden = [
        first && `${first} before`,
        state.steps.length - first - shown.length && `${state.steps.length - first - shown.length} after`,
    ];
    const some = hidden.filter(Boolean).length ? ` Not listed: ${listed(hidden.filter(Boolean))}.` : "";
    $("said").textContent = state.steps.length
        ? `${state.isRecording ? "From the recording." : ""}${some}`
        : "None yet.";
    $("recording").hidden = state.isRecording || !recording.length;
    const current = $("trace").querySelector('[aria-current="step"]');
    if (current)
        $("trace").scrollTop = current.offsetTop - $("trace").offsetTop - $("trace").clientHeight / 2;
}

function lineOf(step, place) {
    const from = state.positions[place].leaf;
    const to = state.positions[place + 1].leaf;
    const goal = from === to ? "" : made("span", { class: "to" }, ` → ${nameFrom(from, to)}`);
    const current = place + 1 === state.cursor ? "step" : undefined;
    const look = place < state.cursor ? undefined : "later";
    const more = step.rows.length
        ? step.rows
              .slice(step.opens ? 0 : 1)
              .map(eventOf)
              .join(", ")
        : "waits for the others";
    const rows = more ? made("span", { class: "note" }, more) : "";
    return made(
        "li",
        { class: look },
        made(
            "button",
            { type: "button", "aria-current": current, click: () => goTo(place + 1) },
            titleOf(step),
            goal,
            rows,
        ),
    );
}

function renderSteps() {
    const last = state.steps.length;
    $("slider").max = last;
    $("slider").value = state.cursor;
    $("slider").setAttribute("aria-valuetext", `Step ${state.cursor} of ${last}: ${nameOf(here().leaf)}`);
    $("count").textContent = `${state.cursor} / ${last}`;
    for (const id of ["first", "back"]) $(id).setAttribute("aria-disabled", state.cursor === 0);
    for (const id of ["forward", "last"]) $(id).setAttribute("aria-disabled", state.cursor === last);
    $("play").setAttribute("aria-disabled", last === 0);
    $("play").setAttribute("aria-label", state.timer ? "Pause" : "Play");
}

function renderChoices() {
    $("words").textContent = `Words: ${state.words === PLAIN ? "plain" : "technical"}`;
    $("theme").textContent = `Theme: ${document.documentElement.dataset.theme ?? "auto"}`;
}
