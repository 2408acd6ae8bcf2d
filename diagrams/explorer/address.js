// The way in the address, as a link to share, and ways that come from files.

/** What the address says after `#`: the phase, and how to get there. */
function addressed() {
    const parts = [`at=${flow.phases[here().leaf].id}`];
    if (state.isRecording) parts.push(`step=${state.cursor}`);
    else parts.push(...pathParts());
    if (state.words !== data.words) parts.push(`words=${state.words === PLAIN ? "plain" : "technical"}`);
    return `#${parts.join("&")}`;
}

function pathParts() {
    const rows = state.steps.slice(0, state.cursor).flatMap((step) => step.rows);
    const start = state.positions[0];
    const skipped = skippedIn(start, rows);
    const from = rows.slice(0, skipped).reduce((position, row) => flow.take(position, row), start);
    const parts = [];
    if (from.leaf !== flow.start().leaf) parts.push(`from=${flow.phases[from.leaf].id}`);
    if (skipped) parts.push(`skipped=${skipped}`);
    const ids = rows.slice(skipped).map((row) => row.id);
    if (ids.length) parts.push(`path=${ids.join(",")}`);
    return parts;
}

/** How many rows a link leaves out so that it is not too long; if possible up to where no caller waits. */
function skippedIn(start, rows) {
    let room = MOST_IN_LINK;
    let first = rows.length;
    while (first > 0 && (room -= rows[first - 1].id.length + 1) >= 0) first -= 1;
    if (first === 0) return 0;
    const back = followed(
        start,
        rows.map((row) => ({ rows: [row] })),
    ).map((position) => position.back.length);
    const clear = back.findIndex((waiting, place) => place >= first && waiting === 0);
    return clear < 0 ? first : clear;
}

function keepAddress() {
    clearTimeout(state.keeping); // browsers complain if an address changes too often
    state.keeping = setTimeout(() => history.replaceState(null, "", addressed()), 80);
}

/** Do what the address says; what is wrong with it is said, and we start. */
function readAddress() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const words = ["technical", "plain"].indexOf(wanted.get("words"));
    setFirstWay();
    const trouble = ["at", "from", "path", "step"].some((name) => wanted.has(name))
        ? goAlong(wanted)
        : undefined;
    if (trouble) setFirstWay();
    else if (wanted.has("skipped"))
        notice(`The link was too long: it leaves out the first ${Number(wanted.get("skipped"))} rows.`);
    if (trouble) notice(`This link does not fit this page: ${trouble}. Here is the start.`);
    return speak(words < 0 ? data.words : words);
}

/** Go the way of a link, or say why that cannot be. */
function goAlong(wanted) {
    const at = wanted.get("at") ?? undefined;
    const from = wanted.get("from") ?? undefined;
    const unknown = [at, from].find((id) => id !== undefined && !phaseById.has(id));
    if (unknown !== undefined) return `there is no phase “${unknown}”`;
    const trouble = wanted.has("step") ? goToRecorded(wanted.get("step")) : goAlongRows(wanted, at, from);
    if (trouble) return trouble;
    if (at !== undefined && here().leaf !== flow.leafOf(phaseById.get(at)))
        return `its way no longer leads to “${at}”`;
}

function goToRecorded(step) {
    if (!recording.length) return "it is about a recording that is not in this page";
    if (!/^\d{1,9}$/.test(step) || Number(step) > recording.length)
        return `the recording has no step “${step}”`;
    setWay(flow.start(), recording, Number(step), true);
}

function goAlongRows(wanted, at, from) {
    const ids = (wanted.get("path") ?? "").split(",").filter(Boolean);
    const first = from ?? (ids.length ? undefined : at);
    const start = first === undefined ? flow.start() : flow.standing(phaseById.get(first));
    const unknown = ids.find((id) => !rowById.has(id));
    if (unknown !== undefined) return `there is no row “${unknown}”`;
    setWay(
        start,
        ids.map((id) => ({ rows: [rowById.get(id)] })),
    );
    const astray = state.steps.findIndex(
        ({ rows }, step) => !flow.rowsAt(state.positions[step].leaf).includes(rows[0]),
    );
    if (astray >= 0)
        return `“${ids[astray]}” cannot be taken in ${flow.fullName(state.positions[astray].leaf)}`;
}

async function copyLink() {
    history.replaceState(null, "", addressed());
    try {
        await navigator.clipboard.writeText(location.href);
        announce("The link is copied.");
        $("copy").textContent = "Copied";
        setTimeout(() => ($("copy").textContent = "Copy link"), 1500);
    } catch {
        notice("This browser does not let the page copy: copy the address from the address bar.");
    }
}

// Traces from files

async function open(file) {
    if (!file) return;
    if (file.size > MOST_BYTES) return notice(`${file.name} is too large to be a trace.`);
    const text = await file.text();
    if (/^\s*\{[^\n]{0,40}"phasebook log /.test(text)) {
        return notice(
            `${file.name} is a session log. It has moves, and only the rules can tell which rows they take. ` +
                `Make a page that replays it: phasebook draw FLOW --trace ${file.name} -o game.html`,
        );
    }
    const ids = idsIn(text);
    const unknown = ids.find((id) => !rowById.has(id));
    if (unknown !== undefined)
        return notice(`${file.name} is no trace of this flow: there is no row “${unknown.slice(0, 80)}”.`);
    if (!ids.length) return notice(`${file.name} has no rows in it.`);
    setWay(
        flow.start(),
        ids.map((id) => ({ rows: [rowById.get(id)] })),
    );
    arrive(state.steps.length, `${file.name}: ${ids.length} rows.`);
}
