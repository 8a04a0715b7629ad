"""Writes to fakeredis and prints the history.

Each entry of a stream is a state of the stream, and the ID of the entry is the version. The version of a string key
is its value.
"""

import json
import sys
import threading
import time

import fakeredis


class Recorder:
    def __init__(self):
        self.server = fakeredis.FakeServer()
        self.writer = self.connect()
        self.known = set()
        self.newest = None
        self.lines = []
        self.note({"history": 1, "versions": "opaque"})

    def connect(self):
        return fakeredis.FakeStrictRedis(server=self.server)

    def note(self, line):
        self.lines.append(line)

    def add(self, stream):
        invoke = time.monotonic_ns()
        version = self.writer.xadd(stream, {"turns": len(self.lines)}).decode()
        self.note(
            {
                "op": "put" if stream in self.known else "create",
                "object": stream,
                "client": "writer",
                "invoke": invoke,
                "return": time.monotonic_ns(),
                "outcome": "ok",
                "version": version,
            }
        )
        self.known.add(stream)
        self.newest = version
        return version

    def open(self, after=None):
        line = {"watch": "reader", "event": "open", "time": time.monotonic_ns()}
        self.note(line if after is None else {**line, "after": after})

    def deliver(self, replies):
        """Records the result of a read: a list of streams with their entries, or None."""
        for stream, entries in replies or []:
            for entry, _ in entries:
                self.note(
                    {
                        "watch": "reader",
                        "event": "MODIFIED",
                        "object": stream.decode(),
                        "version": entry.decode(),
                        "time": time.monotonic_ns(),
                    }
                )

    def close(self):
        line = {"watch": "reader", "event": "close", "time": time.monotonic_ns()}
        self.note({**line, "due": self.newest})

    def end(self):
        for line in self.lines:
            print(json.dumps(line))


def read_with_count(recorder):
    """A reader requests more entries than exist, and is ready to wait."""
    read(recorder, count=100, block=10)


def read_without_count(recorder):
    """A reader requests any number of entries, and is ready to wait."""
    read(recorder, block=10)


def read(recorder, **options):
    first = recorder.add("ground")
    recorder.add("ground")
    recorder.open(first)
    recorder.deliver(recorder.connect().xread({"ground": first}, **options))
    recorder.close()


def wait_for_entry(recorder):
    """A reader waits for the next entry."""
    last = recorder.add("ground")
    recorder.open(last)
    replies = []
    reader = threading.Thread(
        daemon=True,
        target=lambda: replies.extend(
            recorder.connect().xread({"ground": "$"}, block=2_000, count=1) or []
        ),
    )
    reader.start()
    time.sleep(0.3)
    recorder.add("ground")
    reader.join(timeout=5)
    recorder.deliver(replies)
    recorder.close()


def read_as_group(recorder):
    """The only consumer of a group requests more entries than exist, and is ready to wait."""
    first = recorder.add("ground")
    reader = recorder.connect()
    reader.xgroup_create("ground", "group", id=first)
    recorder.add("ground")
    recorder.open(first)
    for _ in range(2):
        recorder.deliver(
            reader.xreadgroup("group", "reader", {"ground": ">"}, count=10, block=100)
        )
    recorder.close()


def read_groups_of_streams(recorder):
    """The only consumer of a group reads several streams."""
    reader = recorder.connect()
    last = None
    for stream in ("ground", "water"):
        last = recorder.add(stream)
        reader.xgroup_create(stream, "group", id="$")
    recorder.open(last)
    for stream in ("ground", "water"):
        recorder.add(stream)
    for _ in range(3):
        recorder.deliver(
            reader.xreadgroup("group", "reader", {"ground": ">", "water": ">"}, count=10)
        )
    recorder.close()


def read_while_watching(recorder):
    """A client reads a key while a transaction of the same client watches that key."""
    client = fakeredis.FakeRedis()
    operate(recorder, "create", lambda: client.set("ground", "1") and b"1")
    with client.pipeline() as transaction:
        transaction.watch("ground")
        operate(recorder, "read", lambda: client.get("ground"))


def operate(recorder, operation, act):
    """Records an operation, which returns the version, or None if the key does not exist."""
    invoke = time.monotonic_ns()
    version = act()
    line = {
        "op": operation,
        "object": "ground",
        "client": "writer",
        "invoke": invoke,
        "return": time.monotonic_ns(),
    }
    if version is None:
        recorder.note({**line, "outcome": "not-found"})
    else:
        recorder.note({**line, "outcome": "ok", "version": version.decode()})


SCENARIOS = {
    "read-with-count": read_with_count,
    "read-without-count": read_without_count,
    "wait-for-entry": wait_for_entry,
    "read-as-group": read_as_group,
    "read-groups-of-streams": read_groups_of_streams,
    "read-while-watching": read_while_watching,
}


def main():
    recorder = Recorder()
    SCENARIOS[sys.argv[1]](recorder)
    recorder.end()


main()
