import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource, WatchEnd, WatchEvent } from "#contract";
import type { Target, WatchListener } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { followLife, watchPaths, withWord } from "./probe-watch.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpTarget,
  pumpTrial,
} from "../learning/pump-target.fixture.ts";

const kind = pumpKind({ operations: { watch: [{ ...pumpOperation, object: "pump" }] } });

function announcing(types: Readonly<Record<string, WatchEvent["type"] | "UNKNOWN">>): Target {
  let version = 1;
  let listener: WatchListener | undefined;
  const pump = (): Resource => ({
    kind: "Pump",
    metadata: { name: "a", uid: uid("u1"), resourceVersion: resourceVersion(String(version)) },
    spec: {},
  });
  const target = pumpTarget((command: Command) => {
    if (command.verb !== "read") version += 1;
    const object = pump();
    const type = types[command.verb];
    const unknownEvent = { type: "GONE" };
    const end: WatchEnd = { end: "unintelligible", detail: "unreadable", unknownEvent };
    if (type === "UNKNOWN") listener?.ended(end);
    else if (type !== undefined) {
      listener?.event({ type, object, resourceVersion: object.metadata.resourceVersion });
    }
    return { outcome: { result: "object", object } };
  });
  return {
    ...target,
    watch: (_, given) => {
      listener = given;
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
  };
}

const spec = { create: "ADDED", update: "MODIFIED" } as const;

it.each([
  {
    why: "every event",
    types: { ...spec, updateStatus: "MODIFIED", delete: "DELETED" },
    found: { stage: "DELETED" },
  },
  {
    why: "no status write",
    types: { ...spec, delete: "DELETED" },
    found: { stage: "ADDED", due: "MODIFIED" },
  },
  {
    why: "no change",
    types: { create: "ADDED", delete: "DELETED" },
    found: { stage: "ADDED", due: "MODIFIED" },
  },
] as const)(
  "follows an object to its deletion if a watch delivers $why",
  async ({ types, found }) => {
    const findings = await followLife(pumpTrial(announcing(types), kind), {
      kind: "Pump",
      name: "a",
    });

    expect(findings).toMatchObject(found);
    expect(findings.deletion?.type).toBe("DELETED");
  },
);

it("takes the unknown type after a deletion for a deletion, even if a change was not delivered", async () => {
  const target = announcing({ ...spec, delete: "UNKNOWN" });
  const findings = await followLife(pumpTrial(target, kind), { kind: "Pump", name: "a" });

  expect(findings).toMatchObject({ due: "DELETED", seen: { end: { end: "unintelligible" } } });
});

it("does not take the deletion of an object that was not delivered for its creation", async () => {
  const target = announcing({ delete: "UNKNOWN" });
  const findings = await followLife(pumpTrial(target, kind), { kind: "Pump", name: "a" });

  expect(findings).toMatchObject({ stage: "none", due: "ADDED", seen: { events: [] } });
  expect(findings.seen.end).toBeUndefined();
});

it("takes the unknown type after a change for a change", async () => {
  const target = announcing({ create: "ADDED", update: "UNKNOWN", delete: "DELETED" });
  const findings = await followLife(pumpTrial(target, kind), { kind: "Pump", name: "a" });

  expect(findings).toMatchObject({ due: "MODIFIED" });
});

it.each([
  { path: "__typename", changed: "PumpModified", kept: true },
  { path: "__typename", changed: "PumpTurned", kept: false },
  { path: "type", changed: "MODIFIED", kept: false },
])("keeps the type of changes $changed in $path: $kept", ({ path, changed, kept }) => {
  const names = { PumpAdded: "ADDED", [changed]: "MODIFIED" } as const;
  const watch = [{ ...pumpOperation, object: "pump", type: { path, names } }];
  const watched: KindDialect = { ...kind, operations: { ...kind.operations, watch } };
  const word = { word: "PumpReported", type: "MODIFIED", learned: [] } as const;
  const found = withWord(pumpDialect(watched), watched, word).kinds[0]?.operations.watch[0]?.type
    ?.names;

  expect(found).toEqual({
    PumpAdded: "ADDED",
    PumpReported: "MODIFIED",
    ...(kept ? { [changed]: "MODIFIED" } : {}),
  });
});

it.each([
  [
    "http://127.0.0.1/graphql",
    [
      "/graphql/stream",
      "/graphql/stream",
      "/subscriptions",
      "/graphql/ws",
      "/cable",
      "/cable",
      "/socket/websocket",
      "/graphql/realtime",
    ],
  ],
  [
    "http://127.0.0.1/api/graphql/",
    [
      "/api/graphql/stream",
      "/api/graphql/stream",
      "/api/subscriptions",
      "/api/graphql/ws",
      "/cable",
      "/cable",
      "/socket/websocket",
      "/api/graphql/realtime",
    ],
  ],
])("tests other common paths for watches of %s", (endpoint, paths) => {
  const places = watchPaths(pumpDialect(kind), endpoint);

  expect(places.map((one) => one.endpoint?.watches?.path)).toEqual(paths);
  expect(places.map(({ credentials }) => credentials.socket?.place)).toEqual([
    undefined,
    undefined,
    "connectionInit",
    "connectionInit",
    "upgradeHeader",
    "subscribePayload",
    "queryParameter",
    "upgradeHeader",
  ]);
});

it("tests no other paths if the path is given", () => {
  const given = { ...pumpDialect(kind), endpoint: { watches: { path: "/changes" } } };

  expect(watchPaths(given, "http://127.0.0.1/graphql")).toEqual([]);
});
