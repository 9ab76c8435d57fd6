#!/usr/bin/python3
"""sarif_check.py SCHEMA FILE: is FILE a SARIF 2.1.0 log? It fits the standard's schema; and beyond that, indices and
references fit, URIs are well formed and lead to files that exist, regions are inside of them, and the thread flows are
one execution. Run it where heddle was run.

Prints what is in the log: a line for each verdict, result and notification."""
import json
import os
import re
import sys
import urllib.parse

import jsonschema


class Checker:
    def __init__(self, log):
        self.log, self.bases, self.rules, self.notifications = log, {}, [], []

    def expect(self, holds, message):
        if not holds:
            print(f"SARIF: {message}"[:500])
            sys.exit(1)

    def message(self, value):
        self.expect(isinstance(value["text"], str) and value["text"], "a message without text")
        # What is neither doubled nor a placeholder with an argument is wrong, and there are no arguments.
        self.expect(not re.search(r"[{}]", re.sub(r"\{\{|\}\}", "", value["text"])), f"braces in {value['text']}")
        self.expect("](" not in value["text"], f"a link in {value['text']}")

    def descriptors(self, values):
        for value in values:
            for text in ("shortDescription", "fullDescription", "help"):
                self.message(value[text])
        ids = [value["id"] for value in values]
        self.expect(len(ids) == len(set(ids)), "an id that is there twice")
        return ids

    def uri(self, text):
        self.expect(re.fullmatch(r"(file:///)?([A-Za-z0-9/._~-]|%[0-9A-F]{2})+", text), f"no URI: {text}")

    def file(self, value):
        self.uri(value["uri"])
        uri = value["uri"]
        if "uriBaseId" in value:
            self.expect(not uri.startswith("file:"), f"an absolute URI with a base: {uri}")
            uri = self.bases[value["uriBaseId"]] + uri
        self.expect(uri.startswith("file:///"), f"a relative URI without a base: {uri}")
        path = urllib.parse.unquote_to_bytes(uri[len("file://"):])
        self.expect(os.path.isfile(path), f"no such file: {path}")
        return path

    def location(self, value, needs_message):
        if needs_message:
            self.message(value["message"])
        place = value["physicalLocation"]
        path = self.file(place["artifactLocation"])
        with open(path, "rb") as file:
            lines = file.read().decode("utf-8", "replace").split("\n")
        line = place["region"]["startLine"]
        self.expect(1 <= line <= len(lines), f"line {line} of {path}")
        column = place["region"].get("startColumn", 1)
        self.expect(1 <= column <= len(lines[line - 1]) + 1, f"column {column} of line {line} of {path}")

    def code_flow(self, value):
        self.message(value["message"])
        orders = []
        for flow in value["threadFlows"]:
            self.message(flow["message"])
            mine = [step["executionOrder"] for step in flow["locations"]]
            self.expect(mine and mine == sorted(set(mine)), f"{flow['id']} does not go forwards: {mine}")
            orders += mine
            for step in flow["locations"]:
                self.location(step["location"], True)
        self.expect(sorted(orders) == list(range(1, len(orders) + 1)), f"not one execution: {sorted(orders)}")
        names = [flow["id"] for flow in value["threadFlows"]]
        self.expect(len(names) == len(set(names)), "two flows of one thread")
        return names

    def result(self, value):
        self.message(value["message"])
        self.expect(self.rules[value["ruleIndex"]] == value["ruleId"], "ruleIndex is not that of ruleId")
        self.expect(value["kind"] == "fail", "unknown kind")
        self.expect(len(value["locations"]) == 1, "not one location")
        self.location(value["locations"][0], False)
        self.expect(len(value["codeFlows"]) == 1, "not one code flow")
        names = self.code_flow(value["codeFlows"][0])
        self.expect(re.fullmatch("[0-9a-f]{64}", *value["partialFingerprints"].values()), "no fingerprint")
        self.expect(value["properties"]["schedule"].startswith("# heddle schedule"), "no schedule")
        print(f"result {value['ruleId']} {value['properties']['model']}: {', '.join(names)}")

    def notification(self, value):
        self.message(value["message"])
        self.expect(value["descriptor"]["id"] in self.notifications, "an unknown notification")
        for location in value.get("locations", []):
            self.location(location, False)
        print(f"notification {value['descriptor']['id']} {value['level']}")

    def run(self, value):
        driver = value["tool"]["driver"]
        self.rules = self.descriptors(driver["rules"])
        self.notifications = self.descriptors(driver["notifications"])
        for name, base in value["originalUriBaseIds"].items():
            self.uri(base["uri"])
            self.expect(base["uri"].endswith("/"), "a base that is no folder")
            self.bases[name] = base["uri"]
        self.expect(value["columnKind"] == "unicodeCodePoints", "unknown columnKind")
        for artifact in value["artifacts"]:
            self.file(artifact["location"])
            self.expect(artifact["roles"] == ["analysisTarget"], "unknown role")
            self.expect(re.fullmatch("[0-9a-f]{64}", artifact["hashes"]["sha-256"]), "no hash")
        for model, verdict in value["properties"]["verdicts"].items():
            print(f"verdict {model} {verdict}")
        for result in value["results"]:
            self.result(result)
        self.expect(len(value["invocations"]) == 1, "not one invocation")
        print(f"successful {value['invocations'][0]['executionSuccessful']}")
        for notification in value["invocations"][0]["toolExecutionNotifications"]:
            self.notification(notification)

    def check(self, schema):
        for error in jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker()).iter_errors(self.log):
            self.expect(False, f"{'/'.join(map(str, error.absolute_path))}: {error.message}")
        self.expect(self.log["version"] == "2.1.0", "not version 2.1.0")
        self.expect(self.log["$schema"].endswith("sarif-2.1.0.json"), "another schema")
        for run in self.log["runs"]:
            self.run(run)


def read(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)


Checker(read(sys.argv[2])).check(read(sys.argv[1]))
