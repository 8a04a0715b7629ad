"""A controller that reports how many replicas of a deployment are ready.

It reads the endpoint and the credential from the environment. With MISTAKE=writes-unconditionally, it writes statuses
that have not changed.
"""

import json
import os
import sys
import time
import urllib.request

ENDPOINT = os.environ["CONFORMANCE_ENDPOINT"]
TOKEN = os.environ.get("CONFORMANCE_TOKEN", "")
MISTAKE = os.environ.get("MISTAKE")
FIELDS = """kind metadata { namespace name uid resourceVersion generation }
  spec { replicas } status { replicas readyReplicas observedGeneration }"""
LIST = "{ deployments { items { " + FIELDS + " } } }"
REPORT = """mutation ($input: UpdateDeploymentStatusInput!) {
  updateDeploymentStatus(input: $input) { metadata { name resourceVersion } } }"""


def ask(query, variables=None):
    request = urllib.request.Request(
        ENDPOINT,
        data=json.dumps({"query": query, "variables": variables or {}}).encode(),
        headers={"content-type": "application/json", "authorization": f"Bearer {TOKEN}"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        body = json.load(response)
    if body.get("errors"):
        raise OSError(body["errors"][0]["message"])
    return body["data"]


def desired(deployment):
    """The status of a deployment whose replicas are ready at once."""
    replicas = deployment["spec"].get("replicas")
    count = 1 if replicas is None else replicas
    generation = deployment["metadata"]["generation"]
    return {"replicas": count, "readyReplicas": count, "observedGeneration": generation}


def reconcile(deployment):
    report = desired(deployment)
    if deployment["status"] == report and MISTAKE != "writes-unconditionally":
        return
    names = ("namespace", "name", "uid", "resourceVersion")
    identity = {name: deployment["metadata"][name] for name in names}
    ask(REPORT, {"input": {**identity, "status": report}})


def main():
    is_ready = False
    while True:
        try:
            items = ask(LIST)["deployments"]["items"]
        except OSError as error:
            print(error, file=sys.stderr)
            items = []
        else:
            if not is_ready:
                print("ready", flush=True)
            is_ready = True
        for deployment in items:
            # A refused write is repeated with the next list, if it is still needed.
            try:
                reconcile(deployment)
            except OSError as error:
                print(error, file=sys.stderr)
        time.sleep(0.1)


if __name__ == "__main__":
    main()
