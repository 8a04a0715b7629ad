import { describe, expect, it } from "vitest";
import { isJsonObject } from "#contract";
import type { Command, JsonObject, JsonValue, UpdateStatusCommand } from "#contract";
import type { Exchange } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import {
  crateData,
  crateDialect,
  crateKey,
  crateSchema,
  crateVersion,
} from "../testing/crate-dialect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";

const never = new AbortController().signal;
const common = { identity: "controller", key: crateKey, resourceVersion: crateVersion } as const;
const write: UpdateStatusCommand = { verb: "updateStatus", ...common, status: { count: 1 } };
const input = { type: "Cratexyz", name: "a", version: "7" };

async function send(command: Command, answer: JsonValue = { ok: crateData }): Promise<Exchange> {
  await using endpoint = await startEndpoint({
    schema: crateSchema,
    answer: (_, response, body) => response.end(JSON.stringify(answerTo(body, answer))),
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: crateDialect, runtimeSuffix: "xyz" }),
  );
  return await target.execute(command, never);
}

function answerTo(body: string, answer: JsonValue): JsonValue {
  const field = /\{ (\w+)\(/u.exec(body)?.[1] ?? "";
  if (!isJsonObject(answer) || !Object.hasOwn(answer, "ok")) return answer;
  const { ok = null, ...rest } = answer;
  return { ...rest, data: { [field]: ok } };
}

async function variablesOf(command: Command): Promise<JsonObject> {
  const { request, outcome } = await send(command);
  expect(outcome).toMatchObject({ result: "object" });
  return request?.variables ?? {};
}

describe("a status write through a patch", () => {
  it.each([
    { via: "merge", form: "RFC7386", patch: { status: { count: 1 } } },
    {
      via: "json",
      form: "RFC6902",
      patch: [{ op: "add", path: "/status", value: { count: 1 } }],
    },
    { via: "apply", form: "SSA", patch: { status: { count: 1 } } },
  ])("travels as $form through $via", async ({ via, form, patch }) => {
    const variables = await variablesOf({ ...write, via });
    expect(variables).toMatchObject({ form, input: { ...input, patch } });
  });

  it("is applied by force and for a manager of the suite by default", async () => {
    const options = { fieldManager: "mine", force: false };
    expect(await variablesOf({ ...write, via: "apply" })).toMatchObject({
      how: { manager: "conformance", force: true },
    });
    expect(await variablesOf({ ...write, via: "apply", options })).toMatchObject({
      how: { manager: "mine", force: false },
    });
    expect(await variablesOf({ ...write, via: "merge" })).not.toHaveProperty("how");
  });

  it.each([
    {
      via: "merge",
      place: "beside",
      patch: { status: { count: 1 }, spec: { size: 9 } },
    },
    { via: "merge", place: "inside", patch: { status: { count: 1, spec: { size: 9 } } } },
    {
      via: "json",
      place: "beside",
      patch: [
        { op: "add", path: "/status", value: { count: 1 } },
        { op: "add", path: "/spec/size", value: 9 },
      ],
    },
    {
      via: "json",
      place: "inside",
      patch: [{ op: "add", path: "/status", value: { count: 1, spec: { size: 9 } } }],
    },
  ] as const)("carries foreign members $place it through $via", async ({ via, place, patch }) => {
    const foreign = { place, members: { spec: { size: 9 } } };
    expect(await variablesOf({ ...write, via, foreign })).toMatchObject({ input: { patch } });
  });

  it("escapes the members that a JSON patch names", async () => {
    const members = { labels: { "a/b~c": "d" }, flag: true };
    const foreign = { place: "beside", members } as const;
    expect(await variablesOf({ ...write, via: "json", foreign })).toMatchObject({
      input: {
        patch: [{}, { path: "/labels/a~1b~0c" }, { op: "add", path: "/flag", value: true }],
      },
    });
  });
});

describe("a raw patch", () => {
  const patch: JsonValue = [{ op: "test", path: "/status/count", value: 1 }];

  it("is sent unchanged, with its format in the target's spelling", async () => {
    const command: Command = { verb: "patchStatus", ...common, format: "json", patch };
    const options = { dryRun: true, fieldManager: "", fieldValidation: "Perhaps", force: false };
    expect(await variablesOf({ ...command, options })).toEqual({
      form: "RFC6902",
      input: { ...input, patch },
      how: { dry: true, manager: "", unknown: "Perhaps", force: false },
    });
  });

  it("is not sent in a format that the target does not accept", async () => {
    const { outcome } = await send({ verb: "patchStatus", ...common, format: "apply", patch });
    const detail = "patch does not support the patch format apply";
    expect(outcome).toEqual({ result: "unsupported", detail });
  });
});

describe("the selection of a command", () => {
  it.each<{ placeholder: string; command: Command }>([
    {
      placeholder: "$dryRun",
      command: { verb: "update", ...common, spec: {}, options: { dryRun: true } },
    },
    {
      placeholder: "$finalizers",
      command: { verb: "update", ...common, spec: {}, finalizers: [] },
    },
  ])("is never omitted silently: $placeholder", async ({ placeholder, command }) => {
    const { outcome, request } = await send(command);
    expect(outcome).toEqual({
      result: "unsupported",
      detail: `change has no argument for ${placeholder}`,
    });
    expect(request).toBeUndefined();
  });

  it("includes finalizers", async () => {
    const { identity, key } = common;
    const create: Command = { verb: "create", identity, key, spec: {}, finalizers: ["a/b"] };
    expect(await variablesOf(create)).toMatchObject({ input: { holds: ["a/b"] } });
  });
});

describe("a response", () => {
  it("reports its warnings", async () => {
    const extensions = { notes: [{ text: "unknown member a" }, {}] };
    const { outcome } = await send(write, { ok: crateData, extensions });
    expect(outcome).toMatchObject({ warnings: ["unknown member a", "no message"] });
    const { outcome: plain } = await send(write, { ok: crateData, extensions: { notes: [] } });
    expect(plain).not.toHaveProperty("warnings");
  });

  it("reports the owners of fields, and the finalizers of a deletion", async () => {
    const entry = { manager: "m", operation: "Apply", fields: { "f:status": { "f:count": {} } } };
    const managedFields = [
      { ...entry, subresource: "status" },
      { ...entry, subresource: null },
    ];
    const metadata = { name: "a", uid: "u1", resourceVersion: "7", finalizers: ["a/b"] };
    const ok = { ...crateData, metadata: { ...metadata, managedFields } };
    expect((await send(write, { ok })).outcome).toMatchObject({
      object: {
        metadata: { finalizers: ["a/b"], managedFields: [{ subresource: "status" }, entry] },
      },
    });
  });

  it.each([
    { managedFields: {}, detail: "metadata.managedFields is an object, not a list" },
    { managedFields: [7], detail: "metadata.managedFields[0] is a number, not an object" },
    {
      managedFields: [{ manager: "m", operation: "Steal" }],
      detail: 'the operation of metadata.managedFields[0] is neither "Apply" nor "Update"',
    },
    {
      managedFields: [{ operation: "Apply" }],
      detail: "metadata.managedFields[0] has no manager",
    },
  ])("cannot be read: $detail", async ({ managedFields, detail }) => {
    const metadata = { name: "a", uid: "u1", resourceVersion: "7", managedFields };
    const { outcome } = await send(write, { ok: { ...crateData, metadata } });
    expect(outcome).toEqual({ result: "unintelligible", detail });
  });

  it("uses the checks' name for a kind of the run", async () => {
    expect((await send(write)).outcome).toMatchObject({ object: { kind: "Crate" } });
    const ok = { ...crateData, kind: "Basket" };
    expect((await send(write, { ok })).outcome).toMatchObject({ object: { kind: "Basket" } });
  });
});
