#!/usr/bin/python3
"""sarif_check.py FILE: is FILE a SARIF 2.1.0 log, as far as Heddle uses the format? Every object has the members that
the standard requires and no others than it knows, indices and references fit, URIs are well formed and lead to files
that exist, regions are inside of them, and the thread flows are one execution. Run it where heddle was run.

Prints what is in the log: a line for each verdict, result and notification."""
import json
import os
import re
import sys
import urllib.parse

# The members of each kind of object: required ones, then others that the standard knows and Heddle uses.
MEMBERS = {
    "log": ("version runs", "$schema"),
    "run": ("tool", "invocations originalUriBaseIds columnKind artifacts results properties"),
    "tool": ("driver", ""),
    "driver": ("name", "version semanticVersion rules notifications"),
    "descriptor": ("id", "shortDescription fullDescription help defaultConfiguration"),
    "configuration": ("", "level"),
    "message": ("text", ""),
    "invocation": ("executionSuccessful", "toolExecutionNotifications"),
    "notification": ("message", "descriptor level locations"),
    "reference": ("id", "index"),
    "artifact": ("location", "roles sourceLanguage hashes"),
    "artifactLocation": ("uri", "uriBaseId"),
    "result": ("message", "ruleId ruleIndex kind level locations codeFlows partialFingerprints properties"),
    "location": ("", "physicalLocation message"),
    "physicalLocation": ("artifactLocation", "region"),
    "region": ("startLine", "startColumn"),
    "codeFlow": ("threadFlows", "message"),
    "threadFlow": ("locations", "id message"),
    "threadFlowLocation": ("", "location executionOrder importance"),
}
LEVELS = {"none", "note", "warning", "error"}


class Checker:
    def __init__(self, log):
        self.log, self.bases, self.rules, self.notifications = log, {}, [], []

    def expect(self, holds, message):
        if not holds:
            print(f"SARIF: {message}"[:500])
            sys.exit(1)

    def members(self, value, kind):
        required, others = (set(names.split()) for names in MEMBERS[kind])
        self.expect(isinstance(value, dict), f"{kind} is no object")
        self.expect(required <= value.keys(), f"{kind} has no {required - value.keys()}")
        self.expect(value.keys() <= required | others, f"{kind} has {value.keys() - required - others}")

    def message(self, value):
        self.members(value, "message")
        self.expect(isinstance(value["text"], str) and value["text"], "a message without text")
        # What is neither doubled nor a placeholder with an argument is wrong, and there are no arguments.
        self.expect(not re.search(r"[{}]", re.sub(r"\{\{|\}\}", "", value["text"])), f"braces in {value['text']}")
        self.expect("](" not in value["text"], f"a link in {value['text']}")

    def descriptors(self, values):
        for value in values:
            self.members(value, "descriptor")
            for text in ("shortDescription", "fullDescription", "help"):
                self.message(value[text])
            self.members(value["defaultConfiguration"], "configuration")
            self.expect(value["defaultConfiguration"]["level"] in LEVELS, "an unknown level")
        ids = [value["id"] for value in values]
        self.expect(len(ids) == len(set(ids)), "an id that is there twice")
        return ids

    def uri(self, text):
        self.expect(re.fullmatch(r"(file:///)?([A-Za-z0-9/._~-]|%[0-9A-F]{2})+", text), f"no URI: {text}")

    def file(self, value):
        self.members(value, "artifactLocation")
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
        self.members(value, "location")
        if needs_message:
            self.message(value["message"])
        place = value["physicalLocation"]
        self.members(place, "physicalLocation")
        path = self.file(place["artifactLocation"])
        self.members(place["region"], "region")
        with open(path, "rb") as file:
            lines = file.read().decode("utf-8", "replace").split("\n")
        line = place["region"]["startLine"]
        self.expect(1 <= line <= len(lines), f"line {line} of {path}")
        column = place["region"].get("startColumn", 1)
        self.expect(1 <= column <= len(lines[line - 1]) + 1, f"column {column} of line {line} of {path}")

    def code_flow(self, value):
        self.members(value, "codeFlow")
        self.message(value["message"])
        orders = []
        for flow in value["threadFlows"]:
            self.members(flow, "threadFlow")
            self.message(flow["message"])
            mine = [step["executionOrder"] for step in flow["locations"]]
            self.expect(mine and mine == sorted(set(mine)), f"{flow['id']} does not go forwards: {mine}")
            orders += mine
            for step in flow["locations"]:
                self.members(step, "threadFlowLocation")
                self.expect(step["importance"] in ("important", "essential", "unimportant"), "unknown importance")
                self.location(step["location"], True)
        self.expect(sorted(orders) == list(range(1, len(orders) + 1)), f"not one execution: {sorted(orders)}")
        names = [flow["id"] for flow in value["threadFlows"]]
        self.expect(len(names) == len(set(names)), "two flows of one thread")
        return names

    def result(self, value):
        self.members(value, "result")
        self.message(value["message"])
        self.expect(self.rules[value["ruleIndex"]] == value["ruleId"], "ruleIndex is not that of ruleId")
        self.expect(value["kind"] == "fail" and value["level"] in LEVELS, "unknown kind or level")
        self.expect(len(value["locations"]) == 1, "not one location")
        self.location(value["locations"][0], False)
        self.expect(len(value["codeFlows"]) == 1, "not one code flow")
        names = self.code_flow(value["codeFlows"][0])
        self.expect(re.fullmatch("[0-9a-f]{64}", *value["partialFingerprints"].values()), "no fingerprint")
        self.expect(value["properties"]["schedule"].startswith("# heddle schedule"), "no schedule")
        print(f"result {value['ruleId']} {value['properties']['model']}: {', '.join(names)}")

    def notification(self, value):
        self.members(value, "notification")
        self.message(value["message"])
        self.members(value["descriptor"], "reference")
        self.expect(value["descriptor"]["id"] in self.notifications, "an unknown notification")
        self.expect(value["level"] in LEVELS, "an unknown level")
        for location in value.get("locations", []):
            self.location(location, False)
        print(f"notification {value['descriptor']['id']} {value['level']}")

    def run(self, value):
        self.members(value, "run")
        self.members(value["tool"], "tool")
        driver = value["tool"]["driver"]
        self.members(driver, "driver")
        self.rules = self.descriptors(driver["rules"])
        self.notifications = self.descriptors(driver["notifications"])
        for name, base in value["originalUriBaseIds"].items():
            self.uri(base["uri"])
            self.expect(base["uri"].endswith("/"), "a base that is no folder")
            self.bases[name] = base["uri"]
        self.expect(value["columnKind"] == "unicodeCodePoints", "unknown columnKind")
        for artifact in value["artifacts"]:
            self.members(artifact, "artifact")
            self.file(artifact["location"])
            self.expect(artifact["roles"] == ["analysisTarget"], "unknown role")
            self.expect(re.fullmatch("[0-9a-f]{64}", artifact["hashes"]["sha-256"]), "no hash")
        for model, verdict in value["properties"]["verdicts"].items():
            print(f"verdict {model} {verdict}")
        for result in value["results"]:
            self.result(result)
        self.expect(len(value["invocations"]) == 1, "not one invocation")
        self.members(value["invocations"][0], "invocation")
        print(f"successful {value['invocations'][0]['executionSuccessful']}")
        for notification in value["invocations"][0]["toolExecutionNotifications"]:
            self.notification(notification)

    def check(self):
        self.members(self.log, "log")
        self.expect(self.log["version"] == "2.1.0", "not version 2.1.0")
        self.expect(self.log["$schema"].endswith("sarif-2.1.0.json"), "another schema")
        for run in self.log["runs"]:
            self.run(run)


with open(sys.argv[1], encoding="utf-8") as source:
    Checker(json.load(source)).check()
