import { expect, it } from "vitest";
import { describeKey, resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
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

function disturbance(submitted: JsonObject, shown: JsonObject): object | undefined {
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
      key,
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
