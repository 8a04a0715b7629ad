import { expect, it } from "vitest";
import { describeKey, resourceVersion, uid } from "#contract";
import type { Command, JsonObject, ObjectKey, Resource } from "#contract";
import { Writers } from "./writers.ts";

const key = { kind: "Lift", namespace: "b", name: "a" };

function lift(version: string, status?: JsonObject): Resource {
  const metadata = {
    name: "a",
    namespace: "b",
    uid: uid("u"),
    resourceVersion: resourceVersion(version),
  };
  return { kind: "Lift", metadata, spec: {}, ...(status === undefined ? {} : { status }) };
}

function disturbance(
  submitted: JsonObject,
  shown: JsonObject,
  written: ObjectKey = key,
): object | undefined {
  const writers = new Writers();
  const created = { result: "object", object: lift("1") } as const;
  writers.note({
    exchange: 1,
    command: { verb: "create", identity: "author", key, spec: {} },
    outcome: created,
  });
  const refusal = { reason: "invalid", message: "invalid", causes: [] } as const;
  writers.note({
    exchange: 2,
    command: {
      verb: "updateStatus",
      identity: "controller",
      key: written,
      resourceVersion: resourceVersion("1"),
      status: submitted,
    },
    outcome: { result: "refused", refusal },
  });
  writers.note({
    exchange: 3,
    command: { verb: "read", identity: "author", key },
    outcome: { result: "object", object: lift("2", shown) },
  });
  return writers.disturbanceOf(describeKey(key), []);
}

it("attributes a stored value to a rejected write, even if a time has another format", () => {
  const seen = { at: "2024-02-02T10:20:30Z" };

  expect(disturbance(seen, { at: "2024-02-02T10:20:30.000Z" })).toBeUndefined();
  expect(disturbance(seen, { at: "2024-02-02T10:20:31.000Z" })).toMatchObject({ version: "2" });
});

it.each([
  { of: "another kind with the same name", written: { ...key, kind: "Ramp" } },
  { of: "another namespace with the same name", written: { ...key, namespace: "c" } },
])("attributes a stored value to a write to an object of $of", ({ written }) => {
  const seen = { at: "2024-02-02T10:20:30Z" };

  expect(disturbance(seen, seen, written)).toBeUndefined();
  expect(disturbance(seen, seen, { ...written, name: "other" })).toMatchObject({ version: "2" });
});

it("attributes a version to another client, although a later write without a change returned it", () => {
  const writers = new Writers();
  const note = (exchange: number, command: Command, object: Resource): void => {
    writers.note({ exchange, command, outcome: { result: "object", object } });
  };
  const write = (named: string, status: JsonObject): Command => ({
    verb: "updateStatus",
    identity: "controller",
    key,
    resourceVersion: resourceVersion(named),
    status,
  });
  const foreign = lift("3", { reason: "Taken" });
  note(1, { verb: "create", identity: "author", key, spec: {} }, lift("1"));
  note(2, write("1", { count: 7 }), lift("2", { count: 7 }));
  note(3, { verb: "read", identity: "author", key }, foreign);
  note(4, write("3", { count: null }), foreign);

  expect(writers.disturbanceOf(describeKey(key), [])).toEqual({
    version: "3",
    what: 'status.reason is "Taken"',
  });
});

it("expects an unknown version of a write whose response contains the version before it", () => {
  const writers = new Writers();
  const created = lift("1");
  writers.note({
    exchange: 1,
    command: { verb: "create", identity: "author", key, spec: {} },
    outcome: { result: "object", object: created },
  });
  writers.note({
    exchange: 2,
    command: {
      verb: "updateStatus",
      identity: "controller",
      key,
      resourceVersion: resourceVersion("1"),
      status: { count: 7 },
    },
    outcome: { result: "object", object: lift("1", { count: 7 }) },
  });
  writers.note({
    exchange: 3,
    command: { verb: "read", identity: "author", key },
    outcome: { result: "object", object: lift("2", { count: 7, at: "2024-02-02T10:20:30Z" }) },
  });

  expect(writers.disturbanceOf(describeKey(key), [])).toBeUndefined();
});
