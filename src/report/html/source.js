/* The source, with the lines that have been executed. */

const extras = JSON.parse($("#extras-data").textContent);
const sources = new Map(extras.sources.map((source) => [source.name, source]));
const models = new Map(extras.models.map((model) => [model.name, model]));

function sourceLine(file, line) {
  return sources.get(file)?.lines[line - 1] ?? "";
}

/* ---- comments, strings and keywords ---- */

const TOKENS = new RegExp(
  [
    String.raw`(?<comment>/\*.*?(?:\*/|$)|//.*)`,
    String.raw`(?<string>"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)`,
    String.raw`(?<keyword>^\s*#\s*\w+|\b(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|` +
      String.raw`goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|` +
      String.raw`unsigned|void|volatile|while|_Atomic|_Bool|_Thread_local|bool)\b)`,
  ].join("|"),
  "g",
);

/* Which lines begin inside of a comment; found once for each file. */
function commentStarts(source) {
  let isInside = false;
  source.starts ??= source.lines.map((line) => {
    const before = isInside;
    const rest = isInside ? line.replace(/^.*?\*\//, (end) => ((isInside = false), " ".repeat(end.length))) : line;
    if (!isInside)
      for (const token of rest.matchAll(TOKENS))
        isInside = token.groups.comment?.startsWith("/*") && !/^\/\*.*\*\/$/s.test(token[0]);
    return before;
  });
  return source.starts;
}

function colouredLine(source, number) {
  const text = source.lines[number - 1],
    parts = [];
  let at = 0;
  const add = (end, name) => {
    if (end > at) parts.push(name ? make("span", { class: name }, text.slice(at, end)) : text.slice(at, end));
    at = end;
  };
  if (commentStarts(source)[number - 1]) {
    const end = text.indexOf("*/");
    add(end < 0 ? text.length : end + 2, "comment");
  }
  const begin = at;
  for (const token of text.slice(begin).matchAll(TOKENS)) {
    add(begin + token.index);
    add(
      begin + token.index + token[0].length,
      Object.keys(token.groups).find((name) => token.groups[name] !== undefined),
    );
  }
  add(text.length);
  return parts.length > 0 ? parts : ["\u200b"];
}

/* ---- the panel ---- */

class SourcePanel {
  constructor(panel) {
    this.box = $(".scroll", panel);
    this.select = $("select", panel);
    this.rows = new RowWindow(this.box, 22, (first, end) => this.draw(first, end));
    this.box.replaceChildren(this.rows.canvas);
    this.select.replaceChildren(...extras.sources.map(({ name }) => make("option", { value: name }, baseName(name))));
    this.select.hidden = extras.sources.length < 2;
    this.select.addEventListener("change", () => this.open(this.select.value));
    this.marks = new Map();
  }

  /* Marks on lines: "file:line" -> text. */
  setMarks(marks) {
    this.marks = marks;
    this.execution = undefined;
    this.current = this.second = undefined;
  }

  setExecution(execution) {
    this.setMarks(new Map());
    this.execution = execution;
    /* For each line, the step in which each thread first was there. */
    this.visits = new Map();
    execution.steps.forEach((step, i) => {
      if (!step.file) return;
      const key = `${step.file}:${step.line}`;
      if (!this.visits.has(key)) this.visits.set(key, new Map());
      if (!this.visits.get(key).has(step.thread)) this.visits.get(key).set(step.thread, i);
    });
  }

  open(file) {
    this.source = sources.get(file) ?? extras.sources[0];
    if (!this.source) return;
    this.select.value = this.source.name;
    this.rows.setRows(this.source.lines.length);
    this.rows.redraw();
  }

  /* Where the execution is, at this position. */
  show(position) {
    const x = this.execution;
    this.position = position;
    const place = position === x.last ? x.failures[0] : x.lineOf[position - 1];
    const step = x.stepAt(position);
    this.current = place && {
      file: place.file,
      line: place.line,
      isQuiet: step && !step.file,
      thread: position === x.last ? place.thread : step?.thread,
      isFailure: position === x.last,
      isOld: step?.missed !== undefined,
    };
    this.second = position === x.last ? x.failures[1] : undefined;
    const file = place?.file ?? this.source?.name;
    if (file !== this.source?.name) this.open(file);
    this.rows.showRow((place ? place.line : this.firstLine()) - 1);
    this.rows.redraw();
  }

  firstLine() {
    const step = this.execution.steps.find((each) => each.file === this.source?.name);
    return step ? step.line : 1;
  }

  draw(first, end) {
    const lines = [];
    for (let number = first + 1; number <= end; number++) lines.push(this.drawLine(number));
    return lines;
  }

  drawLine(number) {
    const key = `${this.source.name}:${number}`,
      x = this.execution,
      visits = x && this.visits.get(key);
    const isAt = (place) => place && place.file === this.source.name && place.line === number;
    const here = isAt(this.current);
    const mark = this.marks.get(key);
    const classes = ["line"];
    const tags = [];
    if (visits) {
      const done = [...visits].filter(([, step]) => step < this.position).map(([thread]) => thread);
      classes.push(done.length > 0 ? "done" : "ahead");
      const FIT = 2;
      tags.push(...done.slice(0, FIT).map((thread) => threadTag(x, thread)));
      if (done.length > FIT) tags.push(make("span", { class: "more" }, `+${done.length - FIT}`));
    }
    if (here) classes.push("here", `c${this.current.thread % 8}`);
    if (here && this.current.isOld) classes.push("old");
    if (here && this.current.isQuiet) classes.push("quiet");
    if (here && this.current.isFailure) classes.push("failure");
    if (!here && isAt(this.second)) classes.push("here", "failure", `c${this.second.thread % 8}`);
    if (mark) classes.push("marked");
    return make(
      "div",
      { class: classes.join(" "), style: `top:${(number - 1) * 22}px`, "aria-current": here && "step" },
      make("span", { class: "number" }, String(number)),
      make("span", { class: "tags" }, tags),
      make("code", {}, colouredLine(this.source, number)),
      mark && make("span", { class: "mark-text" }, mark),
    );
  }
}
