"""Holds a Job's manifest against Kubernetes' schema, then prints the command of each index as the cluster would start it.

usage: kubernetes.py MANIFEST        needs kubernetes-validate and PyYAML (PyPI)
"""
import copy
import shlex
import sys

import kubernetes_validate
import yaml

with open(sys.argv[1]) as file:
    job = yaml.safe_load(file)
version = kubernetes_validate.latest_version()
kubernetes_validate.validate(job, version, strict=True)

# A misspelt key must not pass, or the check is worth nothing.
misspelt = copy.deepcopy(job)
misspelt["spec"]["backoffLimitPerIndexes"] = misspelt["spec"].pop("backoffLimitPerIndex")
try:
    kubernetes_validate.validate(misspelt, version, strict=True)
    sys.exit("a misspelt key passes the schema")
except kubernetes_validate.ValidationError:
    pass

print(f"{sys.argv[1]}: as Kubernetes {version} wants it", file=sys.stderr)
container = job["spec"]["template"]["spec"]["containers"][0]
for index in range(job["spec"]["completions"]):
    words = [word.replace("$(JOB_COMPLETION_INDEX)", str(index)) for word in container["args"]]
    print(shlex.join(words))
