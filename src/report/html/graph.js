/* The event graph: a column for each thread, and an arrow for each pair of a relation (relations.js). An event is below
 * those that it follows in its thread, and not above the write that it reads from; it need not be below what happened
 * earlier elsewhere, so that a litmus test looks as in a book; but in long executions, what happens about the same
 * time is not far apart. */

const GRAPH = { row: 58, box: 30, left: 14, head: 30, least: 100, most: 210, gap: 60, letter: 7.6 };

class Graph {
  constructor(execution, relations, words, goTo) {
    Object.assign(this, { x: execution, relations, words, goTo });
    this.shown = new Set(Object.keys(RELATIONS));
    this.box = $(".panel.graph .scroll");
    this.assignRows();
    this.rows = new RowWindow(this.box, GRAPH.row, (first, end) => this.draw(first, end), GRAPH.head);
    this.rows.setRows(this.levels.length);
    this.rows.onResize = () => this.layOut();
    this.layOut();
    this.addSwitches();
  }

  layOut() {
    const needs = this.x.threads.map((name) => name.length * 7);
    for (const i of this.relations.events) {
      const step = this.x.steps[i];
      needs[step.thread] = Math.max(needs[step.thread], this.words.label(step).length * GRAPH.letter + 14);
    }
    const room = this.box.clientWidth - GRAPH.left - 34 - (needs.length - 1) * GRAPH.gap;
    this.widths = shareRoom(needs, room, GRAPH.least, GRAPH.most);
    this.lefts = [GRAPH.left];
    this.widths.forEach((width, thread) => this.lefts.push(this.lefts[thread] + width + GRAPH.gap));
    this.width = this.lefts.at(-1) - GRAPH.gap + 34;
    this.rows.canvas.style.width = `${this.width}px`;
    this.box.replaceChildren(this.head(), this.rows.canvas);
  }

  /* ---- where things are ---- */

  assignRows() {
    this.rowOf = new Map();
    this.levels = []; /* row -> events */
    const below = this.x.threads.map(() => 0),
      APART = 4;
    const { steps } = this.x;
    for (const i of this.relations.events) {
      const thread = steps[i].thread;
      let row = Math.max(below[thread], this.levels.length - APART);
      for (const edge of this.relations.at.get(i))
        if (edge.to === i && edge.from < i && (edge.kind === "rf" || edge.kind === "sync"))
          row = Math.max(row, this.rowOf.get(edge.from) + (edge.kind === "sync" ? 1 : 0));
      this.rowOf.set(i, row);
      below[thread] = row + 1;
      (this.levels[row] ??= []).push(i);
    }
    for (let row = 0; row < this.levels.length; row++) this.levels[row] ??= [];
  }

  left(i) {
    return this.lefts[this.x.steps[i].thread];
  }

  boxWidth(i) {
    return this.widths[this.x.steps[i].thread];
  }

  middle(i) {
    return this.rowOf.get(i) * GRAPH.row + GRAPH.row / 2;
  }

  head() {
    return make(
      "div",
      { class: "lane-names", style: `width:${this.width}px;height:${GRAPH.head}px` },
      this.x.threads.map((_, thread) =>
        make(
          "div",
          { class: "lane-name", style: `width:${this.widths[thread] + GRAPH.gap - 6}px;left:${this.lefts[thread]}px` },
          threadTag(this.x, thread, true),
        ),
      ),
    );
  }

  addSwitches() {
    $(".relations").replaceChildren(
      ...Object.entries(RELATIONS)
        .filter(([kind]) => kind !== "sync")
        .map(([kind, meaning]) => {
          const box = make("input", { type: "checkbox", checked: true, "aria-label": `${kind}: ${meaning}` });
          box.addEventListener("change", () => {
            if (box.checked) this.shown.add(kind);
            else this.shown.delete(kind);
            this.rows.redraw();
          });
          return make("label", { class: `relation e-${kind}`, title: meaning }, box, kind);
        }),
    );
  }

  /* ---- drawing ---- */

  show(position) {
    this.position = position;
    this.current = this.relations.eventOf(position >= 1 && position < this.x.last ? position - 1 : undefined);
    const near = this.current ?? this.relations.events.findLast((i) => i < position);
    if (near !== undefined) {
      this.rows.showRow(this.rowOf.get(near));
      this.rows.showColumn(this.left(near) - 12, this.boxWidth(near) + 30);
    } else {
      this.box.scrollTop = 0;
    }
    this.rows.redraw();
  }

  draw(first, end) {
    const events = [];
    for (let row = first; row < end; row++) events.push(...this.levels[row]);
    const svg = makeSvg(
      "svg",
      { width: this.width, height: this.levels.length * GRAPH.row, role: "group", "aria-label": "Event graph" },
      this.arrowHeads(),
    );
    const edges = this.edgesOf(events);
    /* What matters is on top. */
    edges.sort((a, b) => this.weight(a) - this.weight(b));
    for (const edge of edges) svg.append(this.drawEdge(edge));
    for (const i of events) svg.append(this.drawEvent(i));
    return [svg];
  }

  /* Those that begin or end at these events. Inside of one thread, program order says it all: other edges there are
   * shown for the event of the current step only, and where a value came out of the buffer. */
  edgesOf(events) {
    const LIMIT = 400,
      found = new Map();
    for (const i of events)
      for (const edge of this.relations.at.get(i)) {
        if (found.size >= LIMIT) break;
        const isOwn = edge.isInner && edge.kind !== "po" && !this.x.steps[edge.to].from_buffer;
        if (this.shown.has(edge.kind) && (!isOwn || this.touches(edge))) found.set(edge.key, edge);
      }
    return [...found.values()];
  }

  touches(edge) {
    return edge.from === this.current || edge.to === this.current;
  }

  weight(edge) {
    const order = { sync: 0, po: 1 }[edge.kind] ?? 2;
    return (this.touches(edge) ? 8 : 0) + (this.relations.onCycle.has(edge.key) ? 4 : 0) + order;
  }

  arrowHeads() {
    return makeSvg(
      "defs",
      {},
      ...Object.keys(RELATIONS).map((kind) =>
        makeSvg(
          "marker",
          {
            id: `head-${kind}`,
            class: `e-${kind}`,
            viewBox: "0 0 8 8",
            refX: 7,
            refY: 4,
            markerWidth: 8,
            markerHeight: 8,
            markerUnits: "userSpaceOnUse",
            orient: "auto",
          },
          makeSvg("path", { d: "M0 0.6 L8 4 L0 7.4 z" }),
        ),
      ),
    );
  }

  /* The curve, and where its label stands. */
  curve(edge) {
    const from = this.left(edge.from),
      to = this.left(edge.to),
      a = this.middle(edge.from),
      b = this.middle(edge.to);
    const W = this.boxWidth(edge.from),
      half = GRAPH.box / 2;
    if (from === to && edge.kind === "po") {
      const x = from + W / 2;
      return { path: `M${x} ${a + half} L${x} ${b - half - 1}`, x: x + 20, y: (a + b) / 2 + 4 };
    }
    if (from === to) {
      const side = from + W,
        out = side + 26 + Math.min(20, Math.abs(b - a) / 12);
      return { path: `M${side} ${a} C${out} ${a} ${out} ${b} ${side + 1} ${b}`, x: side + 22, y: (a + b) / 2 + 4 };
    }
    const offset = { rf: -6, ws: 0, fr: 6, sync: 0 }[edge.kind] ?? 0;
    const isRight = to > from,
      x1 = isRight ? from + W : from,
      x2 = isRight ? to - 1 : to + this.boxWidth(edge.to) + 1;
    const y1 = a + offset,
      y2 = b + offset,
      pull = Math.max(36, Math.abs(x2 - x1) * 0.4) * (isRight ? 1 : -1);
    /* A third of the way along, so that labels of crossing edges do not meet. */
    const t = edge.kind === "ws" ? 0.5 : 0.3,
      u = 1 - t;
    const at = (p0, p1, p2, p3) => u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
    return {
      path: `M${x1} ${y1} C${x1 + pull} ${y1} ${x2 - pull} ${y2} ${x2} ${y2}`,
      x: at(x1, x1 + pull, x2 - pull, x2),
      y: at(y1, y1, y2, y2) + 4,
    };
  }

  drawEdge(edge) {
    const { path, x, y } = this.curve(edge),
      text = this.words.edge(edge);
    const isOnCycle = this.relations.onCycle.has(edge.key);
    const classes = ["edge", `e-${edge.kind}`];
    if (this.touches(edge)) classes.push("current");
    if (isOnCycle) classes.push("on-cycle");
    if (edge.from >= this.position || edge.to >= this.position) classes.push("future");
    const canFocus = this.touches(edge) || isOnCycle;
    const group = makeSvg(
      "g",
      { class: classes.join(" "), tabindex: canFocus ? 0 : -1, role: "img", "aria-label": text, "data-edge": edge.key },
      makeSvg("path", { class: "hit", d: path }),
      makeSvg("path", { class: "stroke", d: path, "marker-end": `url(#head-${edge.kind})` }),
    );
    if (edge.kind !== "sync" && (edge.kind !== "po" || isOnCycle || this.touches(edge)))
      group.append(makeSvg("text", { x, y, "text-anchor": "middle" }, edge.kind));
    return explain(group, text);
  }

  drawEvent(i) {
    const step = this.x.steps[i],
      x = this.left(i),
      y = this.middle(i) - GRAPH.box / 2;
    const width = this.boxWidth(i),
      CHARACTERS = Math.floor((width - 10) / GRAPH.letter);
    const classes = ["event", `k-${step.kind}`, `c${step.thread % 8}`];
    const waits = step.kind === "buffer" && i < this.position && (step.commit ?? Infinity) >= this.position;
    if (step.missed !== undefined) classes.push("old");
    if (waits) classes.push("waits");
    if (i >= this.position) classes.push("future");
    if (i === this.current) classes.push("current");
    const shown = this.words.shortLabel(step, CHARACTERS);
    const group = makeSvg(
      "g",
      { class: classes.join(" "), onclick: () => this.goTo(i + 1), "data-step": i + 1 },
      makeSvg("rect", { x, y, width, height: GRAPH.box, rx: 6 }),
      makeSvg("text", { x: x + width / 2, y: y + GRAPH.box / 2 + 4.5, "text-anchor": "middle" }, shown),
    );
    if (step.missed !== undefined) group.append(this.badge(x, y, "old value", "old-badge"));
    else if (waits) group.append(this.badge(x, y, "in buffer", "wait-badge"));
    return explain(group, `${this.words.name(i)}: ${step.text}`);
  }

  badge(x, y, text, name) {
    return makeSvg("text", { class: name, x: x + 1, y: y - 4 }, text);
  }
}

/* ---- why no interleaving does the same ---- */

function drawCycle(execution, relations, words, goTo) {
  const section = $("#cycle"),
    { cycle } = relations;
  section.hidden = cycle.length === 0;
  if (section.hidden) return;
  const items = [];
  const short = (i) =>
    make(
      "button",
      { type: "button", class: `event-link c${execution.steps[i].thread % 8}`, onclick: () => goTo(i + 1) },
      threadTag(execution, execution.steps[i].thread),
      " ",
      make("code", {}, words.label(execution.steps[i])),
    );
  cycle.forEach((edge) => {
    const isBroken = relations.isOvertaking(edge);
    items.push(
      make(
        "li",
        {},
        short(edge.from),
        explain(
          make(
            "span",
            { class: `edge-name e-${edge.kind}${isBroken ? " broken" : ""}`, tabindex: 0 },
            isBroken ? `${edge.kind}, not kept →` : `${edge.kind} →`,
          ),
          words.edge(edge),
        ),
      ),
    );
  });
  items.push(make("li", { class: "closing" }, short(cycle[0].from)));
  section.replaceChildren(
    make("h2", { id: "cycle-title" }, "Why no interleaving does this"),
    make(
      "p",
      {},
      "Under SC each of these comes before the next, and the last before the first. ",
      `${execution.model} can do it because it does not keep the program order marked here.`,
    ),
    make("ol", { class: "chain" }, items),
  );
}
