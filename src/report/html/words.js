/* What a step means, in sentences. A sentence is a list of parts: text, { thread }, { code } or { step }. */

class Words {
  constructor(execution, relations) {
    this.x = execution;
    this.relations = relations;
    this.findReaders();
    this.findChanges();
    this.findOvertaking();
    this.clues = this.x.steps.flatMap((step, i) => (this.isClue(step, i) ? [i] : []));
  }

  /* Steps to look at: reads of old values, stores that overtake others, and writes by somebody who does not know what has
   * changed. */
  isClue(step, i) {
    if (step.missed !== undefined) return true;
    switch (step.kind) {
      case "commit":
        return this.overtakes.has(i);
      case "rmw":
        return this.comeBack(step, i).length > 0;
      case "write":
      case "buffer":
        return this.unseen(step, i).length > 0;
      default:
        return false;
    }
  }

  nextClue(position, direction) {
    const positions = this.clues.map((i) => i + 1);
    return direction > 0
      ? (positions.find((p) => p > position) ?? positions[0])
      : positions.findLast((p) => p < position);
  }

  /* For each write: the thread's last read of the place, and what the others have written there since, if anything. */
  findChanges() {
    const MOST = 64,
      reads = new Map(),
      writes = new Map();
    this.changes = new Map();
    this.x.steps.forEach((step, i) => {
      if (step.address === undefined) return;
      const key = this.x.keyOf(step),
        mine = `${key} ${step.thread}`,
        all = writes.get(key) ?? [];
      const last = reads.get(mine);
      if (last && step.kind !== "read" && step.kind !== "commit") {
        const since = all
          .slice(Math.max(last.count, all.length - MOST))
          .filter((w) => this.x.steps[w].thread !== step.thread);
        if (since.length > 0) this.changes.set(i, { read: last.read, writes: since });
      }
      if (step.kind === "write" || step.kind === "commit" || (step.kind === "rmw" && step.old !== step.value)) {
        all.push(i);
        writes.set(key, all);
      }
      if (step.kind === "read" || step.kind === "rmw")
        reads.set(mine, { read: i, count: (writes.get(key) ?? all).length });
    });
  }

  /* Arrivals of stores while older ones of the same thread still wait. */
  findOvertaking() {
    const waiting = this.x.threads.map(() => []);
    this.overtakes = new Set();
    this.x.steps.forEach((step, i) => {
      const queue = waiting[step.thread];
      if (step.kind === "buffer") queue.push(i);
      if (step.kind !== "commit" || step.source === undefined) return;
      const at = queue.indexOf(step.source);
      if (at > 0) this.overtakes.add(i);
      queue.splice(at, 1);
    });
  }

  /* For each store, the reads that missed it. */
  findReaders() {
    this.missedBy = new Map();
    for (const i of this.x.oldReads) {
      const store = this.x.steps[i].missed;
      this.missedBy.set(store, [...(this.missedBy.get(store) ?? []), i]);
    }
  }

  equation(step, value = step.value) {
    return { code: `${step.place} = ${value}` };
  }

  /* ---- the sentence in the foreground ---- */

  sentence(position) {
    if (position === 0) return this.beginning();
    if (position === this.x.last) return this.failure();
    const i = position - 1,
      step = this.x.steps[i],
      who = { thread: step.thread };
    switch (step.kind) {
      case "read":
        return this.read(step, who);
      case "write":
        return [who, " writes ", this.equation(step), " to memory."];
      case "buffer":
        return this.buffer(step, i, who);
      case "commit":
        return this.commit(step, who);
      case "rmw":
        return this.rmw(step, who);
      case "fence":
        return [who, " passes a fence", this.emptyBuffer(step, i), "."];
      case "start":
        return [who, " starts ", { thread: step.subject }, "."];
      case "join":
        return [who, " has waited for ", { thread: step.subject }, ", which has ended."];
      case "end":
        return [who, " ends."];
      case "call":
        return [who, " goes through ", { code: this.callText(step) || "a library call" }, "."];
      default:
        return [who, ` ${step.text}.`];
    }
  }

  failure() {
    const who = this.x.failures.flatMap((place, k) => [k > 0 ? " and " : "", { thread: place.thread }]);
    const verb = ["The execution ends in a failure: ", " fails: ", " fail together: "][this.x.failures.length];
    return [...who, verb, { code: this.x.failure.message }, "."];
  }

  beginning() {
    const n = this.x.steps.length,
      old = this.x.oldReads,
      clues = old.length > 0 ? old : this.clues;
    const parts = [
      n === 0 ? `Under ${this.x.model} this fails at once: ` : `${count(n, "step")} under ${this.x.model} lead to `,
      { code: this.x.failure.message },
      ".",
    ];
    if (clues.length > 0) {
      parts.push(
        old.length === 0 ? " Look at " : old.length === 1 ? " An old value is read in " : " Old values are read in ",
      );
      const SHOWN = 5;
      clues.slice(0, SHOWN).forEach((i, k) => parts.push(k > 0 ? ", " : "", { step: i }));
      parts.push(clues.length > SHOWN ? ", …" : ".");
    }
    return parts;
  }

  read(step, who) {
    const parts = [who, " reads ", this.equation(step)];
    if (step.missed !== undefined) {
      const store = this.x.steps[step.missed];
      parts.push(
        " because ",
        { thread: store.thread },
        "’s store ",
        this.equation(store),
        this.whyNotSeen(),
      );
    } else if (step.from_buffer) {
      parts.push(" from its own store buffer.");
    } else if (step.source === undefined) {
      parts.push(step.initial === undefined ? "." : ", the initial value.");
    } else {
      parts.push(", ", ...this.origin(step), ".");
    }
    return parts;
  }

  /* Why a store is not seen: models that are known by axioms alone have no buffers. */
  whyNotSeen() {
    return !this.x.isBuffered ? " has not come to it." : " is still in its store buffer.";
  }

  /* Where a value in memory came from. */
  origin(step) {
    const source = this.x.steps[step.source];
    const verb = source.kind === "commit" ? " stored; it arrived in " : " wrote in ";
    if (source.thread === step.thread) return ["which it ", verb.trimStart(), { step: step.source }];
    return ["which ", { thread: source.thread }, verb, { step: step.source }];
  }

  buffer(step, i, who) {
    const parts = [who, " stores ", this.equation(step), " into its store buffer"];
    const held = this.x.stateAt(i).memory.get(this.x.keyOf(step));
    if (held && held.value !== step.value) parts.push(". The others still see ", this.equation(step, held.value));
    return [...parts, "."];
  }

  commit(step, who) {
    if (step.address === undefined) return [{ code: step.place }, " is gone for all threads."];
    return [who, "’s store ", this.equation(step), " arrives in memory. From now on all threads see it."];
  }

  rmw(step, who) {
    const change = step.old === step.value ? [" and leaves it"] : [" and writes ", { code: step.value }];
    const parts = [who, " reads ", this.equation(step, step.old), ...change, ", atomically"];
    if (step.missed === undefined) return [...parts, "."];
    const store = this.x.steps[step.missed];
    return [
      ...parts,
      "; ",
      { thread: store.thread },
      "’s store ",
      this.equation(store),
      this.whyNotSeen(),
    ];
  }

  emptyBuffer(step, i) {
    return this.x.isBuffered && this.x.stateAt(i).buffers[step.thread].length === 0
      ? ": its store buffer is empty"
      : "";
  }

  /* The call that begins at the step's column, up to the parenthesis that closes it; else the line. */
  callText(step) {
    const line = sourceLine(step.file, step.line),
      text = line.slice(step.column - 1);
    if (!/^\w+\s*\(/.test(text)) return line.trim();
    let depth = 0;
    for (let i = 0; i < text.length; i++) {
      if (text[i] === "(") depth++;
      if (text[i] === ")" && --depth === 0) return text.slice(0, i + 1);
    }
    return text;
  }

  /* ---- what else there is to say: a list of sentences ---- */

  notes(position) {
    const i = position - 1,
      step = this.x.stepAt(position);
    if (!step) return position === 0 ? [["Step through it with the arrow keys, or the slider."]] : this.failureNotes();
    switch (step.kind) {
      case "read":
        return this.readNotes(step);
      case "buffer":
        return [...this.fate(step), ...this.unseen(step, i)];
      case "commit":
        return [...this.overtaken(step, i), ...this.tooLate(step)];
      case "write":
        return this.unseen(step, i);
      case "rmw":
        return this.comeBack(step, i);
      default:
        return [];
    }
  }

  readNotes(step) {
    if (step.missed !== undefined) {
      const store = this.x.steps[step.missed];
      return [["Stored in ", { step: step.missed }, ", it ", ...this.arrival(store)]];
    }
    if (step.from_buffer && step.source !== undefined)
      return [
        [
          "Stored in ",
          { step: step.source },
          "; a thread sees its own stores at once, the others only when they arrive.",
        ],
      ];
    return [];
  }

  arrival(store) {
    return store.commit === undefined
      ? ["does not reach memory before the end."]
      : ["reaches memory in ", { step: store.commit }, "."];
  }

  fate(store) {
    return [["It ", ...this.arrival(store)]];
  }

  failureNotes() {
    if (this.clues.length === 0) return [];
    return [["What led to it: see ", ...this.clues.slice(-4).flatMap((i, k) => [k > 0 ? ", " : "", { step: i }]), "."]];
  }

  /* Where each place has its own queue, stores to different places need not arrive in order. */
  overtaken(step, i) {
    if (!this.overtakes.has(i)) return [];
    const older = this.x.stateAt(i).buffers[step.thread].filter((store) => store < step.source);
    const first = this.x.steps[older[0]];
    return [
      [
        "It overtakes ",
        this.equation(first),
        " of ",
        { step: older[0] },
        older.length > 1 ? ` and ${count(older.length - 1, "other store")}` : "",
        `, which still waits: ${this.x.model} keeps only stores to the same place in order.`,
      ],
    ];
  }

  tooLate(step) {
    return (this.missedBy.get(step.source) ?? []).slice(0, 3).map((i) => {
      const read = this.x.steps[i];
      return [
        "Too late for ",
        { thread: read.thread },
        ", which has read ",
        this.equation(read),
        " in ",
        { step: i },
        ".",
      ];
    });
  }

  /* A lost update. */
  unseen(step, i) {
    const { read, writes } = this.changes.get(i) ?? {};
    if (read === undefined) return [];
    const latest = this.x.steps[writes.at(-1)],
      seen = this.x.steps[read];
    if (latest.value === seen.value) return [];
    return [
      [
        "It does not know of ",
        { thread: latest.thread },
        "’s ",
        this.equation(latest),
        " of ",
        { step: writes.at(-1) },
        ": it last read ",
        { code: seen.place },
        " in ",
        { step: read },
        ", as ",
        { code: seen.value },
        ".",
      ],
    ];
  }

  /* ABA: the value is the same again, but not what it meant. */
  comeBack(step, i) {
    const { read, writes } = this.changes.get(i) ?? {};
    if (read === undefined || step.old === step.value || this.x.steps[read].value !== step.old) return [];
    const values = writes.slice(-4).map((w) => this.x.steps[w].value);
    return [
      [
        "It finds the value that it read in ",
        { step: read },
        ", but ",
        { code: step.place },
        " has changed ",
        `${writes.length === 1 ? "once" : `${writes.length} times`} since: `,
        { code: [this.x.steps[read].value, ...(writes.length > 4 ? ["…"] : []), ...values].join(" → ") },
        ".",
      ],
    ];
  }

  /* ---- events and edges ---- */

  /* Short, for boxes: the place, which may be cut if there is no room, and the value. */
  labelParts(step) {
    switch (step.kind) {
      case "read":
        return [`R ${step.place}`, `=${step.value}`];
      case "write":
      case "buffer":
        return [`W ${step.place}`, `=${step.value}`];
      case "commit":
        return step.address === undefined ? [step.place, " is gone"] : [step.place, `=${step.value}`];
      case "rmw":
        return [`U ${step.place}`, step.old === step.value ? `=${step.old}` : `=${step.old}→${step.value}`];
      case "start":
        return [`starts ${this.x.shortName(step.subject)}`, ""];
      case "join":
        return [`joins ${this.x.shortName(step.subject)}`, ""];
      case "call":
        return [this.callText(step) || "library call", ""];
      default:
        return [step.text, ""];
    }
  }

  label(step) {
    return this.labelParts(step).join("");
  }

  shortLabel(step, letters) {
    const [place, value] = this.labelParts(step);
    if (place.length + value.length <= letters) return place + value;
    const room = Math.max(4, letters - value.length - 1);
    return `${place.slice(0, room)}${place.length > room ? "…" : ""}${value}`.slice(0, letters);
  }

  /* "T1’s read of x = 0 (step 5)" */
  name(i) {
    const step = this.x.steps[i],
      who = this.x.shortName(step.thread);
    const what = {
      read: () => `read of ${step.place} = ${step.value}`,
      write: () => `write ${step.place} = ${step.value}`,
      buffer: () => `store ${step.place} = ${step.value}`,
      rmw: () => `atomic update of ${step.place} to ${step.value}`,
      start: () => `start of ${this.x.shortName(step.subject)}`,
      join: () => `join of ${this.x.shortName(step.subject)}`,
    }[step.kind];
    return `${who}’s ${what ? what() : this.label(step)} (step ${i + 1})`;
  }

  edge(edge) {
    const from = this.x.steps[edge.from],
      to = this.x.steps[edge.to],
      a = this.name(edge.from),
      b = this.name(edge.to);
    switch (edge.kind) {
      case "po":
        return (
          `po, program order: ${a} comes before ${b} in the program.` +
          (this.relations.isOvertaking(edge)
            ? ` But the store ${this.lateness(from)}: ${this.x.model} allows that, SC does not.`
            : "")
        );
      case "rf":
        return `rf, reads-from: ${b} takes its value from ${a}` + (to.from_buffer ? ", out of the store buffer." : ".");
      case "ws":
        return `ws, write order: ${b} overwrites ${a}.`;
      case "fr":
        return (
          `fr, from-read: ${a} comes before ${b}, which overwrites what it has read` + this.frReason(edge, from) + "."
        );
      default:
        return from.kind === "start"
          ? `${a} comes before everything that ${this.x.shortName(to.thread)} does.`
          : `${b} comes after everything that ${this.x.shortName(from.thread)} has done.`;
    }
  }

  lateness(store) {
    return store.commit === undefined ? "never reached memory" : `reached memory only in step ${store.commit + 1}`;
  }

  frReason(edge, read) {
    return edge.to < edge.from
      ? `: the store had been executed, but ${read.missed === edge.to ? "was still in its buffer" : "had not arrived"}`
      : "";
  }

  /* ---- parts to elements ---- */

  render(parts, goTo) {
    return parts
      .filter((part) => part !== "")
      .map((part) => {
        if (typeof part === "string") return part;
        if (part.code !== undefined) return make("code", {}, part.code);
        if (part.thread !== undefined) return threadTag(this.x, part.thread, true);
        return make(
          "button",
          { type: "button", class: "step-link", onclick: () => goTo(part.step + 1) },
          `step ${part.step + 1}`,
        );
      });
  }

  text(parts) {
    return parts
      .map((part) => {
        if (typeof part === "string") return part;
        if (part.thread !== undefined) return this.x.threads[part.thread];
        return part.code ?? `step ${part.step + 1}`;
      })
      .join("");
  }
}

/* A thread by its colour and its name. */
function threadTag(execution, thread, isLong = false) {
  const name = isLong ? execution.threads[thread] : execution.shortName(thread);
  return make("span", { class: `thread c${thread % 8}` }, name);
}
