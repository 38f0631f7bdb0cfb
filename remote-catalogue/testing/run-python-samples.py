"""Runs the Python samples that standard input names, each in a fork of this process, which has imported requests once."""

import json
import os
import runpy
import sys
import tempfile

try:
    import requests
except ImportError:
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "stubs", "python"))
    import requests

for line in sys.stdin:
    job = json.loads(line)
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), 1)
            os.dup2(errors.fileno(), 2)
            os.chdir(job["folder"])
            os.environ.update(job["environment"])
            runpy.run_path(job["file"], run_name="__main__")
            sys.exit()
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        printed = []
        for file in (output, errors):
            file.seek(0)
            printed.append(file.read().decode())
    print(json.dumps({"code": code, "stdout": printed[0], "stderr": printed[1]}), flush=True)
