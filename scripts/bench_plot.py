"""Plots of benchmark runs as SVG: how many runs are solved in which time, time over size, one set of options against
another. A run has program, options, n, model, set, title, seconds, is_solved and task (bench_table.py)."""
import math
import os
from xml.sax.saxutils import escape

COLOURS = ["#0b62a4", "#d1495b", "#2e8b57", "#8e5ea2", "#c77700", "#444444", "#00868b", "#b03a9c", "#7a7a00"]
DASHES = ["", "6 3", "2 3", "8 3 2 3"]
NAMESPACE = "http:" + "//www.w3.org/2000/svg"
LEAST = 0.01  # seconds: what is less cannot be told apart


class Chart:
    """Axes at (left, top), with a logarithmic y axis of seconds; x is linear, or seconds as well."""

    def __init__(self, left, top, width, height, x_range, y_range, x_is_seconds=False):
        self.left, self.top, self.width, self.height = left, top, width, height
        self.x_range, self.y_range, self.x_is_seconds = x_range, y_range, x_is_seconds
        self.parts = []

    def x(self, value):
        return self.left + self.width * fraction(value, self.x_range, self.x_is_seconds)

    def y(self, value):
        return self.top + self.height * (1 - fraction(value, self.y_range, True))

    def text(self, x, y, text, anchor="middle", size=11, turn=None, colour="#222"):
        place = f' transform="rotate({turn} {x:.1f} {y:.1f})"' if turn is not None else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
                          f'fill="{colour}"{place}>{escape(text)}</text>')

    def line(self, x1, y1, x2, y2, colour="#ddd", dash="", width=1.0):
        self.parts.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" '
                          f'stroke-width="{width}" stroke-dasharray="{dash}"/>')

    def axes(self, x_ticks, x_label, y_label, title=None, y_ticks=None):
        right, bottom = self.left + self.width, self.top + self.height
        for value in y_ticks or decades(self.y_range):
            self.line(self.left, self.y(value), right, self.y(value))
            self.text(self.left - 5, self.y(value) + 4, f"{value:g}", "end", 10)
        for value in x_ticks:
            self.line(self.x(value), self.top, self.x(value), bottom)
            self.text(self.x(value), bottom + 14, f"{value:g}", size=10)
        self.line(self.left, self.top, self.left, bottom, "#222")
        self.line(self.left, bottom, right, bottom, "#222")
        self.text(self.left + self.width / 2, bottom + 30, x_label)
        self.text(self.left - 38, self.top + self.height / 2, y_label, turn=-90)
        if title:
            self.text(self.left + self.width / 2, self.top - 6, title, size=12)

    def limit(self, seconds):
        self.line(self.left, self.y(seconds), self.left + self.width, self.y(seconds), "#999", "4 3")

    def curve(self, points, colour, dash):
        places = [(self.x(x), self.y(max(y, LEAST))) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self.parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6" '
                          f'stroke-dasharray="{dash}"/>')
        for x, y in places:
            self.parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}"/>')

    def point(self, x, y, colour, is_open=False):
        px, py = self.x(max(x, LEAST)), self.y(max(y, LEAST))
        fill = "none" if is_open else colour
        self.parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3.2" fill="{fill}" fill-opacity="0.6" '
                          f'stroke="{colour}"/>')


def fraction(value, limits, is_logarithmic):
    low, high = limits
    if is_logarithmic:
        value, low, high = math.log10(value), math.log10(low), math.log10(high)
    return (value - low) / (high - low) if high > low else 0.5


def decades(limits):
    low, high = (math.log10(value) for value in limits)
    return [10.0**power for power in range(math.ceil(low - 1e-9), math.floor(high + 1e-9) + 1)]


def round_ticks(high):
    """Whole numbers from 0, at most eight."""
    step = next(digit * 10**power for power in range(12) for digit in (1, 2, 5) if high / (digit * 10**power) < 8)
    return list(range(0, int(high) + 1, step))


def unique(values):
    return list(dict.fromkeys(values))


def styles_for(runs):
    """A colour for a model, a dash for a set; where there is one model only, a colour for a set."""
    models, sets = unique(run.model for run in runs), unique(run.set for run in runs)
    def style(model, name):
        if len(models) == 1:
            return COLOURS[sets.index(name) % len(COLOURS)], ""
        return COLOURS[models.index(model) % len(COLOURS)], DASHES[sets.index(name) % len(DASHES)]
    keys = [(model, name) for model in models for name in sets]
    return {key: style(*key) for key in keys}


def label_of(key, styles):
    model, name = key
    return model if len({key[1] for key in styles}) == 1 else f"{model}, {name}"


def legend(chart, x, y, styles):
    for row, (key, (colour, dash)) in enumerate(styles.items()):
        chart.line(x, y + 16 * row, x + 24, y + 16 * row, colour, dash, 2)
        chart.text(x + 30, y + 16 * row + 4, label_of(key, styles), "start")


def save(folder, name, width, height, charts):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as out:
        print(f'<svg xmlns="{NAMESPACE}" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
              'font-family="sans-serif">', file=out)
        print(f'<rect width="{width}" height="{height}" fill="white"/>', file=out)
        for chart in charts:
            print("\n".join(chart.parts), file=out)
        print("</svg>", file=out)


def cactus(folder, runs, timeout):
    """x: solved runs, fastest first; y: the time of the slowest of them."""
    styles = styles_for(runs)
    curves = {}
    for model, name in styles:
        times = sorted(run.seconds for run in runs if run.model == model and run.set == name and run.is_solved)
        curves[model, name] = list(enumerate(times, 1))
    most = max([len(points) for points in curves.values()] + [1])
    chart = Chart(70, 30, 620, 380, (0, most), (LEAST, max(timeout, 1)))
    chart.axes(round_ticks(most), "runs solved", "CPU time of each, s", "Runs solved within a time")
    chart.limit(timeout)
    for key, points in curves.items():
        if points:
            chart.curve(points, *styles[key])
    legend(chart, 710, 44, styles)
    save(folder, "cactus.svg", 900, 460, [chart])


def scaling(folder, runs, timeout):
    """A small chart a program: time over N."""
    styles, titles, charts = styles_for(runs), unique(run.title for run in runs), []
    columns, cell_width, cell_height = 4, 250, 190
    for index, title in enumerate(titles):
        mine = [run for run in runs if run.title == title]
        sizes = sorted({run.n for run in mine})
        chart = Chart(60 + index % columns * cell_width, 50 + index // columns * cell_height, 170, 120,
                      (sizes[0], sizes[-1]), (LEAST, max(timeout, 1)))
        chart.axes(sizes if len(sizes) <= 5 else sizes[:: math.ceil(len(sizes) / 5)], "N", "CPU s", title)
        chart.limit(timeout)
        for model, name in styles:
            solved = [run for run in mine if run.model == model and run.set == name and run.is_solved]
            curve = sorted((run.n, run.seconds) for run in solved)
            if curve:
                chart.curve(curve, *styles[model, name])
        charts.append(chart)
    height = 40 + ((len(titles) - 1) // columns + 1) * cell_height
    legend(charts[0], 60 + columns * cell_width, 50, styles)
    save(folder, "scaling.svg", columns * cell_width + 230, height, charts)


def comparison(folder, runs, timeout):
    """A point a run: x the first set's time, y the other's; what ran out lies on the limit."""
    sets, models = unique(run.set for run in runs), unique(run.model for run in runs)
    charts = []
    high = max(timeout, 1)
    for index, name in enumerate(sets[1:]):
        others = {run.task: run for run in runs if run.set == name}
        chart = Chart(70 + index * 420, 40, 320, 320, (LEAST, high), (LEAST, high), True)
        chart.axes(decades((LEAST, high)), f"{sets[0]}, CPU s", f"{name}, CPU s", f"{name} against {sets[0]}")
        chart.line(chart.x(LEAST), chart.y(LEAST), chart.x(high), chart.y(high), "#999")
        for run in runs:
            pair = [run, others.get(run.task)]
            are_solved = [one is not None and one.is_solved for one in pair]
            if run.set == sets[0] and any(are_solved):
                x, y = (min(one.seconds, high) if solved else high for one, solved in zip(pair, are_solved))
                chart.point(x, y, COLOURS[models.index(run.model) % len(COLOURS)], not all(are_solved))
        charts.append(chart)
    right = 70 + len(charts) * 420
    for row, model in enumerate(models):
        charts[0].parts.append(f'<circle cx="{right - 60}" cy="{60 + 16 * row}" r="3.2" fill="{COLOURS[row]}"/>')
        charts[0].text(right - 50, 64 + 16 * row, model, "start")
    save(folder, "compare.svg", right + 30, 410, charts)


def write_plots(folder, runs, timeout):
    cactus(folder, runs, timeout)
    scaling(folder, runs, timeout)
    if len({run.set for run in runs}) > 1:
        comparison(folder, runs, timeout)
