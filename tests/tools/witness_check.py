#!/usr/bin/python3
"""witness_check.py FILE: is FILE a witness, in GraphML (format 1.0) if it ends in .graphml, else in YAML (format 2.0)?
All that the formats require is there (for YAML, by witness.schema.json), what is used is declared, hashes and lines are
those of the program, and the path of a violation leads from the entry to the violation by threads that exist. Run it
where heddle was run.

Prints the type, then the steps: threads and lines in GraphML, waypoints in YAML."""
import hashlib
import json
import os
import re
import sys
import uuid
import xml.etree.ElementTree as xml

import jsonschema
import yaml

SPECIFICATION = re.compile(r"CHECK\( init\(main\(\)\), LTL\(G (! call\(reach_error\(\)\)|valid-deref|valid-free|"
                           r"def-behavior)\) \)")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")


def expect(holds, message):
    if not holds:
        print(f"witness: {message}"[:500])
        sys.exit(1)


def hash_of(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def line_count(path):
    with open(path, "rb") as file:
        return len(file.read().split(b"\n"))


# ---- GraphML ----

GRAPH_DATA = ["witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash",
              "architecture", "creationtime"]


class Graph:
    def __init__(self, root):
        self.space = re.match(r"\{(.*)\}graphml$", root.tag).group(1)
        expect(self.space.endswith("graphml.graphdrawing.org/xmlns"), "another namespace")
        self.keys = {key.get("id"): key.get("for") for key in self.find(root, "key")}
        graphs = self.find(root, "graph")
        expect(len(graphs) == 1 and graphs[0].get("edgedefault") == "directed", "not one directed graph")
        self.graph = graphs[0]

    def find(self, element, name):
        return element.findall(f"{{{self.space}}}{name}")

    def data(self, element, domain):
        values = {}
        for data in self.find(element, "data"):
            expect(self.keys.get(data.get("key")) == domain, f"{data.get('key')} is not declared for {domain}")
            values.setdefault(data.get("key"), []).append(data.text)
        return values

    def check_metadata(self):
        values = self.data(self.graph, "graph")
        for name in GRAPH_DATA:
            expect(name in values, f"no {name}")
            expect(len(values[name]) == 1 or name == "specification", f"several of {name}")
        expect(values["sourcecodelang"] == ["C"] and values["architecture"] == ["64bit"], "language or architecture")
        expect(all(SPECIFICATION.fullmatch(text) for text in values["specification"]), "specification")
        self.program = values["programfile"][0]
        expect(values["programhash"] == [hash_of(self.program)], "another program's hash")
        expect(TIME.fullmatch(values["creationtime"][0]), "creation time")
        self.type = values["witness-type"][0]
        print(self.type)

    def check_path(self):
        nodes = {node.get("id"): self.data(node, "node") for node in self.find(self.graph, "node")}
        entries = [name for name, data in nodes.items() if data.get("entry") == ["true"]]
        violations = [name for name, data in nodes.items() if data.get("violation") == ["true"]]
        expect(len(entries) == 1, "not one entry")
        edges = {}
        for edge in self.find(self.graph, "edge"):
            expect(edge.get("source") in nodes and edge.get("target") in nodes, "an edge to nowhere")
            expect(edge.get("source") not in edges, "a path that branches")
            edges[edge.get("source")] = edge
        if self.type == "correctness_witness":
            expect(not violations and not edges, "a correctness witness with a violation or a path")
            return
        expect(len(violations) == 1, "not one violation")
        at, threads, visited = entries[0], {}, 1
        while at in edges:
            self.check_edge(self.data(edges[at], "edge"), threads)
            at = edges[at].get("target")
            visited += 1
        expect(at == violations[0] and visited == len(nodes), "the path does not go to the violation")

    def check_edge(self, data, threads):
        data = {key: values[0] for key, values in data.items()}
        thread = data["threadId"]
        if "createThread" in data:
            expect(data["createThread"] not in threads, "a thread that is created twice")
            threads[data["createThread"]] = None
        expect(thread in threads, f"thread {thread} acts before it is created")
        if "enterFunction" in data:
            threads[thread] = data["enterFunction"]
        expect(threads[thread], f"thread {thread} acts before it begins")
        if "returnFrom" in data:
            expect(threads.pop(thread) == data["returnFrom"], "another function ends")
        if "startline" in data:
            file = data.get("originfile", self.program)
            expect(1 <= int(data["startline"]) <= line_count(file), f"line {data['startline']}")
        if "assumption" in data:
            expect("assumption.resultfunction" in data, "an assumption about the result of no function")
        print("T" + thread, *(f"{key}={value}" for key, value in data.items() if key not in ("threadId", "endline")))


# ---- YAML ----

def check_metadata(data):
    expect(uuid.UUID(data["uuid"]).version == 5, "UUID")
    task = data["task"]
    expect(task["input_file_hashes"] == {file: hash_of(file) for file in task["input_files"]}, "hashes")
    expect(all(SPECIFICATION.fullmatch(line) for line in task["specification"].split("\n")), "specification")


def check_waypoint(point, is_last):
    expect(point["action"] == "follow", "action")
    expect((point["type"] == "target") == is_last, "the target is not the last one")
    expect(point["location"]["line"] <= line_count(point["location"]["file_name"]), "line")
    where = ":".join(str(point["location"].get(name, "")) for name in ("line", "column"))
    if not is_last:
        expect(point["type"] == "function_return", "waypoint")
        expect(re.fullmatch(r"\\result == -?\d+", point["constraint"]["value"]), "constraint")
        expect(point["constraint"]["format"] == "acsl_expression", "format of the constraint")
        with open(point["location"]["file_name"], "rb") as file:
            line = file.read().split(b"\n")[point["location"]["line"] - 1]
        expect(line[point["location"]["column"] - 1:][:1] == b")", "not the end of a call")
        where += " " + point["constraint"]["value"]
    print(point["type"], where)


def check_entries(entries):
    with open(os.path.join(os.path.dirname(__file__), "witness.schema.json"), encoding="utf-8") as file:
        schema = json.load(file)
    for error in jsonschema.Draft202012Validator(schema).iter_errors(entries):
        error = jsonschema.exceptions.best_match([error])
        expect(False, f"{'/'.join(map(str, error.absolute_path))}: {error.message}")
    expect(len(entries) == 1, "not one entry")
    print(entries[0]["entry_type"])
    check_metadata(entries[0]["metadata"])
    content = entries[0]["content"]
    if entries[0]["entry_type"] == "invariant_set":
        expect(content == [], "invariants that Heddle does not make")
    for index, item in enumerate(content):
        expect(len(item["segment"]) == 1, "not one waypoint")
        check_waypoint(item["segment"][0]["waypoint"], index == len(content) - 1)


def main():
    name = sys.argv[1]
    if name.endswith(".graphml"):
        graph = Graph(xml.parse(name).getroot())
        graph.check_metadata()
        graph.check_path()
    else:
        with open(name, encoding="utf-8") as file:
            check_entries(yaml.safe_load(file))


main()
