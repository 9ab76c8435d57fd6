/* The event graph: reads, writes, fences, starts and joins, with the relations between them; and the cycle that shows
 * why no interleaving does the same.
 *
 * A store is one event, although it is two steps where there are buffers. An edge is { kind, from, to }, with steps as
 * ends; of a buffered store, the step that buffers it.
 *
 *   po    program order: the next event of the same thread
 *   rf    reads-from: the read takes its value from the write
 *   ws    write order: the second write overwrites the first
 *   fr    from-read: the read comes before the write, which overwrites what was read
 *   sync  a thread begins after it is started, and is joined after it has ended */

const RELATIONS = {
  po: "program order",
  rf: "reads from",
  ws: "overwrites",
  fr: "reads before",
  sync: "start and join",
};

class Relations {
  constructor(execution) {
    this.execution = execution;
    this.edges = [];
    this.at = new Map(); /* step -> its edges */
    this.events = execution.steps.flatMap((step, i) => (this.isEvent(step) ? [i] : []));
    this.events.forEach((i) => this.at.set(i, []));
    this.addProgramOrder();
    this.addMemoryEdges();
    this.addThreads();
    if (execution.circle) {
      this.cycle = this.givenCycle();
      this.onCycle = new Set(this.cycle.map((edge) => edge.key));
    } else {
      const cycle = this.findCycle();
      this.onCycle = new Set(cycle.map((edge) => edge.key));
      this.cycle = this.simplify(cycle);
    }
  }

  isEvent(step) {
    return ["read", "write", "buffer", "rmw", "fence", "start", "join"].includes(step.kind);
  }

  /* The event that a step belongs to: of a commit, the store. */
  eventOf(i) {
    if (i === undefined) return undefined;
    const step = this.execution.steps[i];
    if (step.kind === "commit") return step.source;
    return this.at.has(i) ? i : undefined;
  }

  add(kind, from, to) {
    if (from === undefined || to === undefined || from === to) return;
    const key = `${kind} ${from} ${to}`;
    if (this.at.get(from).some((edge) => edge.key === key)) return;
    const edge = { kind, from, to, key, isInner: this.thread(from) === this.thread(to) };
    this.edges.push(edge);
    this.at.get(from).push(edge);
    this.at.get(to).push(edge);
  }

  thread(i) {
    return this.execution.steps[i].thread;
  }

  addProgramOrder() {
    const latest = [];
    for (const i of this.events) {
      this.add("po", latest[this.thread(i)], i);
      latest[this.thread(i)] = i;
    }
  }

  addMemoryEdges() {
    const { steps } = this.execution;
    steps.forEach((step, i) => {
      const event = this.eventOf(i);
      const isRead = step.kind === "read" || step.kind === "rmw";
      const isWrite =
        step.kind === "write" || step.kind === "commit" || (step.kind === "rmw" && step.old !== step.value);
      if (event === undefined) return;
      if (isRead) this.add("rf", this.eventOf(step.source), event);
      if (isWrite) this.add("ws", event, this.eventOf(step.next));
      else if (isRead) this.add("fr", event, this.eventOf(step.next));
      /* What is still in a buffer gets into memory later than the read, if it ever does. */
      if (isRead) this.add("fr", event, step.missed);
    });
  }

  addThreads() {
    const first = [],
      last = [];
    for (const i of this.events) {
      first[this.thread(i)] ??= i;
      last[this.thread(i)] = i;
    }
    for (const i of this.events) {
      const step = this.execution.steps[i];
      if (step.kind === "start") this.add("sync", i, first[step.subject]);
      if (step.kind === "join") this.add("sync", last[step.subject], i);
    }
  }

  /* ---- the cycle ---- */

  /* That of a model which is known by axioms; it begins with something that the model does not keep. */
  givenCycle() {
    const links = this.execution.circle.map(({ relation, from, to, kept }) => {
      this.add(relation, from, to);
      return { kind: relation, from, to, key: `${relation} ${from} ${to}`, isKept: kept };
    });
    const first = Math.max(
      0,
      links.findIndex((edge) => !edge.isKept),
    );
    return [...links.slice(first), ...links.slice(0, first)];
  }

  following(i) {
    return this.at.get(i).filter((edge) => edge.from === i);
  }

  /* In an interleaving every edge goes forwards, so there is no cycle. One that is there shows what only buffers can
   * do. The shortest through one of the old reads, or else through any event that is on one. */
  findCycle() {
    const TRIES = 64;
    const old = this.execution.oldReads.slice(0, TRIES);
    const starts = old.length > 0 ? old : this.eventsOnCycles().slice(0, TRIES);
    let best = [];
    for (const start of starts) {
      const found = this.shortestCycle(start);
      if (found.length > 0 && (best.length === 0 || found.length < best.length)) best = found;
    }
    return best;
  }

  /* Those that are left when events without an edge to or from the others are taken away, again and again. */
  eventsOnCycles() {
    if (this.execution.buffers === "none") return [];
    const left = new Set(this.events),
      queue = [...this.events];
    while (queue.length > 0) {
      const i = queue.pop();
      if (!left.has(i)) continue;
      const edges = this.at.get(i);
      const comes = edges.some((edge) => edge.to === i && left.has(edge.from));
      const goes = edges.some((edge) => edge.from === i && left.has(edge.to));
      if (comes && goes) continue;
      left.delete(i);
      for (const edge of edges) queue.push(edge.from === i ? edge.to : edge.from);
    }
    return [...left];
  }

  /* Breadth first, from an event back to itself. */
  shortestCycle(start) {
    const arrivedBy = new Map();
    let front = [start];
    while (front.length > 0) {
      const next = [];
      for (const i of front)
        for (const edge of this.following(i)) {
          if (edge.to === start) return this.wayBack(start, edge, arrivedBy);
          if (arrivedBy.has(edge.to)) continue;
          arrivedBy.set(edge.to, edge);
          next.push(edge.to);
        }
      front = next;
    }
    return [];
  }

  wayBack(start, closing, arrivedBy) {
    const way = [closing];
    while (way[0].from !== start) way.unshift(arrivedBy.get(way[0].from));
    return way;
  }

  /* Edges inside of one thread that follow each other become one, of program order: it goes from where the cycle
   * enters the thread to where it leaves. If a read counts when it happens and a store when it reaches memory, all edges
   * between threads go forwards in time; so one of those inside goes backwards. The first is such a one. */
  simplify(cycle) {
    const between = cycle.findIndex((edge) => !edge.isInner) + 1,
      result = [];
    for (const edge of [...cycle.slice(between), ...cycle.slice(0, between)]) {
      const last = result.at(-1);
      if (edge.isInner && last?.isInner) result[result.length - 1] = { ...last, to: edge.to };
      else result.push(edge.isInner ? { ...edge, kind: "po" } : edge);
    }
    const first = Math.max(
      0,
      result.findIndex((edge) => this.isOvertaking(edge)),
    );
    return [...result.slice(first), ...result.slice(0, first)];
  }

  /* Program order that the machine did not keep: the store reached memory only after what comes behind it. */
  isOvertaking(edge) {
    if (edge.kind !== "po") return false;
    if (edge.isKept !== undefined) return !edge.isKept;
    const { steps } = this.execution,
      from = steps[edge.from],
      to = steps[edge.to];
    if (from.kind !== "buffer") return false;
    const arrival = from.commit ?? Infinity;
    if (to.kind === "read") return to.source !== edge.from && arrival > edge.to;
    return to.kind === "buffer" && arrival > (to.commit ?? Infinity);
  }
}
