// Everything that a reader can press, and the start of it all.

function nextTheme() {
    const themes = [undefined, "light", "dark"];
    const next = themes[(themes.indexOf(document.documentElement.dataset.theme) + 1) % themes.length];
    setTheme(next);
    renderChoices();
    announce(`Theme: ${next ?? "auto"}`);
}

function setTheme(theme) {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
}

async function nextWords() {
    await speak(state.words === PLAIN ? 0 : PLAIN);
    announce($("words").textContent);
    keepAddress();
}

const showHere = () => view.reveal([boxOfPhase(here().leaf)].filter(Boolean), { always: true });

const KEYS = {
    "/": () => $("search").focus(),
    "?": () => $("about").showModal(),
    ArrowLeft: () => goTo(state.cursor - 1),
    ArrowRight: () => goTo(state.cursor + 1),
    c: showHere,
    p: play,
    r: () => goTo(state.cursor + 1),
    t: nextTheme,
    u: () => goTo(state.cursor - 1),
    w: nextWords,
};

function pageKey(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !$("keys").checked)
        return;
    if (event.target.closest("input:not([type=checkbox]), dialog")) return;
    const number = /^[1-9]$/.test(event.key) ? offered()[Number(event.key) - 1] : undefined;
    const action = number ? () => takeByHand(number) : KEYS[event.key];
    if (!action) return;
    event.preventDefault();
    action();
}

function listen() {
    const clicks = {
        all: () => view.showAll(),
        back: () => goTo(state.cursor - 1),
        close: () => $("about").close(),
        copy: copyLink,
        first: () => goTo(0),
        forward: () => goTo(state.cursor + 1),
        help: KEYS["?"],
        here: showHere,
        larger: () => view.zoom(1.25),
        last: () => goTo(state.steps.length),
        play,
        smaller: () => view.zoom(0.8),
        recording: () => {
            setWay(flow.start(), recording, 0, true);
            goTo(recording.length);
        },
        skip: (event) => {
            event.preventDefault();
            $("panel").focus();
        },
        theme: nextTheme,
        words: nextWords,
    };
    for (const [id, action] of Object.entries(clicks)) $(id).addEventListener("click", action);
    $("notice").lastElementChild.addEventListener("click", hideNotice);
    $("slider").addEventListener("input", () => goTo(Number($("slider").value)));
    $("search").addEventListener("input", find);
    $("search").addEventListener("keydown", searchKey);
    $("search").addEventListener("blur", () => ($("found").hidden = true));
    $("search").addEventListener("focus", find);
    $("file").addEventListener("change", () => open($("file").files[0]));
    document.addEventListener("keydown", pageKey);
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
        event.preventDefault();
        open(event.dataTransfer.files[0]);
    });
    addEventListener("hashchange", readAddress);
    addEventListener("beforeprint", () => view.showAll());
}

pictures[data.words] = $("chart").querySelector("svg");
if (data.theme !== "auto") setTheme(data.theme);
listen();
readAddress().then(() => (document.documentElement.dataset.ready = ""));
