/** CSS pixels for each point of the picture: at this scale it is as large as in print. */
const PRINT_SIZE = 96 / 72;
const SMALLEST = 0.08;
const LARGEST = 6;
const FAR = 4; // pixels that a pointer moves before a press is a drag

/** The middle of a view of some length, so that it shows no more than needed of what lies beside the picture. */
function within(middle, view, whole) {
    return view >= whole ? whole / 2 : Math.min(Math.max(middle, view / 2), whole - view / 2);
}

/** The picture in its frame: moved and scaled by its `viewBox` alone, which keeps lines and letters sharp. */
class ChartView {
    constructor(frame, onPick) {
        this.frame = frame;
        this.onPick = onPick;
        this.pointers = new Map();
        this.calm = matchMedia("(prefers-reduced-motion: reduce)");
        this.scale = 0;
        new ResizeObserver(() => this.resized()).observe(frame);
        frame.addEventListener("pointerdown", (event) => this.pressed(event));
        frame.addEventListener("pointermove", (event) => this.moved(event));
        for (const name of ["pointerup", "pointercancel"])
            frame.addEventListener(name, (event) => this.released(event));
        frame.addEventListener("wheel", (event) => this.wheeled(event), { passive: false });
        frame.addEventListener("keydown", (event) => this.keyed(event));
    }

    /** Show a picture, in the place of the one before. */
    hold(svg) {
        const box = svg.viewBox.baseVal;
        this.svg = svg;
        this.size = { width: box.width, height: box.height };
        svg.removeAttribute("width");
        svg.removeAttribute("height");
        this.middle ??= { x: box.width / 2, y: box.height / 2 };
        this.resized();
    }

    // Where we look: the point in the middle of the frame, and the scale

    look(middle, scale = this.scale) {
        this.scale = Math.min(Math.max(scale, SMALLEST), LARGEST);
        this.middle = {
            x: Math.min(Math.max(middle.x, 0), this.size.width),
            y: Math.min(Math.max(middle.y, 0), this.size.height),
        };
        this.frameRequest ??= requestAnimationFrame(() => this.draw());
    }

    draw() {
        this.frameRequest = undefined;
        const { width, height } = this.span();
        if (!this.svg || !this.scale) return;
        const corner = [this.middle.x - width / 2, this.middle.y - height / 2];
        this.svg.setAttribute(
            "viewBox",
            [...corner, width, height].map((number) => number.toFixed(2)).join(" "),
        );
    }

    /** What the frame shows, in points of the picture. */
    span() {
        return { width: this.frame.clientWidth / this.scale, height: this.frame.clientHeight / this.scale };
    }

    resized() {
        if (!this.svg || !this.frame.clientWidth) return;
        if (!this.scale) this.begin();
        this.draw();
    }

    /** The first look: as large as in print, or the whole picture if it is smaller than that. */
    begin() {
        this.scale = PRINT_SIZE;
        const { width, height } = this.span();
        if (this.size.width <= width && this.size.height <= height) {
            this.middle = { x: this.size.width / 2, y: this.size.height / 2 };
        }
    }

    showAll() {
        const across = this.frame.clientWidth / this.size.width;
        const down = this.frame.clientHeight / this.size.height;
        this.stop();
        this.look({ x: this.size.width / 2, y: this.size.height / 2 }, Math.min(across, down, PRINT_SIZE));
        this.draw();
    }

    /** Make it larger or smaller around a point, which stays where it is. */
    zoom(factor, at = this.middle) {
        const scale = Math.min(Math.max(this.scale * factor, SMALLEST), LARGEST);
        const share = 1 - this.scale / scale;
        this.stop();
        const { x, y } = this.middle;
        this.look({ x: x + (at.x - x) * share, y: y + (at.y - y) * share }, scale);
    }

    /** Move by pixels. */
    pan(across, down) {
        this.stop();
        this.look({ x: this.middle.x + across / this.scale, y: this.middle.y + down / this.scale });
    }

    // Finding things

    /** The point of the picture below a place on the screen. */
    pointAt(left, top) {
        const frame = this.frame.getBoundingClientRect();
        return {
            x: this.middle.x + (left - frame.left - frame.width / 2) / this.scale,
            y: this.middle.y + (top - frame.top - frame.height / 2) / this.scale,
        };
    }

    /** Where some elements lie, in points of the picture. */
    boxOf(elements) {
        const boxes = elements.map((element) => element.getBoundingClientRect());
        const corner = this.pointAt(
            Math.min(...boxes.map((box) => box.left)),
            Math.min(...boxes.map((box) => box.top)),
        );
        const end = this.pointAt(
            Math.max(...boxes.map((box) => box.right)),
            Math.max(...boxes.map((box) => box.bottom)),
        );
        return { ...corner, width: end.x - corner.x, height: end.y - corner.y };
    }

    /** Bring elements into view; those that are seen already stay where they are. */
    reveal(elements, { always = false } = {}) {
        if (!elements.length || !this.scale) return;
        if (this.frameRequest) this.draw();
        const box = this.boxOf(elements);
        const { width, height } = this.span();
        const edge = { x: width * 0.08, y: height * 0.08 };
        const left = this.middle.x - width / 2 + edge.x;
        const top = this.middle.y - height / 2 + edge.y;
        const isSeen =
            box.x >= left &&
            box.y >= top &&
            box.x + box.width <= left + width - 2 * edge.x &&
            box.y + box.height <= top + height - 2 * edge.y;
        if (isSeen && !always) return;
        this.glide({
            x: within(box.x + box.width / 2, width, this.size.width),
            y: within(box.y + box.height / 2, height, this.size.height),
        });
    }

    /** Move there in a moment, or at once for those who prefer no motion. */
    glide(goal) {
        this.stop();
        if (this.calm.matches || document.hidden) return this.look(goal);
        const from = this.middle;
        const began = performance.now();
        const step = (now) => {
            const share = Math.min(Math.max((now - began) / 220, 0), 1);
            const eased = 1 - (1 - share) ** 3;
            this.look({ x: from.x + (goal.x - from.x) * eased, y: from.y + (goal.y - from.y) * eased });
            this.gliding = share < 1 ? requestAnimationFrame(step) : undefined;
        };
        this.gliding = requestAnimationFrame(step);
    }

    stop() {
        if (this.gliding) cancelAnimationFrame(this.gliding);
        this.gliding = undefined;
    }

    // Hands on it

    pressed(event) {
        if (event.button !== 0) return;
        this.pointers.set(event.pointerId, {
            x: event.clientX,
            y: event.clientY,
            travelled: 0,
            target: event.target,
        });
    }

    moved(event) {
        const held = this.pointers.get(event.pointerId);
        if (!held) return;
        const other = [...this.pointers.values()].find((pointer) => pointer !== held);
        const before = other && Math.hypot(held.x - other.x, held.y - other.y);
        held.travelled += Math.hypot(event.clientX - held.x, event.clientY - held.y);
        if (held.travelled <= FAR) return; // still a click, or the first moments of a drag
        this.frame.setPointerCapture(event.pointerId); // only now: a click must reach what it was meant for
        const share = other ? 2 : 1;
        this.pan((held.x - event.clientX) / share, (held.y - event.clientY) / share);
        [held.x, held.y] = [event.clientX, event.clientY];
        if (!other || !before) return;
        const now = Math.hypot(held.x - other.x, held.y - other.y);
        this.zoom(now / before, this.pointAt((held.x + other.x) / 2, (held.y + other.y) / 2));
    }

    released(event) {
        const held = this.pointers.get(event.pointerId);
        this.pointers.delete(event.pointerId);
        if (held && held.travelled <= FAR && event.type === "pointerup") this.onPick(held.target);
    }

    /** A wheel scrolls the page, unless it is meant for the picture. */
    wheeled(event) {
        if (!event.ctrlKey && !event.metaKey && document.activeElement !== this.frame) return;
        event.preventDefault();
        const lines = event.deltaMode === 1 ? 16 : 1;
        this.zoom(Math.exp(-event.deltaY * lines * 0.002), this.pointAt(event.clientX, event.clientY));
    }

    keyed(event) {
        if (event.target !== this.frame || event.ctrlKey || event.metaKey || event.altKey) return;
        const moves = { ArrowLeft: [-60, 0], ArrowRight: [60, 0], ArrowUp: [0, -60], ArrowDown: [0, 60] };
        if (moves[event.key]) this.pan(...moves[event.key]);
        else if (event.key === "+" || event.key === "=") this.zoom(1.25);
        else if (event.key === "-") this.zoom(0.8);
        else if (event.key === "0") this.showAll();
        else return;
        event.preventDefault();
    }
}
