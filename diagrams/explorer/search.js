// Search: a field, what it finds, and what is shown of that.

/** Everything that can be found: phases and rows, with all that is said of them in both words. */
const findable = [
    ...flow.phases.map((phase, place) => ({
        phase: place,
        texts: [
            flow.fullName(place),
            phase.path,
            ...[...(phase.enter ?? []), ...(phase.exit ?? [])].flatMap((effect) => data.effects[effect]),
        ],
    })),
    ...flow.rows.map((row) => ({
        row,
        texts: [
            ...(row.event ? data.events[row.event - 1] : []),
            row.refuses ?? "",
            row.raw ?? row.id,
            ...(row.guards ?? []).flatMap((place) => [
                ...data.guards[place].says,
                data.guards[place].sentence ?? "",
            ]),
            ...(row.effects ?? []).flatMap((place) => data.effects[place]),
        ],
    })),
].map((thing) => ({ ...thing, all: thing.texts.join("\n").toLowerCase() }));

function find() {
    const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = words.length ? findable.filter(({ all }) => words.every((word) => all.includes(word))) : [];
    state.found = found.slice(0, MOST_FOUND);
    state.active = state.found.length ? 0 : -1;
    $("found").replaceChildren(...state.found.map((thing, place) => foundLine(thing, place, words[0])));
    if (words.length && !found.length)
        $("found").append(made("li", { role: "option", "aria-disabled": "true" }, "Nothing found"));
    $("found").hidden = !words.length;
    $("search").setAttribute("aria-expanded", String(words.length > 0));
    activate(state.active);
}

function foundLine(thing, place, word) {
    const { row, phase } = thing;
    const title = row
        ? `${eventOf(row)}: ${nameOf(row.source)} → ${nameOf(row.target)}`
        : flow.fullName(phase);
    const reason = title.toLowerCase().includes(word)
        ? ""
        : (thing.texts.find((text) => text.toLowerCase().includes(word)) ?? "");
    const line = made(
        "li",
        { role: "option", id: `found-${place}` },
        made("span", { class: "kicker" }, row ? "row" : "phase"),
        title,
        made("span", { class: "note" }, reason),
    );
    line.addEventListener("pointerdown", (event) => {
        event.preventDefault(); // the field keeps the focus until we move it
        choose(place);
    });
    return line;
}

function activate(place) {
    state.active = place;
    [...$("found").children].forEach((line, number) =>
        line.setAttribute("aria-selected", String(number === place)),
    );
    if (place >= 0) $("found").children[place].scrollIntoView({ block: "nearest" });
    if (place >= 0) $("search").setAttribute("aria-activedescendant", `found-${place}`);
    else $("search").removeAttribute("aria-activedescendant");
}

function choose(place) {
    const thing = state.found?.[place];
    if (!thing) return;
    closeSearch();
    select(thing);
    $("selection").focus();
}

function closeSearch() {
    $("search").value = "";
    find();
}

function searchKey(event) {
    const count = state.found?.length ?? 0;
    if (event.key === "ArrowDown" && count) activate((state.active + 1) % count);
    else if (event.key === "ArrowUp" && count) activate((state.active + count - 1) % count);
    else if (event.key === "Enter") choose(state.active);
    else if (event.key === "Escape" && $("search").value) closeSearch();
    else return;
    event.preventDefault();
}

function select(thing) {
    state.selected = thing.row ? { row: thing.row } : { phase: thing.phase };
    renderSelected();
    renderMarks();
    view.reveal(elementsOf(state.selected), { always: true });
    announce(`Selected: ${$("selection").textContent}`);
    $("panel").scrollTop = 0;
}

function deselect() {
    state.selected = undefined;
    renderSelected();
    renderMarks();
    $("now").focus();
}
