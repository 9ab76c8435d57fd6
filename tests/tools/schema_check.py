#!/usr/bin/python3
"""schema_check.py SCHEMA FILE: is the JSON value in FILE what docs/heddle.schema.json says, with no member that it does
not know? (The schema itself lets members be added.) Beyond the schema: steps refer to steps and threads that exist."""
import json
import sys

import jsonschema


def forbid_others(schema):
    """Every object that lists its properties may have no others."""
    if isinstance(schema, list):
        for part in schema:
            forbid_others(part)
    elif isinstance(schema, dict):
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
        for key, part in schema.items():
            if key not in ("if", "const", "enum"):
                forbid_others(part)


def complain(message):
    print(message[:500])
    sys.exit(1)


def check_steps(violation):
    steps, threads = violation["steps"], len(violation["threads"])
    for index, step in enumerate(steps):
        for member in ("source", "commit", "next", "missed"):
            if step.get(member, 0) >= len(steps):
                complain(f"step {index}: {member} is no step")
        if step["thread"] >= threads or step.get("subject", 0) >= threads:
            complain(f"step {index}: no such thread")
        if "source" in step and step["source"] >= index or "next" in step and step["next"] <= index:
            complain(f"step {index}: its source is not before it, or its next not behind it")
        if "commit" in step and steps[step["commit"]].get("source") != index:
            complain(f"step {index}: its commit is that of another store")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    forbid_others(schema)
    with open(sys.argv[2], encoding="utf-8") as file:
        value = json.load(file)
    # The branch of the command, for a message that says what is wrong.
    schema["$ref"] = "#/$defs/" + value["command"]
    del schema["oneOf"]
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        complain(f"{'/'.join(map(str, error.absolute_path))}: {error.message}")
    for result in value.get("results", []):
        if "violation" in result:
            check_steps(result["violation"])


main()
