/* The timeline: a lane for each thread and one for memory. A store that waits in a buffer is a bar beside its lane,
 * from the step that buffers it down to the step in which it arrives. */

const TIMELINE = { row: 30, head: 30, numbers: 36, bar: 6, slots: 5, least: 94, most: 210, letter: 7.6 };

class Timeline {
  constructor(execution, words, goTo) {
    this.x = execution;
    this.words = words;
    this.goTo = goTo;
    this.box = $(".panel.timeline .scroll");
    this.rows = new RowWindow(this.box, TIMELINE.row, (first, end) => this.draw(first, end), TIMELINE.head);
    this.assignSlots();
    this.findNeeds();
    this.rows.setRows(this.x.last);
    this.rows.onResize = () => this.layOut();
    this.layOut();
    this.box.scrollTop = 0;
  }

  layOut() {
    this.measure();
    this.box.replaceChildren(this.head(), this.rows.canvas);
  }

  /* ---- where things are ---- */

  /* Bars of one thread lie side by side; what does not fit shares the last slot. */
  assignSlots() {
    this.slots = new Map();
    this.slotCounts = this.x.threads.map(() => 0);
    const taken = this.x.threads.map(() => []);
    this.x.steps.forEach((step, i) => {
      if (step.kind === "buffer") {
        const lane = taken[step.thread];
        let slot = lane.findIndex((store) => store === undefined);
        if (slot < 0) slot = lane.length;
        slot = Math.min(slot, TIMELINE.slots - 1);
        lane[slot] = i;
        this.slots.set(i, slot);
        this.slotCounts[step.thread] = Math.max(this.slotCounts[step.thread], slot + 1);
      } else if (step.kind === "commit" && step.source !== undefined) {
        const lane = taken[step.thread],
          slot = this.slots.get(step.source);
        if (lane[slot] === step.source) lane[slot] = undefined;
      }
    });
  }

  /* How wide the lanes would like to be, memory last; library calls may be cut. */
  findNeeds() {
    this.needs = [...this.x.threads, "memory"].map((name) => name.length * 8 + 8);
    const need = (lane, letters, more) =>
      (this.needs[lane] = Math.max(this.needs[lane], letters * TIMELINE.letter + more));
    for (const step of this.x.steps) {
      const letters = step.kind === "call" ? 0 : this.words.label(step).length;
      if (step.kind === "commit") need(this.x.threads.length, letters, 44);
      else need(step.thread, letters, 18);
      if (this.isDirect(step)) need(this.x.threads.length, `${step.place}=${step.value}`.length, 18);
    }
  }

  measure() {
    const spaces = this.slotCounts.map((slots) => slots * (TIMELINE.bar + 2) + 14);
    const room = this.box.clientWidth - TIMELINE.numbers - spaces.reduce((a, b) => a + b, 0) - 8;
    this.widths = shareRoom(this.needs, room, TIMELINE.least, TIMELINE.most);
    this.lefts = [TIMELINE.numbers];
    spaces.forEach((space, thread) => this.lefts.push(this.lefts[thread] + this.widths[thread] + space));
    this.memoryLeft = this.lefts.at(-1);
    this.width = this.memoryLeft + this.widths.at(-1) + 8;
  }

  left(thread) {
    return this.lefts[thread];
  }

  right(thread) {
    return this.lefts[thread] + this.widths[thread];
  }

  barLeft(i) {
    return this.right(this.x.steps[i].thread) + 5 + this.slots.get(i) * (TIMELINE.bar + 2);
  }

  head() {
    const lanes = this.x.threads.map((_, thread) =>
      make(
        "div",
        { class: `lane-name c${thread % 8}`, style: `left:${this.left(thread)}px;width:${this.widths[thread]}px` },
        threadTag(this.x, thread, true),
      ),
    );
    lanes.push(
      make(
        "div",
        { class: "lane-name", style: `left:${this.memoryLeft}px;width:${this.widths.at(-1)}px` },
        make("strong", {}, "memory"),
      ),
    );
    this.rows.canvas.style.width = `${this.width}px`;
    return make("div", { class: "lane-names", style: `width:${this.width}px;height:${TIMELINE.head}px` }, lanes);
  }

  /* ---- drawing ---- */

  show(position) {
    this.position = position;
    const row = Math.max(0, position - 1),
      step = this.x.stepAt(position);
    this.rows.showRow(row);
    if (step) this.rows.showColumn(...this.chipPlace(step));
    this.rows.redraw();
  }

  /* Left, and width. */
  chipPlace(step) {
    const lane = step.kind === "commit" ? this.x.threads.length : step.thread;
    return [this.lefts[lane], this.widths[lane]];
  }

  draw(first, end) {
    const parts = [];
    this.x.threads.forEach((_, thread) =>
      parts.push(
        make("div", {
          class: `lane-line c${thread % 8}`,
          style:
            `left:${this.left(thread) - 5}px;` +
            `top:${first * TIMELINE.row}px;height:${(end - first) * TIMELINE.row}px`,
        }),
      ),
    );
    for (const store of this.waitingIn(first, end)) parts.push(...this.bar(store, first, end));
    for (let row = first; row < end; row++) parts.push(this.drawRow(row));
    return parts;
  }

  /* The stores that wait in some row from `first` to `end`. */
  waitingIn(first, end) {
    const waiting = this.x.stateAt(first).buffers.flat();
    for (let i = first; i < Math.min(end, this.x.steps.length); i++)
      if (this.x.steps[i].kind === "buffer") waiting.push(i);
    return waiting;
  }

  bar(i, first, end) {
    const store = this.x.steps[i],
      H = TIMELINE.row;
    const from = Math.max(i, first - 1),
      arrival = store.commit ?? this.x.last,
      to = Math.min(arrival, end + 1);
    const isHere = i < this.position && (store.commit === undefined || store.commit >= this.position);
    const isMissed = this.x.stepAt(this.position)?.missed === i;
    const classes = `bar c${store.thread % 8}${isHere ? " full" : ""}${i >= this.position ? " future" : ""}${isMissed ? " missed" : ""}`;
    const bar = make("div", {
      class: classes,
      style:
        `left:${this.barLeft(i)}px;top:${from * H + H / 2}px;` + `height:${(to - from) * H}px;width:${TIMELINE.bar}px`,
    });
    explain(
      bar,
      `${this.words.name(i)} waits in the store buffer, ` +
        (store.commit === undefined ? "until the end." : `until step ${store.commit + 1}.`),
    );
    if (store.commit === undefined || store.commit >= end + 1) return [bar];
    const left = this.barLeft(i);
    return [
      bar,
      make("div", {
        class: `drain c${store.thread % 8}${store.commit >= this.position ? " future" : ""}`,
        style: `left:${left}px;top:${store.commit * H + H / 2}px;width:${this.memoryLeft - left}px`,
      }),
    ];
  }

  drawRow(row) {
    if (row === this.x.steps.length) return this.failureRow(row);
    const step = this.x.steps[row],
      isNow = row === this.position - 1;
    const classes = ["chip", `k-${step.kind}`, `c${step.thread % 8}`];
    if (step.missed !== undefined) classes.push("old");
    if (row >= this.position) classes.push("future");
    const [place, value] = this.words.labelParts(step),
      [left, width] = this.chipPlace(step);
    const chip = make(
      "button",
      {
        type: "button",
        tabindex: "-1",
        class: classes.join(" "),
        "aria-current": isNow && "step",
        style: `left:${left}px;width:${width}px`,
        title: step.text || place,
        onclick: () => this.goTo(row + 1),
      },
      step.kind === "commit" ? threadTag(this.x, step.thread) : "",
      make("span", { class: "what" }, place),
      value && make("span", { class: "value" }, value),
    );
    const tag =
      step.missed !== undefined && make("span", { class: "old-tag", style: `left:${left + width - 20}px` }, "old");
    return this.rowOf(row, isNow, chip, ...this.directWrite(step, row), tag);
  }

  /* A write that waits in no buffer is in memory at once. */
  isDirect(step) {
    return step.kind === "write" || (step.kind === "rmw" && step.old !== step.value);
  }

  directWrite(step, row) {
    if (!this.isDirect(step)) return [];
    const classes = `c${step.thread % 8}${row >= this.position ? " future" : ""}`;
    const from = this.right(step.thread);
    return [
      make("span", { class: `drain inside ${classes}`, style: `left:${from}px;width:${this.memoryLeft - from}px` }),
      make(
        "span",
        { class: `chip direct ${classes}`, style: `left:${this.memoryLeft}px;width:${this.widths.at(-1)}px` },
        make("span", { class: "what" }, step.place),
        make("span", { class: "value" }, `=${step.value}`),
      ),
    ];
  }

  failureRow(row) {
    const message = this.x.failure.message;
    const threads = this.x.failures.map((place) => place.thread);
    /* Without a place it is in the first lane. */
    const chips = (threads.length > 0 ? threads : [0]).map((thread) =>
      make(
        "button",
        {
          type: "button",
          tabindex: "-1",
          class: "chip k-failure",
          title: message,
          style: `left:${this.left(thread)}px;max-width:340px`,
          onclick: () => this.goTo(row + 1),
        },
        make("span", { class: "what" }, `✗ ${message}`),
      ),
    );
    return this.rowOf(row, this.position === this.x.last, ...chips);
  }

  rowOf(row, isNow, ...chips) {
    return make(
      "div",
      { class: `row${isNow ? " now" : ""}`, style: `top:${row * TIMELINE.row}px;width:${this.width}px` },
      make("span", { class: "number" }, row < this.x.steps.length ? String(row + 1) : ""),
      chips,
    );
  }
}
