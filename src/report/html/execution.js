/* An execution as the page shows it: steps, and what memory and store buffers hold at each position.
 *
 * Position 0 is the beginning. At position p, steps[p - 1] has just happened; a person sees it as step p. The last
 * position is behind all steps: there the property is violated. */

class Execution {
  constructor(result) {
    const violation = result.violation;
    this.model = result.model;
    this.buffers = models.get(result.model).buffers;
    this.isBuffered = this.buffers === "one" || this.buffers === "per place";
    this.hasMemory = this.buffers !== "unknown";
    this.failure = violation;
    this.threads = [...violation.threads];
    /* Where it fails: one place, two, or none, if it is a state in which the program hangs or ends. */
    this.failures = [violation, violation.other].filter((place) => place?.thread !== undefined);
    /* A program may fail before anything happens that is worth a step. */
    const most = Math.max(0, ...this.failures.map((place) => place.thread));
    for (let i = this.threads.length; i <= most; i++) this.threads.push(i === 0 ? "main" : `T${i}`);
    /* Who reads a store of its own out of its buffer sees the newest value there is for it. */
    this.steps = violation.steps.map((step) => (step.from_buffer ? { ...step, missed: undefined } : step));
    /* Why no interleaving does it, where the model is known by axioms. */
    this.circle = violation.circle;
    this.last = this.steps.length + 1;
    this.oldReads = this.steps.flatMap((step, i) => (step.missed === undefined ? [] : [i]));
    this.findPlaces();
    this.findLanes();
  }

  /* "T1" for "T1 (writer)". */
  shortName(thread) {
    return this.threads[thread].split(" ")[0];
  }

  stepAt(position) {
    return position >= 1 && position < this.last ? this.steps[position - 1] : undefined;
  }

  /* What a position is about, for the source: a step, or where it fails. */
  placesAt(position) {
    return position === this.last ? this.failures : [this.stepAt(position)].filter(Boolean);
  }

  /* Commits and ends have no line: then that of the step that the thread did last. */
  findLanes() {
    this.lineOf = [];
    const lines = [];
    this.steps.forEach((step, i) => {
      if (step.file) lines[step.thread] = { file: step.file, line: step.line };
      this.lineOf[i] = lines[step.thread];
      if (step.kind === "commit" && step.source !== undefined) this.lineOf[i] = this.steps[step.source];
    });
  }

  /* ---- memory ---- */

  keyOf(step) {
    return `${step.address}/${step.size}`;
  }

  /* The places that the execution touches, in the order in which it does. */
  findPlaces() {
    this.places = new Map();
    this.steps.forEach((step, i) => {
      if (step.address === undefined) return;
      const key = this.keyOf(step);
      if (!this.places.has(key)) {
        const start = BigInt(step.address);
        this.places.set(key, {
          key,
          name: step.place,
          initial: step.initial,
          uses: [],
          others: [],
          start,
          end: start + BigInt(step.size),
        });
      }
      this.places.get(key).uses.push(i);
    });
    const sorted = [...this.places.values()].sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
    sorted.forEach((place, i) => {
      for (let k = i + 1; k < sorted.length && sorted[k].start < place.end; k++) {
        place.others.push(sorted[k]);
        sorted[k].others.push(place);
      }
    });
  }

  /* Goes through the first `position` steps: memory by key, as { value, step }, and the stores that wait in the
   * buffers, by thread, oldest first; and what each thread has read and written last, as memory. */
  stateAt(position) {
    const state = {
      memory: new Map(),
      buffers: this.threads.map(() => []),
      views: this.threads.map(() => new Map()),
      started: new Set([0]),
      ended: new Set(),
    };
    for (const place of this.places.values())
      if (place.initial !== undefined) state.memory.set(place.key, { value: place.initial, step: -1 });
    const end = Math.min(position, this.steps.length);
    for (let i = 0; i < end; i++) this.takeStep(state, i);
    return state;
  }

  takeStep(state, i) {
    const step = this.steps[i];
    if (["read", "write", "rmw"].includes(step.kind))
      state.views[step.thread].set(this.keyOf(step), { value: step.value, step: i });
    switch (step.kind) {
      case "start":
        state.started.add(step.subject);
        break;
      case "end":
        state.ended.add(step.thread);
        break;
      case "read":
        /* Of an object that did not exist in the beginning, this is the first that is known. */
        if (!step.from_buffer && !state.memory.has(this.keyOf(step)))
          state.memory.set(this.keyOf(step), { value: step.value, step: -1 });
        break;
      case "buffer":
        state.buffers[step.thread].push(i);
        break;
      case "commit":
        state.buffers[step.thread] = state.buffers[step.thread].filter((store) => store !== step.source);
        if (step.address !== undefined) this.setMemory(state, step, i);
        break;
      case "write":
      case "rmw":
        this.setMemory(state, step, i);
        break;
    }
  }

  setMemory(state, step, i) {
    const key = this.keyOf(step);
    state.memory.set(key, { value: step.value, step: i });
    for (const other of this.places.get(key).others)
      state.memory.set(other.key, { value: `changed with ${step.place}`, step: i });
  }
}
