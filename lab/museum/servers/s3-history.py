"""Writes to an object in a mock of S3 and prints its history. ETags are the versions."""

import contextlib
import json
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree

OUTCOMES = {404: "not-found", 409: "conflict", 412: "conflict"}


class Recorder:
    def __init__(self, endpoint):
        self.endpoint = endpoint
        print(json.dumps({"history": 1, "versions": "opaque"}))

    def send(self, method, path, body=None, headers=None):
        request = urllib.request.Request(
            f"{self.endpoint}{path}",
            method=method,
            data=body,
            headers={
                "host": "s3.amazonaws.com",
                "content-type": "application/octet-stream",
                "authorization": "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/s3/aws4_request",
                **(headers or {}),
            },
        )
        try:
            with urllib.request.urlopen(request) as reply:
                return reply.status, dict(reply.headers), reply.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    def record(self, operation, client, method, **sent):
        invoke = time.monotonic_ns()
        answered = self.send(method, "/museum/ground", **sent)
        self.note(operation, client, invoke, answered)
        return etag_of(answered[1])

    def note(self, operation, client, invoke, answered, version=None):
        status, headers, _ = answered
        line = {
            "op": operation["op"],
            "object": "museum/ground",
            "client": client,
            "invoke": invoke,
            "return": time.monotonic_ns(),
            "outcome": outcome_of(operation["op"], status),
        }
        if line["outcome"] == "unknown":
            del line["return"]
        if "names" in operation:
            line["precondition"] = operation["names"]
        version = version or etag_of(headers)
        if line["outcome"] == "ok" and version and operation["op"] != "delete":
            line["version"] = version
        print(json.dumps(line))


def outcome_of(operation, status):
    if 200 <= status < 300:
        return "ok"
    if operation == "create" and status in (409, 412):
        return "exists"
    return OUTCOMES.get(status, "unknown")


def etag_of(headers):
    for name, value in headers.items():
        if name.lower() == "etag":
            return value.strip('"')
    return None


def put_if_match(s3):
    """Two clients replace the version that both of them have read."""
    first = s3.record({"op": "create"}, "north", "PUT", body=b"1")
    for client in ("north", "south"):
        s3.record(
            {"op": "cas", "names": first},
            client,
            "PUT",
            body=client.encode(),
            headers={"if-match": f'"{first}"'},
        )
    s3.record({"op": "read"}, "north", "GET")


def put_if_none_match(s3):
    """Two clients create the same object."""
    for client in ("north", "south"):
        s3.record(
            {"op": "create"}, client, "PUT", body=client.encode(), headers={"if-none-match": "*"}
        )
    s3.record({"op": "read"}, "north", "GET")


def multipart_if_none_match(s3):
    """A client creates an object that already exists, with a multipart upload."""
    s3.record({"op": "create"}, "north", "PUT", body=b"1")
    create_in_parts(s3, "south")
    s3.record({"op": "read"}, "north", "GET")


def multipart_over_multipart(s3):
    """Two clients create the same object, both with a multipart upload."""
    for client in ("north", "south"):
        create_in_parts(s3, client)
    s3.record({"op": "read"}, "north", "GET")


def create_in_parts(s3, client):
    path = "/museum/ground"
    begun = s3.send("POST", f"{path}?uploads")
    upload = next(
        one.text for one in ElementTree.fromstring(begun[2]).iter() if one.tag.endswith("UploadId")
    )
    part = s3.send("PUT", f"{path}?partNumber=1&uploadId={upload}", body=client.encode())
    etag = etag_of(part[1])
    body = (
        "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber>"
        f"<ETag>{etag}</ETag></Part></CompleteMultipartUpload>"
    )
    invoke = time.monotonic_ns()
    answered = s3.send(
        "POST", f"{path}?uploadId={upload}", body=body.encode(), headers={"if-none-match": "*"}
    )
    version = None
    if answered[0] == 200:
        tags = [one for one in ElementTree.fromstring(answered[2]).iter() if one.tag.endswith("ETag")]
        version = tags[0].text.strip('"') if tags else None
    s3.note({"op": "create"}, client, invoke, answered, version)


def delete_if_match(s3):
    """A client deletes the version that it has read, which another client has replaced."""
    first = s3.record({"op": "create"}, "north", "PUT", body=b"1")
    s3.record({"op": "put"}, "south", "PUT", body=b"2")
    s3.record(
        {"op": "delete", "names": first}, "north", "DELETE", headers={"if-match": f'"{first}"'}
    )
    s3.record({"op": "read"}, "south", "GET")


def put_over_nothing(s3):
    """A client replaces an object that does not exist, with the version of another object."""
    other = etag_of(s3.send("PUT", "/museum/water", body=b"1")[1])
    s3.record(
        {"op": "cas", "names": other},
        "north",
        "PUT",
        body=b"2",
        headers={"if-match": f'"{other}"'},
    )
    s3.record({"op": "read"}, "north", "GET")


SCENARIOS = {
    "put-if-match": put_if_match,
    "put-if-none-match": put_if_none_match,
    "put-over-nothing": put_over_nothing,
    "multipart-if-none-match": multipart_if_none_match,
    "multipart-over-multipart": multipart_over_multipart,
    "delete-if-match": delete_if_match,
}


@contextlib.contextmanager
def moto():
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@contextlib.contextmanager
def s3mock():
    http, https = free_port(), free_port()
    server = subprocess.Popen(
        ["java", "-jar", "s3mock.jar", f"--server.port={https}", f"--com.adobe.testing.s3mock.httpPort={http}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(600):
            with socket.socket() as client:
                if client.connect_ex(("127.0.0.1", http)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{http}"
    finally:
        server.kill()
        server.wait()


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


MOCKS = {"moto": moto, "s3mock": s3mock}


def main():
    mock, scenario = sys.argv[1:]
    with MOCKS[mock]() as endpoint:
        recorder = Recorder(endpoint)
        created = recorder.send("PUT", "/museum")[0]
        if created != 200:
            sys.exit(f"the bucket was refused: HTTP {created}")
        SCENARIOS[scenario](recorder)


main()
