/* The machine at one position: the store buffer of each thread, and memory. Where the model is known by axioms there is
 * no machine, and no memory that all threads see: each thread has what it has read and written last. */

class MachinePanel {
  constructor(execution, words, goTo) {
    this.x = execution;
    this.words = words;
    this.goTo = goTo;
    this.element = $("#machine");
  }

  show(position) {
    const state = this.x.stateAt(position),
      step = this.x.stepAt(position);
    const buffers = this.x.threads.map((_, thread) => this.thread(thread, state, position, step));
    this.element.replaceChildren(
      make("div", { class: "buffers" }, buffers),
      ...(this.x.hasMemory ? [this.memory(state, position, step)] : []),
    );
  }

  /* ---- a thread, with its buffer ---- */

  thread(thread, state, position, step) {
    const isActive = step && step.thread === thread;
    const isBuffered = this.x.isBuffered;
    return make(
      "div",
      { class: `thread-card c${thread % 8}${isActive ? " active" : ""}` },
      make(
        "div",
        { class: "thread-head" },
        threadTag(this.x, thread, true),
        make("span", { class: "status" }, this.status(thread, state, position)),
      ),
      isBuffered && this.buffer(thread, state.buffers[thread], position, step),
      !this.x.hasMemory && this.view(thread, state, position, step),
    );
  }

  status(thread, state, position) {
    if (!state.started.has(thread)) return "not started";
    const failure = position === this.x.last && this.x.failures.find((place) => place.thread === thread);
    if (failure) return `fails in line ${failure.line}`;
    if (state.ended.has(thread)) return "ended";
    for (let i = Math.min(position, this.x.steps.length) - 1; i >= 0; i--)
      if (this.x.steps[i].thread === thread && this.x.steps[i].file) return `line ${this.x.steps[i].line}`;
    return thread === 0 ? "" : "started";
  }

  /* What the thread has read and written last, by place. */
  view(thread, state, position, step) {
    const seen = state.views[thread];
    const places = this.placesToShow(position).filter((place) => seen.has(place.key));
    return make(
      "div",
      { class: "memory view" },
      places.length === 0 && make("span", { class: "empty" }, "has seen nothing yet"),
      make(
        "dl",
        {},
        places.map((place) => this.seen(place, seen.get(place.key), position, step)),
      ),
    );
  }

  seen(place, held, position, step) {
    const classes = ["cell"];
    if (held.step === position - 1) classes.push(step?.missed === undefined ? "changed" : "old");
    return make("div", { class: classes.join(" ") }, make("dt", {}, place.name), make("dd", {}, held.value));
  }

  /* One queue, or one for each place; the oldest store is next to memory. */
  buffer(thread, stores, position, step) {
    const queues = new Map();
    for (const store of stores) {
      const key = this.x.buffers === "per place" ? this.x.keyOf(this.x.steps[store]) : "";
      queues.set(key, [...(queues.get(key) ?? []), store]);
    }
    const leaving = step?.kind === "commit" && step.thread === thread && step.address !== undefined;
    const label =
      `Store buffer of ${this.x.threads[thread]}: ` +
      (stores.length === 0 ? "empty" : stores.map((i) => this.words.equation(this.x.steps[i]).code).join(", "));
    return make(
      "div",
      { class: "buffer", role: "img", "aria-label": label },
      stores.length === 0 && !leaving && make("span", { class: "empty" }, "buffer empty"),
      leaving &&
        make("div", { class: "queue" }, make("span", { class: "slot leaving" }, `${this.words.equation(step).code} →`)),
      [...queues.values()].map((queue) => this.queue(queue, position)),
    );
  }

  queue(stores, position) {
    const SHOWN = 8,
      hidden = stores.length - SHOWN;
    const shown = hidden > 0 ? [...stores.slice(0, SHOWN - 2), ...stores.slice(-2)] : stores;
    const slots = shown.map((i) => this.slot(i, position));
    if (hidden > 0) slots.splice(SHOWN - 2, 0, make("span", { class: "more" }, `${hidden} more`));
    return make("div", { class: "queue" }, slots.reverse());
  }

  slot(i, position) {
    const store = this.x.steps[i],
      step = this.x.stepAt(position);
    const classes = ["slot"];
    if (i === position - 1) classes.push("new");
    if (step?.missed === i) classes.push("missed");
    const slot = make(
      "button",
      { type: "button", tabindex: "-1", class: classes.join(" "), onclick: () => this.goTo(i + 1) },
      this.words.equation(store).code,
    );
    slot.title =
      `stored in step ${i + 1}, ` +
      (store.commit === undefined ? "never arrives" : `arrives in step ${store.commit + 1}`);
    return slot;
  }

  /* ---- memory ---- */

  /* Of many places, those that are used near this position. */
  placesToShow(position) {
    const LIMIT = 60,
      NEAR = 40;
    const all = [...this.x.places.values()];
    if (all.length <= LIMIT) return all;
    const near = (place) => place.uses.some((i) => Math.abs(i - position) < NEAR);
    return all.filter(near).slice(0, LIMIT);
  }

  memory(state, position, step) {
    const places = this.placesToShow(position),
      hidden = this.x.places.size - places.length;
    return make(
      "div",
      { class: "memory" },
      make(
        "div",
        { class: "thread-head" },
        make("strong", {}, "memory"),
        hidden > 0 && make("span", { class: "status" }, `${count(hidden, "place")} not used near this step left out`),
      ),
      make(
        "dl",
        {},
        places.map((place) => this.cell(place, state, position, step)),
      ),
    );
  }

  cell(place, state, position, step) {
    const held = state.memory.get(place.key);
    const isTouched = step?.address !== undefined && this.x.keyOf(step) === place.key && step.kind !== "buffer";
    const classes = ["cell"];
    if (held && held.step === position - 1 && position > 0) classes.push("changed");
    else if (isTouched && !step.from_buffer) classes.push("read");
    if (isTouched && step.missed !== undefined) classes.push("old");
    return make(
      "div",
      { class: classes.join(" ") },
      make("dt", {}, place.name),
      make("dd", {}, held ? held.value : "–"),
    );
  }
}
