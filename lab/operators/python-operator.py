"""An operator on the official Python client, as its guide describes: list, watch, and list again if a version expires."""

import time

from kubernetes import client, config, watch
from kubernetes.client.rest import ApiException
from urllib3.exceptions import HTTPError

GEARS = ("example.com", "v1", "gears")


def reconcile(api, gear):
    metadata, status = gear["metadata"], gear.get("status") or {}
    if status.get("observedGeneration") == metadata["generation"]:
        return
    status = {**status, "phase": "Turning", "observedGeneration": metadata["generation"]}
    group, version, plural = GEARS
    address = (group, version, metadata["namespace"], plural, metadata["name"])
    try:
        api.replace_namespaced_custom_object_status(*address, {**gear, "status": status})
    except ApiException as error:
        # Either the watch will deliver a newer version, or the object was deleted.
        if error.status not in (404, 409):
            raise


def listed(api):
    gears = api.list_cluster_custom_object(*GEARS)
    for gear in gears["items"]:
        reconcile(api, gear)
    return gears["metadata"]["resourceVersion"]


def main():
    config.load_kube_config()
    api = client.CustomObjectsApi()
    version = listed(api)
    print("ready", flush=True)
    while True:
        try:
            if version is None:
                version = listed(api)
            events = watch.Watch().stream(
                api.list_cluster_custom_object, *GEARS, resource_version=version
            )
            for event in events:
                if event["type"] not in ("ADDED", "MODIFIED", "DELETED"):
                    continue
                version = event["object"]["metadata"]["resourceVersion"]
                if event["type"] != "DELETED":
                    reconcile(api, event["object"])
        except ApiException as error:
            if error.status == 410:
                version = None
            time.sleep(0.1)
        except HTTPError:
            time.sleep(0.1)


main()
