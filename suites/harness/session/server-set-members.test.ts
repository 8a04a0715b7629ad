import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome, Resource } from "#contract";
import type { Target } from "#targets";
import { scriptedKind, scriptedTarget } from "./scripted-target.fixture.ts";
import { ServerSetMembers } from "./server-set-members.ts";

const signal = new AbortController().signal;

const key = { kind: "Service", namespace: "default", name: "a" } as const;

const kind: typeof scriptedKind = {
  ...scriptedKind,
  shapes: {
    status: {
      kind: "object",
      members: [
        { name: "declared", shape: { kind: "boolean" }, isRequired: false },
        { name: "phase", shape: { kind: "boolean" }, isRequired: false },
      ],
    },
  },
};

interface Behavior {
  /** What the server adds to the status of a write. */
  readonly adds: (write: Command, version: number) => JsonObject;
  /** Whether only the response contains it. */
  readonly isTransient?: boolean;
}

/** A server with one object. */
function serverThat({ adds, isTransient = false }: Behavior): Target {
  let version = 1;
  let status: JsonObject | undefined;
  const shown = (extra: JsonObject = {}): Resource => ({
    kind: "Service",
    metadata: {
      name: "a",
      namespace: "default",
      uid: uid("u"),
      resourceVersion: at(version),
      managedFields: [
        {
          manager: "m",
          operation: "Update",
          subresource: "status",
          fields: { "f:status": { "f:phase": {}, "f:at": {} } },
        },
      ],
    },
    ...(status === undefined ? {} : { status: { ...status, ...extra } }),
  });
  const target = scriptedTarget((command): Outcome => {
    if (command.verb === "list") return { result: "list", items: [shown()] };
    if (command.verb !== "updateStatus") return { result: "object", object: shown() };
    version += 1;
    const added = adds(command, version);
    status = { ...status, ...command.status, ...(isTransient ? {} : added) };
    return { result: "object", object: shown(added) };
  });
  return {
    ...target,
    description: { ...target.description, kinds: [kind] },
    watch: async (_, listener) => {
      listener.event({ type: "MODIFIED", resourceVersion: at(version), object: shown() });
      return { request: { url: "", operation: "" }, [Symbol.asyncDispose]: async () => {} };
    },
  };
}

function at(version: number): Resource["metadata"]["resourceVersion"] {
  return resourceVersion(String(version));
}

/** Reads the object and writes its status, in the version that the write names. */
async function statusAfterWrite(
  { target }: ServerSetMembers,
  { names = 1, status = { phase: true } }: { names?: number; status?: JsonObject } = {},
): Promise<unknown> {
  await target.execute({ verb: "read", identity: "author", key }, signal);
  const { outcome } = await target.execute(
    { verb: "updateStatus", identity: "controller", key, resourceVersion: at(names), status },
    signal,
  );
  return outcome.result === "object" ? outcome.object.status : outcome;
}

it("omits a member that each write sets, in all responses and events", async () => {
  const members = new ServerSetMembers(
    serverThat({ adds: (_, version) => ({ reportedAt: `time ${version}`, changes: { version } }) }),
  );
  const events: unknown[] = [];

  expect(await statusAfterWrite(members)).toEqual({ phase: true });
  const list = { verb: "list", identity: "author", kind: "Service" } as const;
  expect((await members.target.execute(list, signal)).outcome).toMatchObject({
    items: [{ status: { phase: true } }],
  });
  await members.target.watch(
    { verb: "watch", identity: "author", kind: "Service" },
    { event: ({ object }) => events.push(object?.status), ended: () => {} },
    signal,
  );
  expect(events).toEqual([{ phase: true }]);
  expect(members.remarks).toEqual([
    "Service: the server sets reportedAt, changes in statuses, although no request contained it, so no check compares it",
  ]);
});

it("states a member once if concurrent writes find it", async () => {
  const members = new ServerSetMembers(serverThat({ adds: () => ({ own: "x" }) }));
  await members.target.execute({ verb: "read", identity: "author", key }, signal);
  const write = {
    verb: "updateStatus",
    identity: "controller",
    key,
    resourceVersion: at(1),
    status: { phase: true },
  } as const;

  await Promise.all([members.target.execute(write, signal), members.target.execute(write, signal)]);

  expect(members.remarks).toEqual([expect.stringContaining("sets own in")]);
});

it("omits the owner of a member that it omits", async () => {
  const members = new ServerSetMembers(serverThat({ adds: (_, version) => ({ at: version }) }));
  await statusAfterWrite(members);

  const { outcome } = await members.target.execute(
    { verb: "read", identity: "author", key },
    signal,
  );

  expect(outcome).toMatchObject({
    object: { metadata: { managedFields: [{ fields: { "f:status": { "f:phase": {} } } }] } },
  });
  expect(JSON.stringify(outcome)).not.toContain("f:at");
});

it("omits a member inside one that was sent", async () => {
  const members = new ServerSetMembers(
    serverThat({ adds: (_, version) => ({ phase: { isOn: true, since: `time ${version}` } }) }),
  );

  const status = { phase: { isOn: true } };
  expect(await statusAfterWrite(members, { status })).toEqual(status);
});

it.each<[string, Behavior]>([
  ["that a request may contain", { adds: () => ({ declared: true }) }],
  ["that names the object", { adds: () => ({ own: "a" }) }],
  ["that contains what was sent", { adds: () => ({ copy: [{ phase: true }] }) }],
  ["that only the response contains", { adds: () => ({ own: "never stored" }), isTransient: true }],
])("retains a member %s", async (_, behavior) => {
  const members = new ServerSetMembers(serverThat(behavior));

  const added = behavior.adds({ verb: "read", identity: "author", key }, 2);
  expect(await statusAfterWrite(members)).toEqual({ phase: true, ...added });
  expect(members.remarks).toEqual([]);
});

it("retains a member that an earlier request contained", async () => {
  const members = new ServerSetMembers(serverThat({ adds: () => ({ note: "of another object" }) }));

  const update = { verb: "update", identity: "author", key, spec: { note: "x" } } as const;
  await members.target.execute(update, signal);

  expect(await statusAfterWrite(members)).toMatchObject({ note: "of another object" });
});

it("retains a member that another client may have written before", async () => {
  const members = new ServerSetMembers(serverThat({ adds: () => ({ own: "x" }) }));

  expect(await statusAfterWrite(members, { names: 2 })).toMatchObject({ own: "x" });
});
