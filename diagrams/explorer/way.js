// The way through the flow: steps taken, undone, and played again.

const here = () => state.positions[state.cursor];

/** The positions after each of some steps. */
function followed(start, steps) {
    const positions = [start];
    for (const step of steps) {
        let position = { ...positions.at(-1), ended: [] };
        for (const row of step.rows) {
            const next = flow.take(position, row);
            position = { ...next, ended: [...position.ended, ...next.ended] };
        }
        positions.push(position);
    }
    return positions;
}

function setWay(start, steps, cursor = steps.length, isRecording = false) {
    Object.assign(state, { steps, isRecording, positions: followed(start, steps) });
    state.cursor = cursor;
    state.selected = undefined;
}

/** The way that the page opens with: the recording to its end, or the current phase, or the start. */
function setFirstWay() {
    const place = phaseById.get(data.highlight);
    const start = place === undefined || recording.length ? flow.start() : flow.standing(place);
    setWay(start, recording, recording.length, recording.length > 0);
}

function take(row) {
    const position = flow.take(here(), row);
    state.steps = [...state.steps.slice(0, state.cursor), { rows: [row] }];
    state.positions = [...state.positions.slice(0, state.cursor + 1), position];
    state.isRecording = false;
    arrive(state.cursor + 1, `${eventOf(row)}.`);
}

/** Go to a step of the way, and say where that is. */
function arrive(cursor, said = "") {
    state.cursor = Math.min(Math.max(cursor, 0), state.steps.length);
    state.selected = undefined;
    hideNotice();
    render();
    const ways = flow.rowsAt(here().leaf).filter((row) => !row.refuses).length;
    announce(
        `${said} Now in ${flow.fullName(here().leaf)}. ${ways || "No"} ${ways === 1 ? "way" : "ways"} on.`,
    );
    keepAddress();
}

function startHere(phase) {
    setWay(flow.standing(phase), []);
    arrive(0, "Started here.");
    $("now").focus();
}

// Playing

function play() {
    if (state.timer) return pause();
    if (!state.steps.length) return announce("There are no steps to play yet.");
    if (state.cursor === state.steps.length) arrive(0);
    state.timer = setInterval(() => {
        arrive(state.cursor + 1);
        if (state.cursor === state.steps.length) pause();
    }, PACE);
    renderSteps();
}

function pause() {
    clearInterval(state.timer);
    state.timer = undefined;
    renderSteps();
}

/** What a reader does by hand ends the playing. */
function byHand(action) {
    return (...given) => {
        if (state.timer) pause();
        action(...given);
    };
}

const goTo = byHand(arrive);
const takeByHand = byHand(take);
