// What things are called, in the words that the reader has chosen.

const say = (spoken) => spoken[state.words] ?? spoken[0];
const nameOf = (phase) => flow.phases[phase].name;
const effectsOf = (places) => (places ?? []).map((place) => say(data.effects[place]));

function listed(words, last = "and") {
    return words.length > 1 ? `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}` : words.join("");
}

function eventOf(row) {
    if (row.event) return say(data.events[row.event - 1]);
    if (row.says && state.words) return row.says;
    return row.done ? "when done" : "by itself";
}

/** A phase as seen from another one: without the phases that both lie in. */
function nameFrom(here, phase) {
    const shared = flow.lineage(here);
    const own = flow.lineage(phase).filter((place, distance) => distance === 0 || !shared.includes(place));
    return own.reverse().map(nameOf).join(" › ");
}

/** What becomes of the phase when a row is taken. */
function outcome(row, here) {
    if (row.refuses) return `refused: “${row.refuses}”`;
    if (row.internal) return "stays here";
    const there = nameFrom(here, flow.landing(row, here));
    if (row.calls) return `calls ${there}, then ${row.then ? nameFrom(here, row.then - 1) : "back here"}`;
    return `→ ${there}${row.inside ? `, without leaving ${nameOf(row.source)}` : ""}`;
}

/** What must hold for a row, and what is done: each with the name of its look, and with a refused player's sentence. */
function termsOf(row) {
    const guards = (row.guards ?? []).map((place) => data.guards[place]);
    const terms = guards.map(({ says, sentence, setting }, place) => ({
        look: setting ? "setting" : "if",
        text: `${opening(say(says), place)}${setting ? "the settings say " : ""}${say(says)}`,
        sentence,
    }));
    if (row.gathers) terms.push({ look: "note", text: row.gathers });
    if (row.effects) terms.push({ look: "do", text: `${state.words ? "→" : "/"} ${listed(effectsOf(row.effects), "then")}` });
    return terms;
}

/** The word before a condition, which plain words may bring along. */
function opening(condition, place) {
    return place ? "and " : /^(if|unless) /i.test(condition) ? "" : "if ";
}

/** A row in one text, for tooltips. */
function tooltipOf(row) {
    const parts = [
        `${flow.fullName(row.source)}: ${eventOf(row)} ${outcome(row, row.source)}`,
        ...termsOf(row).map(({ text }) => text),
    ];
    const sentences = termsOf(row)
        .map(({ sentence }) => sentence)
        .filter(Boolean);
    return [`${parts.join(", ")}.`, ...sentences.map((sentence) => `If not: “${sentence}”`)].join(" ");
}

/** A step in words: who did what, or which rows were taken. */
function titleOf(step) {
    if (step.opens) return "The game begins";
    const what = step.event
        ? say(data.events[step.event - 1])
        : (step.move ?? listed(step.rows.map(eventOf)));
    const carried = Object.entries(step.with ?? {}).map(([name, value]) => `${name} ${textOf(value)}`);
    const who = /^\d+$/.test(step.who) ? `seat ${step.who}: ` : step.who ? `${step.who}: ` : "";
    return `${who}${[what, ...carried].join(", ")}`;
}

const textOf = (value) => (typeof value === "string" ? value : JSON.stringify(value));
