import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, JsonObject, Outcome, Resource, ResourceMetadata } from "#contract";
import { isDeniable } from "#model";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { accepted, scriptedKind, scriptedTarget } from "../session/scripted-target.fixture.ts";
import { judgeSequence } from "./judge-sequence.ts";
import { play, rulesFor } from "./play.ts";

const { description } = scriptedTarget(() => ({ result: "unsupported", detail: "" }));
const unlimited = ["author", "reader"] as const;

it("the model knows the roles that the target cannot limit", () => {
  const kind = scriptedKind;

  expect(rulesFor({ kind, target: { ...description, unlimited } }).unlimited).toEqual(unlimited);
  expect(rulesFor({ kind, target: description })).not.toHaveProperty("unlimited");
});

it("a role that the target cannot limit cannot be denied", () => {
  expect(isDeniable({ ...description, unlimited }, "author")).toBe(false);
  expect(isDeniable({ ...description, unlimited }, "controller")).toBe(true);
  expect(isDeniable(description, "author")).toBe(true);
});

/** A server whose deletions return no object, and wait for finalizers. */
function heldServer(): (command: Command) => Outcome {
  let metadata: Partial<ResourceMetadata> = { generation: 1 };
  let version = 1;
  const change = (more: Partial<ResourceMetadata>): void => {
    version += 1;
    metadata = { ...metadata, ...more };
  };
  return (command) => {
    if (!("key" in command)) return { result: "done" };
    const { key } = command;
    if (command.verb === "update") change({ finalizers: command.finalizers ?? [] });
    if (command.verb === "delete") {
      change({ deletionTimestamp: "2026-01-01T00:00:00Z", generation: 2 });
      return { result: "done" };
    }
    const { namespace = "default" } = key;
    const shown = { namespace, ...metadata, resourceVersion: resourceVersion(String(version)) };
    const { labels = {} } = command.verb === "create" ? command : {};
    if (command.verb === "create") metadata = { ...metadata, labels };
    const whole = accepted(key, { ...shown, labels: metadata.labels ?? labels });
    return whole.result === "object" ? { ...whole, object: { ...whole.object, spec: {} } } : whole;
  };
}

it("the model knows the deletion time of a held object whose deletion returned no object", async () => {
  const kind = {
    ...scriptedKind,
    operations: { ...scriptedKind.operations, update: ["update"] },
  };
  const { result } = await driveScripted(
    heldServer(),
    (context) =>
      play(context, [
        { move: "hold", slot: 0 },
        { move: "delete", slot: 0, way: 0, uid: "none" },
        { move: "read", slot: 0, way: 0, identity: "author" },
      ]),
    kind,
  );
  const rules = rulesFor({ kind, target: { ...description, features: ["finalizers"] } });

  expect(judgeSequence(result, rules)).not.toHaveProperty("violation");
  expect(result.steps.map(({ step }) => step.command.verb)).toContain("delete");
});

/** A server whose responses to status writes omit the spec, and whose responses to spec writes omit the status. */
function bodilessServer(): (command: Command) => Outcome {
  let spec: JsonObject = { size: 1 };
  let metadata: Partial<ResourceMetadata> = { generation: 1 };
  let version = 1;
  let status: Resource["status"];
  return (command) => {
    if (!("key" in command)) return { result: "done" };
    const { key, verb } = command;
    if (verb === "create") metadata = { ...metadata, labels: command.labels ?? {} };
    if (verb === "updateStatus") {
      version += 1;
      status = { ...status, ...command.status };
    }
    if (verb === "update") {
      version += 1;
      metadata = { ...metadata, generation: (metadata.generation ?? 0) + 1 };
      ({ spec = spec } = command);
    }
    const { namespace = "default" } = key;
    const shown = { namespace, ...metadata, resourceVersion: resourceVersion(String(version)) };
    const whole = accepted(key, shown);
    if (whole.result !== "object") return whole;
    const { spec: _spec, ...bare } = whole.object;
    const held = verb === "updateStatus" ? {} : { spec };
    const reported = verb === "update" || status === undefined ? {} : { status };
    return { ...whole, object: { ...bare, ...held, ...reported } };
  };
}

it("the stored object completes responses without the part that the write leaves unchanged", async () => {
  const specs = [{ size: 1 }, { size: 2 }];
  const samples = { ...scriptedKind.samples, specs, statuses: [{ count: 1 }] };
  const kind = { ...scriptedKind, samples };
  const { result } = await driveScripted(
    bodilessServer(),
    (context) =>
      play(context, [
        {
          move: "write status",
          slot: 0,
          way: 0,
          identity: "controller",
          trial: false,
          version: "current",
          uid: "none",
          sample: 0,
          members: 0,
          nulls: 0,
        },
        {
          move: "write spec",
          slot: 0,
          way: 0,
          identity: "author",
          version: "current",
          uid: "none",
          spec: 1,
        },
        { move: "read", slot: 0, way: 0, identity: "author" },
      ]),
    kind,
  );

  expect(judgeSequence(result, rulesFor({ kind, target: description }))).not.toHaveProperty(
    "violation",
  );
  expect(result.steps.map(({ step }) => step.command.verb)).toEqual([
    "create",
    "updateStatus",
    "update",
    "read",
    "read",
  ]);
});
