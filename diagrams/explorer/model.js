/**
 * The flow, and where its rows lead: the rules of the engine's own chart, without games, guards and effects.
 * Phases and rows are known by their places in the data; a phase that may be missing is counted from 1.
 * A position is the innermost phase that the flow is in, and the callers that wait, the last one at the end.
 */
class Flow {
    constructor(data) {
        this.phases = data.phases;
        this.rows = data.rows;
        this.remarks = data.remarks;
        this.rowsOf = data.phases.map((_, phase) => data.rows.filter((row) => row.source === phase));
        this.called = new Set(data.rows.filter((row) => row.calls).map((row) => row.calls - 1));
        data.rows.forEach((row, place) => (row.place = place));
    }

    /** A phase and those around it, innermost first. */
    lineage(phase) {
        const found = [];
        for (let next = phase + 1; next; next = this.phases[next - 1].parent || 0) found.push(next - 1);
        return found;
    }

    /** The innermost phase that is entered when a row ends at a phase. */
    leafOf(phase) {
        const children = this.phases[phase].children || [];
        if (!children.length) return phase;
        return this.leafOf(children.find((child) => this.phases[child].initial) ?? children[0]);
    }

    start() {
        const outermost = this.phases.findIndex((phase) => phase.initial && !phase.parent);
        return this.standing(Math.max(outermost, 0));
    }

    /** The position in a phase, with nobody waiting. */
    standing(phase) {
        return { leaf: this.leafOf(phase), back: [] };
    }

    /** The rows that can be taken in a leaf, in the order tried: its own, then those of the phases around it. */
    rowsAt(leaf) {
        const refused = new Set();
        const found = [];
        for (const row of this.lineage(leaf).flatMap((phase) => this.rowsOf[phase])) {
            if (refused.has(row.event) || (row.done && !this.endsIn(leaf, row.source))) continue;
            if (row.refuses && row.sure) refused.add(row.event);
            else found.push(row);
        }
        return found;
    }

    /** Events that are refused in a leaf, each with the sentence of the innermost phase that refuses it. */
    refusedAt(leaf) {
        const known = new Set(this.rowsAt(leaf).map((row) => row.event));
        const found = new Map();
        for (const phase of this.lineage(leaf)) {
            for (const row of this.rowsOf[phase]) {
                if (row.refuses && row.sure && !found.has(row.event)) found.set(row.event, row.refuses);
            }
            for (const [at, event, sentence] of this.remarks) {
                if (at === phase && !found.has(event + 1) && !known.has(event + 1))
                    found.set(event + 1, sentence);
            }
        }
        return found;
    }

    /** Whether a phase has ended when a leaf is reached. */
    endsIn(leaf, phase) {
        return Boolean(this.phases[leaf].final) && this.phases[leaf].parent === phase + 1;
    }

    /** Where a row leads that is taken in a leaf. */
    landing(row, leaf) {
        return row.internal ? leaf : this.leafOf(row.target);
    }

    /** The phases that stay active while a row is taken. */
    domain(row) {
        if (row.calls) return this.lineage(row.calls - 1).slice(1);
        if (row.inside) return this.lineage(row.source);
        const above = this.lineage(row.target).slice(1);
        return this.lineage(row.source)
            .slice(1)
            .filter((phase) => above.includes(phase));
    }

    /** The callers that still wait after a row: a called phase that is left takes its caller with it. */
    waitingAfter(row, leaf, back) {
        if (row.calls) return [...back, { leaf, row }];
        if (row.internal) return back;
        const domain = this.domain(row);
        const waiting = [...back];
        for (let here = leaf; ; here = waiting.pop().leaf) {
            const called = waiting.length ? waiting.at(-1).row.calls - 1 : -1;
            const left = this.lineage(here);
            const kept = left.findIndex((phase) => domain.includes(phase));
            const end = left.indexOf(called);
            if (end < 0 || (kept >= 0 && kept <= end)) return waiting;
        }
    }

    /**
     * The position after a row, and the rows whose calls have ended with it. A called phase that has ended is left at
     * once. A row of elsewhere is taken where it can be: a list of rows may begin anywhere, and leave some out.
     */
    take(position, row) {
        const isHere = this.lineage(position.leaf).includes(row.source);
        const from = isHere ? position.leaf : this.leafOf(row.source);
        let back = this.waitingAfter(row, from, position.back);
        let leaf = this.landing(row, from);
        const ended = [];
        while (back.length && this.hasEnded(leaf, back.at(-1))) {
            const caller = back.at(-1);
            const { source, then } = caller.row;
            const way = { source, target: then ? then - 1 : source, internal: !then };
            ended.push(caller.row);
            back = this.waitingAfter(way, caller.leaf, back.slice(0, -1));
            leaf = this.landing(way, caller.leaf);
        }
        return { leaf, back, ended };
    }

    hasEnded(leaf, caller) {
        return this.endsIn(leaf, caller.row.calls - 1);
    }

    /** The name of a phase with those around it. */
    fullName(phase) {
        return this.lineage(phase)
            .reverse()
            .map((place) => this.phases[place].name)
            .join(" › ");
    }
}

/** Ids in a text: JSON, or words with commas, blanks or line ends between them. */
function idsIn(text) {
    try {
        const found = JSON.parse(text);
        const list = Array.isArray(found) ? found : (found.trace ?? found.rows);
        if (Array.isArray(list)) return list.map(String);
    } catch {
        // no JSON, so a list of words
    }
    return text.split(/[\s,]+/).filter(Boolean);
}
