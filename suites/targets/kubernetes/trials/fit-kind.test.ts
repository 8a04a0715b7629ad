import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { fitKind } from "./fit-kind.ts";
import type { KindFitted } from "./fit-kind.ts";
import { untriedGround } from "./trial-server.ts";
import type { Ground, TrialReply } from "./trial-server.ts";

const spec: JsonObject = {
  type: "object",
  required: ["teeth", "axle"],
  properties: {
    teeth: { type: "integer", minimum: 8 },
    material: { type: "string" },
    code: { type: "string", pattern: "^[0-9]+$" },
    axle: {
      type: "object",
      required: ["length"],
      properties: { length: { type: "integer" }, name: { type: "string" } },
    },
    spares: { type: "array", items: { type: "string" } },
  },
};

const usualStatus: JsonObject = {
  type: "object",
  properties: {
    turns: { type: "integer", minimum: 0 },
    phase: { type: "string", enum: ["Still", "Turning", "Broken"] },
    since: { type: "string", format: "date-time" },
    conditions: { type: "array", items: { type: "object" } },
    peers: {
      type: "array",
      items: { type: "object", required: ["name"], properties: { name: { type: "string" } } },
    },
  },
};

function fitted(
  parts: { readonly spec?: JsonObject; readonly status?: JsonObject },
  hasStatus = true,
): Promise<KindFitted> {
  const root = { properties: { spec, status: usualStatus, ...parts } };
  return fitKind({ schema: { root, parts: new Map() }, hasStatus, ground: untriedGround });
}

async function samplesWith(
  parts: Parameters<typeof fitted>[0],
): Promise<Extract<KindFitted, { isFitted: true }>> {
  const made = await fitted(parts);
  if (!made.isFitted) throw new Error(made.problem);
  return made;
}

async function excusesOf(status: JsonObject): Promise<readonly string[]> {
  const kind = await fitted({ status });
  return kind.isFitted ? Object.keys(kind.excuses ?? {}) : [];
}

/** A server that adds a default to each status. */
function withReplicas({ replicas = 0, ...rest }: JsonObject): Promise<TrialReply> {
  return Promise.resolve({ isAccepted: true, object: { status: { replicas, ...rest } } });
}

/** A server that refuses some changes to a status without naming the property. */
function transitional(rules: {
  readonly set: readonly string[];
  readonly grown: readonly string[];
}): Ground {
  let stored: JsonObject = {};
  const tried = (status: JsonObject): Promise<TrialReply> => {
    const changed =
      rules.set.find((name) => name in stored && stored[name] !== status[name]) ??
      rules.grown.find((name) => name in status && Number(stored[name]) > Number(status[name]));
    const message = `${changed} cannot be changed like this`;
    return Promise.resolve(
      changed === undefined
        ? { isAccepted: true, object: { status } }
        : { isAccepted: false, message, causes: [{ field: "status", message }] },
    );
  };
  return {
    ...untriedGround,
    isReal: true,
    renew: () => {
      stored = {};
      return Promise.resolve();
    },
    tryStatus: tried,
    writeStatus: async (status) => {
      const reply = await tried(status);
      if (reply.isAccepted) stored = status;
      return reply;
    },
  };
}

const counted = { turns: { type: "integer" } };

describe("fitKind, by the schema alone", () => {
  it("makes three values of what is required and of what can differ", async () => {
    await expect(fitted({})).resolves.toMatchObject({
      isFitted: true,
      samples: {
        specs: [
          { teeth: 8, material: "material-a", axle: { length: 1 } },
          { teeth: 9, material: "material-b", axle: { length: 2 } },
          { teeth: 10, material: "material-c", axle: { length: 3 } },
        ],
        statuses: [
          {
            turns: 1,
            phase: "Still",
            since: "2024-01-01T00:00:00Z",
            peers: [{ name: "name-a" }],
          },
          { turns: 2, phase: "Turning" },
          { turns: 3, phase: "Broken", peers: [{ name: "name-c" }, { name: "name-d" }] },
        ],
        counter: "turns",
      },
    });
  });

  it("makes conditions of their own schema, with nothing next to it", async () => {
    const items = {
      type: "object",
      required: ["type", "lastUpdateTime"],
      properties: {
        type: { type: "string", enum: ["Up", "Down", "Gone"] },
        healthy: { type: "boolean" },
        lastUpdateTime: { type: "string", format: "date-time" },
      },
    };
    const properties = { ...counted, conditions: { type: "array", items } };
    const { samples, looseness } = await samplesWith({ status: { type: "object", properties } });

    expect(samples.statuses[0]?.["conditions"]).toEqual([
      { type: "Up", healthy: true, lastUpdateTime: "2024-01-01T00:00:00Z" },
    ]);
    expect(looseness).toBe("in the schema of its conditions, status is not required");
  });

  it("sends with each status what the schema requires of all of them", async () => {
    const properties = { ...counted, ready: { type: "boolean" }, note: { type: "string" } };
    const status = { type: "object", required: ["ready"], properties };
    const { samples, statusForm } = await samplesWith({ status });

    expect(samples.statuses.map((one) => Object.keys(one))).toEqual(
      Array.from({ length: 3 }, () => ["turns", "note"]),
    );
    expect(statusForm).toMatchObject({ always: { ready: false } });
  });

  it.each([
    { what: "a text", of: { note: { type: "string" } }, at: [], writing: "text" },
    {
      what: "a time",
      of: { at: { type: "string", format: "date-time" } },
      at: [],
      writing: "time",
    },
    {
      what: "an entry of a list",
      of: {
        peers: {
          type: "array",
          items: { type: "object", required: ["id"], properties: { id: { type: "string" } } },
        },
      },
      at: [0, "id"],
      writing: "text",
    },
  ])("counts with $what where there is no number", async ({ of, at, writing }) => {
    const { statusForm } = await samplesWith({ status: { type: "object", properties: of } });

    expect(statusForm?.counter).toMatchObject({ path: at, writing: { kind: writing } });
  });

  it("knows the required properties of a status that the server adds", async () => {
    const status = {
      type: "object",
      default: { replicas: 0, phase: "Pending" },
      required: ["replicas", "phase"],
      properties: {
        ...counted,
        replicas: { type: "integer", default: 0 },
        phase: { type: "string", enum: ["Pending", "Active", "Failed", "Gone"] },
      },
    };
    const ground: Ground = { ...untriedGround, tryStatus: withReplicas, writeStatus: withReplicas };
    const root = { properties: { spec, status } };
    const made = await fitKind({ schema: { root, parts: new Map() }, hasStatus: true, ground });

    expect(made).toMatchObject({
      statusForm: { always: { phase: "Pending" }, defaults: { replicas: 0 } },
      statusDefault: {},
    });
  });

  it("leaves out the properties of a status that can be set only once, or only grow", async () => {
    const text = { type: "string" };
    const usage = { type: "integer" };
    const properties = {
      observedGeneration: usage,
      boundTo: text,
      usage,
      phase: text,
      heldBy: text,
    };
    const root = { properties: { spec, status: { type: "object", properties } } };
    const ground = transitional({ set: ["boundTo", "heldBy"], grown: ["observedGeneration"] });
    const made = await fitKind({ schema: { root, parts: new Map() }, hasStatus: true, ground });

    expect(made.isFitted && made.samples.statuses.map((one) => Object.keys(one))).toEqual(
      Array.from({ length: 3 }, () => ["usage", "phase"]),
    );
  });

  it.each([
    String.raw`\A(?P<series>[A-Z]{2,3})-\d{4}(?:-(?i:beta|rc)\d)?\z`,
    "^[[:digit:]]{13}$",
    String.raw`^\p{Lu}\p{Ll}+( [\p{Lu}\pN]+){0,3}$`,
    String.raw`^\Qa.b[c]\E[0-9]+$`,
  ])("makes texts that follow %s, which is a pattern of RE2", async (pattern) => {
    const code = { type: "string", pattern };
    const { samples } = await samplesWith({ spec: { required: ["code"], properties: { code } } });

    expect(new Set(samples.specs.map((one) => one["code"])).size).toBe(3);
  });

  it("does not follow a schema into itself for ever", async () => {
    const node = { type: "object", required: ["next"], properties: { next: { $ref: "#node" } } };
    const root = { properties: { spec: { $ref: "#node" } } };
    const schema = { root, parts: new Map([["#node", node]]) };

    await expect(
      fitKind({ schema, hasStatus: false, ground: untriedGround }),
    ).resolves.toMatchObject({ isFitted: false });
  });

  it("breaks one rule of the schema at a time", async () => {
    const { samples } = await samplesWith({});

    expect(samples.invalidStatuses.map(({ field, defect }) => [field, defect])).toEqual([
      ["status.phase", "a value that is not in the enum"],
      ["status.turns", "a number below the minimum"],
      ["status.turns", "a string instead of an integer"],
      ["status.phase", "a boolean instead of a string"],
    ]);
  });

  it("breaks the type of a list, and of no text that has a format", async () => {
    const status = {
      type: "object",
      properties: {
        since: { type: "string", format: "date-time" },
        addresses: { type: "array", items: { type: "string" } },
      },
    };
    const kind = await fitted({ status });

    expect(kind.isFitted && kind.samples.invalidStatuses.map(({ field }) => field)).toEqual([
      "status.addresses",
    ]);
  });

  it("asks nothing that the schema gives nothing to ask with", async () => {
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const alone = { ...open, properties: { since: { type: "string", format: "date-time" } } };
    const least = {
      observedGeneration: { type: "integer", minimum: 1 },
      phase: { type: "string" },
    };

    expect(await excusesOf(usualStatus)).toEqual([]);
    expect(await excusesOf(alone)).toEqual([
      "apply.removes-omitted-fields",
      "errors.invalid-status-refused",
      "errors.stale-and-invalid-order",
    ]);
    const required = { properties: { state: { type: "string" } }, required: ["state"] };
    expect(await excusesOf({ type: "object", ...required })).toEqual([
      "apply.removes-omitted-fields",
      "apply.equal-values-are-shared",
      "apply.keeps-shared-fields",
    ]);
    expect(await excusesOf({ type: "object", properties: least })).toEqual([
      "generation.observed-stored-as-sent",
    ]);
  });

  it("counts with the observed generation where there is one", async () => {
    const properties = { ...counted, observedGeneration: { type: "integer" } };

    await expect(samplesWith({ status: { type: "object", properties } })).resolves.toMatchObject({
      samples: { counter: "observedGeneration" },
    });
  });

  it("needs no status where none is served", async () => {
    await expect(fitted({ status: {} }, false)).resolves.toMatchObject({
      samples: { statuses: [] },
    });
  });

  it.each([
    {
      what: "a required text that nobody can make",
      parts: {
        spec: {
          required: ["code"],
          properties: { code: { type: "string", pattern: "^(?!.)x$" } },
        },
      },
      problem: "spec.code is required, but no valid value is known",
    },
    {
      what: "a spec that cannot differ",
      parts: { spec: { properties: { isOn: { type: "boolean" } } } },
      problem: "fewer than three valid values of spec are known",
    },
    {
      what: "a status of truths alone",
      parts: { status: { properties: { done: { type: "boolean" } } } },
      problem: "no status property with three different valid values is known",
    },
  ])("says what it cannot make: $what", async ({ parts, problem }) => {
    await expect(fitted(parts)).resolves.toEqual({ isFitted: false, problem });
  });
});
