import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { WatchEvent } from "#contract";
import { pumpDialect, pumpKind, pumpShared, pumpTarget } from "../learning/pump-target.fixture.ts";
import { withoutForeignVersions } from "./foreign-versions.ts";

function eventOf(type: WatchEvent["type"], own: string, held: string): WatchEvent {
  const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion(held) };
  const object = { kind: "Pump", metadata, spec: {} };
  return { type, resourceVersion: resourceVersion(own), object };
}

const kind = pumpKind({
  operations: {
    watch: [
      {
        id: "news",
        field: "news",
        arguments: {},
        shape: "event",
        object: "pump",
        resourceVersion: "version",
      },
    ],
  },
});

function pathAfter(events: readonly WatchEvent[]): string | undefined {
  const shared = pumpShared(() => pumpTarget(() => ({ outcome: { result: "done" } })));
  const learned = withoutForeignVersions(pumpDialect(kind), { events }, { kind: "Pump", shared });
  return learned.kinds[0]?.operations.watch[0]?.resourceVersion;
}

it.each([
  {
    why: "was never that of the object",
    events: [eventOf("ADDED", "3.20", "7"), eventOf("MODIFIED", "3.20", "8")],
    path: undefined,
  },
  {
    why: "was that of the object once",
    events: [eventOf("ADDED", "7", "7"), eventOf("MODIFIED", "7", "8")],
    path: "version",
  },
  { why: "differs in one event", events: [eventOf("ADDED", "3.20", "7")], path: "version" },
  {
    why: "differs for one version",
    events: [eventOf("ADDED", "6", "7"), eventOf("MODIFIED", "6", "7")],
    path: "version",
  },
  {
    why: "differs in deletions",
    events: [eventOf("DELETED", "8", "7"), eventOf("DELETED", "10", "9")],
    path: "version",
  },
])("an event's own version that $why leads to the path $path", ({ events, path }) => {
  expect(pathAfter(events)).toBe(path);
});
