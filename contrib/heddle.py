"""BenchExec tool-info module for Heddle.

Copy it into benchexec/tools, or name it with its package: `<benchmark tool="heddle">`. Heddle must be on the PATH, or
in the folder that --tool-directory names.
"""

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task


class Tool(benchexec.tools.template.BaseTool2):
    """Checks multi-threaded C programs for assertion violations, under SC, TSO or PSO."""

    REQUIRED_PATHS = ["bin/heddle"]

    def executable(self, tool_locator):
        return tool_locator.find_executable("heddle", subdir="bin")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="heddle ")

    def name(self):
        return "Heddle"

    def project_url(self):
        return ""

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "check"] + options
        data_model = get_data_model_from_task(task, {ILP32: "--32", LP64: "--64"})
        if data_model and data_model not in options:
            command.append(data_model)
        if task.property_file:
            command += ["--svcomp", task.property_file]
        if rlimits.cputime and "--timeout" not in options:
            command += ["--timeout", str(rlimits.cputime)]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", str(rlimits.memory * 9 // 10 >> 20)]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        for line in reversed(run.output):
            line = line.strip()
            if line == "true":
                return result.RESULT_TRUE_PROP
            if line == "unknown":
                return result.RESULT_UNKNOWN
            if line.startswith("false(") and line.endswith(")"):
                return f"{result.RESULT_FALSE_PROP}({line[6:-1]})"
        # Without a property file, the exit code tells.
        if not run.was_timeout and run.exit_code and run.exit_code.value is not None:
            return {
                0: result.RESULT_TRUE_PROP,
                10: result.RESULT_FALSE_PROP,
                4: result.RESULT_UNKNOWN,
                5: result.RESULT_UNKNOWN,
            }.get(run.exit_code.value, result.RESULT_ERROR)
        return result.RESULT_ERROR
