import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import type { NameForm } from "../../port/name-form.ts";
import { fitKind } from "./fit-kind.ts";
import type { KindFitted } from "./fit-kind.ts";
import { noTrialServer } from "./trial-server.ts";
import type { TrialServer, TrialReply } from "./trial-server.ts";

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

const named: JsonObject = { type: "object", properties: { name: { type: "string" } } };

function fitted(
  parts: { readonly spec?: JsonObject; readonly status?: JsonObject },
  hasStatus = true,
): Promise<KindFitted> {
  const root = { properties: { spec, status: usualStatus, ...parts } };
  return fitKind({ schema: { root, parts: new Map() }, hasStatus, trialServer: noTrialServer });
}

async function samplesWith(
  parts: Parameters<typeof fitted>[0],
): Promise<Extract<KindFitted, { isFitted: true }>> {
  const made = await fitted(parts);
  if (!made.isFitted) throw new Error(made.problem);
  return made;
}

async function allExcusesOf(status: JsonObject): Promise<readonly string[]> {
  const kind = await fitted({ status });
  return kind.isFitted ? Object.keys(kind.excuses ?? {}) : [];
}

async function excusesOf(status: JsonObject): Promise<readonly string[]> {
  return (await allExcusesOf(status)).filter((id) => !id.startsWith("controller."));
}

function withReplicas({ replicas = 0, ...rest }: JsonObject): Promise<TrialReply> {
  return Promise.resolve({ isAccepted: true, object: { status: { replicas, ...rest } } });
}

function withPhase({ phase = "Pending", ...rest }: JsonObject): Promise<TrialReply> {
  return Promise.resolve({ isAccepted: true, object: { status: { phase, ...rest } } });
}

/** A server that omits zeros. */
function sparse(status: JsonObject): Promise<TrialReply> {
  const kept = Object.fromEntries(Object.entries(status).filter(([, value]) => value !== 0));
  return Promise.resolve({ isAccepted: true, object: { status: kept } });
}

/** A server with a default for two properties, which rejects both together. */
function lockable(status: JsonObject = {}): Promise<TrialReply> {
  const { open = false, locked = false } = status;
  const message = "open and locked";
  return Promise.resolve(
    open === true && locked === true
      ? { isAccepted: false, message, causes: [] }
      : { isAccepted: true, object: { status: { open, locked } } },
  );
}

/** A server that rejects every status for which a rule is false. The schema has no defaults unless they are given. */
function ruled(rule: (status: JsonObject) => boolean, defaults: JsonObject = {}): TrialServer {
  const tried = (written: JsonObject): Promise<TrialReply> => {
    const status = { ...defaults, ...written };
    const message = "failed rule";
    return Promise.resolve(
      rule(status)
        ? { isAccepted: true, object: { status } }
        : { isAccepted: false, message, causes: [{ field: "status", message }] },
    );
  };
  return {
    ...noTrialServer,
    isReal: true,
    tryStatus: tried,
    writeStatus: async (status) =>
      status === undefined ? { isAccepted: true, object: {} } : await tried(status),
  };
}

function isNeverBoth({ open, locked }: JsonObject): boolean {
  return open !== true || locked !== true;
}

function fromOne(status: JsonObject): Promise<TrialReply> {
  const { observedGeneration = 1 } = status;
  const cause = { field: "status.observedGeneration", message: "is less than 1" };
  return Promise.resolve(
    Number(observedGeneration) >= 1
      ? { isAccepted: true, object: { status } }
      : { isAccepted: false, message: cause.message, causes: [cause] },
  );
}

/** A server that rejects some changes to a status without naming the property. */
function transitional(rules: {
  readonly set: readonly string[];
  readonly grown: readonly string[];
  readonly kept?: readonly string[];
}): TrialServer {
  let stored: JsonObject = {};
  const tried = (status: JsonObject): Promise<TrialReply> => {
    const changed =
      rules.set.find((name) => name in stored && stored[name] !== status[name]) ??
      rules.kept?.find((name) => name in stored && !(name in status)) ??
      rules.grown.find((name) => name in status && Number(stored[name]) > Number(status[name]));
    const message = `${changed} cannot be changed like this`;
    return Promise.resolve(
      changed === undefined
        ? { isAccepted: true, object: { status } }
        : { isAccepted: false, message, causes: [{ field: "status", message }] },
    );
  };
  return {
    ...noTrialServer,
    isReal: true,
    renew: () => {
      stored = {};
      return Promise.resolve();
    },
    tryStatus: tried,
    writeStatus: async (status = {}) => {
      const reply = await tried(status);
      if (reply.isAccepted) stored = status;
      return reply;
    },
  };
}

const word = { type: "string" };

function keyedList(properties: JsonObject, keys: readonly string[]): JsonObject {
  return {
    type: "array",
    items: { type: "object", properties, required: [...keys] },
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": [...keys],
  };
}

const counted = { turns: { type: "integer" } };

const tooFewValues =
  "no status property is known to have two valid values in addition to its default, and no two properties have one each";

describe("fitKind, by the schema only", () => {
  it("generates three values for required and varying fields", async () => {
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

  it("sends the required fields of the schema with each status", async () => {
    const properties = { ...counted, ready: { type: "boolean" }, note: { type: "string" } };
    const status = { type: "object", required: ["ready"], properties };
    const { samples, statusForm, shapes } = await samplesWith({ status });

    expect(samples.statuses.map((one) => Object.keys(one))).toEqual(
      Array.from({ length: 3 }, () => ["turns", "note"]),
    );
    expect(statusForm).toMatchObject({ always: { ready: false } });
    const members = ["turns", "note"].map((name) => ({ name }));
    expect(shapes).toMatchObject({ status: { members }, areRestricted: true });
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

  it("counts from a large number if the schema allows no small one", async () => {
    const size = { type: "integer", format: "int64", minimum: 100 };
    const { samples, statusForm } = await samplesWith({
      status: { type: "object", properties: { size } },
    });

    expect(samples.counter).toBe("size");
    expect(statusForm?.counter?.writing).toEqual({ kind: "number", offset: 10_000_000 });
  });

  it("makes entries of a status that is a map", async () => {
    const made = await samplesWith({
      status: { type: "object", additionalProperties: { type: "string" } },
    });

    expect(Object.keys(made.samples.statuses[0] ?? {})).toEqual([
      "phase",
      "message",
      "reason",
      "observed",
    ]);
    expect(made.keepsUnknown).toBe(true);
  });

  it("recognizes the properties of a status that keep unknown fields", async () => {
    const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
    const properties = {
      ...counted,
      labels: { type: "object", additionalProperties: { type: "string" } },
      parts: { type: "array", items: { ...open, properties: { size: { type: "integer" } } } },
      limits: { type: "object", properties: { size: { type: "integer" } } },
    };
    const { openMembers } = await samplesWith({ status: { type: "object", properties } });

    expect(openMembers).toEqual(["labels", "parts"]);
  });

  it("recognizes a default of the status that differs from the default of a property", async () => {
    const phase = { type: "string", enum: ["Pending", "Active", "Failed", "Gone"] };
    const properties = { ...counted, phase: { ...phase, default: "Pending" } };
    const usual = { phase: "Active" };
    const trialServer: TrialServer = {
      ...noTrialServer,
      tryStatus: withPhase,
      writeStatus: withPhase,
    };
    const root = { properties: { spec, status: { type: "object", default: usual, properties } } };
    const made = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(made).toMatchObject({ statusDefault: usual });
  });

  it("leaves the rules of conditions to lists that can have several", async () => {
    const text = { type: "string", maxLength: 64, pattern: "^[A-Za-z]+$" };
    const items = {
      type: "object",
      required: ["type", "status", "reason", "message", "lastTransitionTime"],
      properties: {
        type: text,
        status: { type: "string", enum: ["True", "False", "Unknown"] },
        reason: text,
        message: { type: "string", maxLength: 64 },
        lastTransitionTime: { type: "string", format: "date-time" },
        observedGeneration: { type: "integer", minimum: 0 },
      },
    };
    const loosenessOf = async (maxItems: number): Promise<string | undefined> => {
      const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] };
      const conditions = { type: "array", items, maxItems, ...keyed };
      const properties = { ...counted, conditions };
      return (await samplesWith({ status: { type: "object", properties } })).looseness;
    };

    expect(await loosenessOf(8)).toBeUndefined();
    expect(await loosenessOf(1)).toBe(
      "in the schema of its conditions, the list has only one item",
    );
  });

  it("recognizes the required properties of a status that the server adds", async () => {
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
    const trialServer: TrialServer = {
      ...noTrialServer,
      tryStatus: withReplicas,
      writeStatus: withReplicas,
    };
    const root = { properties: { spec, status } };
    const made = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(made).toMatchObject({
      statusForm: { always: { phase: "Pending" }, defaults: { replicas: 0 } },
      statusDefault: {},
    });
  });

  it("searches for another property if all varying ones are immutable", async () => {
    const properties = {
      region: { type: "string" },
      class: { type: "string" },
      limits: { type: "object", properties: { size: { type: "integer" } } },
    };
    const root = { properties: { spec: { type: "object", required: ["region"], properties } } };
    let created: JsonObject = {};
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      create: (next) => {
        created = next;
        return Promise.resolve({ isAccepted: true, object: { spec: next } });
      },
      replace: (next) => {
        const causes = ["region", "class"].flatMap((name) =>
          created[name] === next[name] ? [] : [{ field: `spec.${name}`, message: "immutable" }],
        );
        return Promise.resolve(
          causes.length === 0
            ? { isAccepted: true, object: { spec: next } }
            : { isAccepted: false, message: "it is immutable", causes },
        );
      },
    };
    const made = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: false,
      trialServer,
    });

    expect(made.isFitted && made.samples.specs.map((one) => one["limits"])).toEqual([
      { size: 1 },
      { size: 2 },
      { size: 3 },
    ]);
  });

  it("omits the properties of a status that can be set only once, or only grow", async () => {
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
    const trialServer = transitional({ set: ["boundTo", "heldBy"], grown: ["observedGeneration"] });
    const made = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(made.isFitted && made.samples.statuses.map((one) => Object.keys(one))).toEqual(
      Array.from({ length: 3 }, () => ["usage", "phase"]),
    );
  });

  it.each([
    { what: "optional properties", summary: { required: ["at"] } },
    { what: "a choice of properties", summary: { oneOf: [{ required: ["at"] }] } },
  ])("gives a required object with $what a placeholder that a merge restores", async (words) => {
    const at = { type: "string", format: "date-time" };
    const bytes = { type: "integer" };
    const status: JsonObject = {
      type: "object",
      required: ["summary"],
      properties: { summary: { type: "object", properties: { at, bytes }, ...words.summary } },
    };
    const made = await samplesWith({ status });
    const [sample = {}] = made.samples.statuses;

    expect(made.statusForm?.standIn["summary"]).toEqual({ at: "2024-01-04T00:00:00Z", bytes: 1 });
    expect(sample["summary"]).toEqual({ at: "2024-01-01T00:00:00Z", bytes: 1 });
  });

  it("uses a property that the server loses only sometimes", async () => {
    let writes = 0;
    const losing = (status: JsonObject): Promise<TrialReply> => {
      writes += 1;
      const { phase: _lost, ...rest } = status;
      return Promise.resolve({
        isAccepted: true,
        object: { status: writes % 4 === 0 ? rest : status },
      });
    };
    const made = await fitKind({
      schema: { root: { properties: { spec, status: usualStatus } }, parts: new Map() },
      hasStatus: true,
      trialServer: { ...noTrialServer, isReal: true, tryStatus: losing, writeStatus: losing },
    });

    expect(made.isFitted && made.samples.statuses[0]).toHaveProperty("phase");
  });

  it("changes a required property if no optional one can change in turn", async () => {
    const status = {
      type: "object",
      required: ["issued"],
      properties: { issued: { type: "string", format: "date-time" }, scans: { type: "integer" } },
    };
    const made = await fitKind({
      schema: { root: { properties: { spec, status } }, parts: new Map() },
      hasStatus: true,
      trialServer: transitional({ set: [], grown: ["scans"], kept: ["scans"] }),
    });

    expect(made).toMatchObject({
      isFitted: true,
      samples: { statuses: [{ issued: "2024-01-01T00:00:00Z" }, {}, {}], counter: "issued" },
      statusForm: { standIn: { issued: "2024-01-04T00:00:00Z" } },
    });
  });

  it("changes a property that cannot be removed, but never clears it", async () => {
    const phase = { type: "string", enum: ["Pending", "Digging", "Open", "Closed"] };
    const status = {
      type: "object",
      required: ["phase"],
      properties: { phase, meters: { type: "integer", minimum: 0 } },
    };
    const made = await fitKind({
      schema: { root: { properties: { spec, status } }, parts: new Map() },
      hasStatus: true,
      trialServer: transitional({ set: ["phase"], grown: [], kept: ["meters"] }),
    });

    expect(made).toMatchObject({
      isFitted: true,
      samples: { statuses: [{ meters: 1 }, { meters: 2 }, { meters: 3 }] },
    });
    expect(made.isFitted && Object.keys(made.statusForm?.standIn ?? {})).toEqual(["meters"]);
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
      fitKind({ schema, hasStatus: false, trialServer: noTrialServer }),
    ).resolves.toMatchObject({ isFitted: false });
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ["a map", { type: "object", additionalProperties: { type: "string" } }, ["labels"]],
    ["a list of objects", { type: "array", items: named }, ["labels"]],
    ["an object in an object", { type: "object", properties: { deep: named } }, ["labels", "deep"]],
  ])("varies a status by %s inside its only property", async (_, labels, path) => {
    const selector = { type: "object", properties: { labels } };
    const parts = { type: "object", required: ["selector"], properties: { selector } };
    const { samples } = await samplesWith({ status: { type: "object", properties: { parts } } });

    const texts = samples.statuses.map((one) => JSON.stringify(one));
    expect(new Set(texts).size).toBe(3);
    for (const name of path) expect(texts[0]).toContain(`"${name}":`);
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

  it("requires nothing of a controller about conditions that a server would drop", async () => {
    const closed = { type: "object", properties: { phase: { type: "string" } } };
    const open = { ...closed, "x-kubernetes-preserve-unknown-fields": true };
    const rule = "controller.conditions-unique-by-type";

    expect(await allExcusesOf(closed)).toContain(rule);
    expect(await allExcusesOf(usualStatus)).not.toContain(rule);
    expect(await allExcusesOf(open)).not.toContain(rule);
  });

  it("requires no ascending generation of a status that cannot hold one", async () => {
    const closed = { type: "object", properties: { phase: { type: "string" } } };
    const open = { ...closed, "x-kubernetes-preserve-unknown-fields": true };
    const rule = "controller.observed-generation-never-goes-back";

    expect(await allExcusesOf(closed)).toContain(rule);
    expect(await allExcusesOf(usualStatus)).toContain(rule);
    expect(await allExcusesOf(open)).not.toContain(rule);
    const observing = { type: "object", properties: { observedGeneration: { type: "integer" } } };
    expect(await allExcusesOf(observing)).not.toContain(rule);
  });

  it("sends no request that the schema does not support", async () => {
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
    const { excuses = {} } = await samplesWith({ status: usualStatus });
    expect(Object.keys(excuses)).toEqual(["controller.observed-generation-never-goes-back"]);
    const root = { properties: { teeth: { type: "integer" }, status: usualStatus } };
    const bare = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer: noTrialServer,
    });
    expect(bare.isFitted && Object.keys(bare.excuses ?? {})).toEqual([
      "controller.observed-generation-never-goes-back",
      "isolation.ignored-write-is-no-op",
      "apply.status-write-takes-no-spec",
    ]);
    const map = { type: "object", additionalProperties: { type: "string" } };
    expect(await excusesOf(map)).toContain("isolation.open-members-are-stored");
    expect(await excusesOf({ ...map, additionalProperties: true })).not.toContain(
      "isolation.open-members-are-stored",
    );
    const one = { ...counted, ready: { type: "boolean" } };
    expect(await excusesOf({ type: "object", properties: one, required: ["ready"] })).toEqual([
      "apply.removes-omitted-fields",
      "apply.equal-values-are-shared",
      "apply.keeps-shared-fields",
    ]);
    expect(await excusesOf({ type: "object", properties: least })).toEqual([
      "generation.observed-stored-as-sent",
    ]);
  });

  it.each([{ "x-kubernetes-preserve-unknown-fields": true }, { additionalProperties: word }])(
    "requires no strict validation of a spec in which no field is unknown: %s",
    async (open) => {
      const rule = "write.strict-validation-covers-ignored-members";
      const { excuses = {} } = await samplesWith({ spec: { ...spec, ...open } });

      expect(excuses).toHaveProperty([rule]);
      expect((await samplesWith({})).excuses ?? {}).not.toHaveProperty([rule]);
    },
  );

  it("compares no owners of a status that consists of lists which managers share", async () => {
    const name = { type: "object", properties: { name: word }, required: ["name"] };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] };
    const peers = { type: "array", items: name };
    const isOn = { type: "object", properties: { isOn: { type: "boolean" } } };
    const tags = { type: "array", items: word, "x-kubernetes-list-type": "set" };
    const rules = [
      "apply.conflict-without-force",
      "apply.conflict-names-manager-and-field",
      "apply.force-takes-fields",
      "apply.equal-values-are-shared",
      "apply.keeps-shared-fields",
      "apply.other-writes-take-fields",
      "errors.ownership-conflict-distinguishable",
      "write.null-clears-member",
    ];

    for (const shared of [{ ...peers, ...keys }, tags]) {
      const status = { type: "object", properties: { shared } };
      expect(await excusesOf(status)).toEqual(expect.arrayContaining(rules));
      const more = { type: "object", properties: { shared, ready: word } };
      for (const rule of rules) expect(await excusesOf(more)).not.toContain(rule);
    }
    const whole = { type: "object", properties: { peers: { type: "array", items: isOn } } };
    const ofWhole = await excusesOf(whole);
    expect(rules.filter((rule) => ofWhole.includes(rule))).toEqual(["write.null-clears-member"]);
  });

  it("counts with the observed generation if there is one", async () => {
    const properties = { ...counted, observedGeneration: { type: "integer" } };

    await expect(samplesWith({ status: { type: "object", properties } })).resolves.toMatchObject({
      samples: { counter: "observedGeneration" },
    });
  });

  it("counts far from the values that a schema may exclude", async () => {
    const trains = { type: "integer", not: { enum: [13] } };
    const status = { type: "object", properties: { trains, cars: { type: "integer" } } };
    const { trains: _free, ...withoutFree } = { ...status.properties, cars: trains };
    const far = { member: "cars", writing: { kind: "number", offset: 10_000_000 } };

    await expect(samplesWith({ status })).resolves.toMatchObject({ samples: { counter: "cars" } });
    await expect(
      samplesWith({ status: { type: "object", properties: withoutFree } }),
    ).resolves.toMatchObject({ statusForm: { counter: far } });
  });

  it("changes a required object whose own fields are optional", async () => {
    const ready = { type: "object", properties: { at: { type: "integer" } } };
    const status = { type: "object", properties: { ready }, required: ["ready"] };
    const { samples, statusForm, withoutStatus } = await samplesWith({ status });

    expect(withoutStatus).toBeUndefined();
    expect(samples.statuses).toEqual([1, 2, 3].map((at) => ({ ready: { at } })));
    expect(statusForm?.standIn).toMatchObject({ ready: { at: expect.any(Number) } });
  });

  it.each([
    { what: "changes", values: ["Open", "Shut", "Ajar", "Jammed"], problem: undefined },
    { what: "changes", values: ["Open", "Shut", "Jammed"], problem: undefined },
    { what: "changes", values: ["Open", "Shut"], problem: undefined },
    { what: "does not change", values: ["Open"], problem: tooFewValues },
  ])("$what a required enumeration of $values.length values", async ({ values, problem }) => {
    const state = { type: "string", enum: values };
    const status = { type: "object", properties: { state }, required: ["state"] };

    expect((await samplesWith({ status })).withoutStatus).toBe(problem);
  });

  it("tests only the spec of a kind whose status has a single value", async () => {
    const done = { type: "string", enum: ["Yes"] };
    const status = { type: "object", properties: { done } };

    await expect(fitted({ status })).resolves.toMatchObject({
      isFitted: true,
      samples: { statuses: [], specs: [{}, {}, {}] },
      withoutStatus: tooFewValues,
    });
  });

  it("alternates between two values of a required enumeration, and clears to the other", async () => {
    const state = { type: "string", enum: ["Open", "Shut", "Jammed"] };
    const status = { type: "object", properties: { state }, required: ["state"] };
    const { samples, statusForm } = await samplesWith({ status });

    expect(samples.statuses).toEqual([{ state: "Shut" }, { state: "Jammed" }]);
    expect(statusForm).toMatchObject({ always: {}, standIn: { state: "Open" } });
  });

  it("alternates between the values of a single Boolean", async () => {
    const status = { type: "object", properties: { done: { type: "boolean" } } };

    await expect(samplesWith({ status })).resolves.toMatchObject({
      samples: { statuses: [{ done: true }, { done: false }], counter: "done" },
      withoutCounter: expect.any(String),
    });
  });

  it.each([
    { type: "boolean" },
    { type: "string", enum: ["Open", "Shut"] },
    { type: "integer", enum: [0, 1] },
  ])("removes the status to clear a required property with two values: %o", async (state) => {
    const site = { type: "string", enum: ["North"] };
    const status = { type: "object", properties: { state, site }, required: ["state", "site"] };
    const { samples, statusForm, excuses } = await samplesWith({ status });

    expect(samples.statuses.map((one) => Object.keys(one))).toEqual([["state"], ["state"]]);
    expect(statusForm).toEqual({
      always: { site: "North" },
      standIn: {},
      defaults: {},
      removedWithout: "state",
    });
    expect(excuses).toHaveProperty("apply.removes-omitted-fields");
  });

  it("tests no status that the server does not remove", async () => {
    const status = { type: "object", properties: { up: { type: "boolean" } }, required: ["up"] };
    let stored: JsonObject = {};
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryStatus: (tried) => Promise.resolve({ isAccepted: true, object: { status: tried } }),
      writeStatus: (written) => {
        stored = written ?? stored;
        return Promise.resolve({ isAccepted: true, object: { status: stored } });
      },
    };
    const schema = { root: { properties: { spec, status } }, parts: new Map() };

    await expect(fitKind({ schema, hasStatus: true, trialServer })).resolves.toMatchObject({
      withoutStatus: tooFewValues,
    });
  });

  it.each<{
    readonly what: string;
    readonly words: JsonObject;
    readonly required: readonly string[];
    readonly standIn: JsonObject;
  }>([
    { what: "two Booleans with defaults", words: { default: false }, required: [], standIn: {} },
    {
      what: "two required Booleans",
      words: {},
      required: ["live", "jammed"],
      standIn: { live: false, jammed: false },
    },
  ])("sets and clears $what in turn", async ({ words, required, standIn }) => {
    const flag = { type: "boolean", ...words };
    const status = { type: "object", properties: { live: flag, jammed: flag }, required };
    const made = await samplesWith({ status });

    expect(made.samples.statuses).toEqual([
      { live: true, jammed: null },
      { live: null, jammed: true },
    ]);
    expect(made.statusForm?.standIn ?? {}).toEqual(standIn);
    expect(made.excuses).toHaveProperty("apply.conflict-without-force");
  });

  it("sets no properties in turn that the server rejects together", async () => {
    const flag = { type: "boolean", default: false };
    const status = { type: "object", properties: { open: flag, locked: flag } };
    const trialServer = {
      ...noTrialServer,
      isReal: true,
      tryStatus: lockable,
      writeStatus: lockable,
    };
    const schema = { root: { properties: { spec, status } }, parts: new Map() };

    await expect(fitKind({ schema, hasStatus: true, trialServer })).resolves.toMatchObject({
      withoutStatus: tooFewValues,
    });
  });

  it("removes the status to clear a Boolean that its default would hide", async () => {
    const flag = { type: "boolean", default: false };
    const status = { type: "object", properties: { open: flag, locked: flag } };
    const schema = { root: { properties: { spec, status } }, parts: new Map() };
    const trialServer = ruled(isNeverBoth, { open: false, locked: false });

    await expect(fitKind({ schema, hasStatus: true, trialServer })).resolves.toMatchObject({
      samples: { statuses: [{ open: true }, { open: false }] },
      statusForm: { always: {}, standIn: {}, defaults: { locked: false }, removedWithout: "open" },
    });
  });

  it.each<{
    readonly what: string;
    readonly property: JsonObject;
    readonly isPossible: (status: JsonObject) => boolean;
    readonly names: readonly string[];
  }>([
    {
      what: "counts, of which a rule bounds one by the other",
      property: { type: "integer", minimum: 0 },
      isPossible: ({ used = 0, total = 99 }) => Number(used) <= Number(total),
      names: ["total"],
    },
    {
      what: "Booleans, of which a rule requires one to be true",
      property: { type: "boolean" },
      isPossible: ({ used, total }) => used !== false || total !== false,
      names: ["total"],
    },
  ])("sets no $what, because partial writes mix samples", async ({ property, ...of }) => {
    const { isPossible, names } = of;
    const status = { type: "object", properties: { total: property, used: property } };
    const schema = { root: { properties: { spec, status } }, parts: new Map() };
    const made = await fitKind({ schema, hasStatus: true, trialServer: ruled(isPossible) });

    const { statuses } = made.isFitted ? made.samples : { statuses: [] };
    expect(statuses.length).toBeGreaterThan(1);
    for (const one of statuses) expect(Object.keys(one)).toEqual(names);
  });

  it("combines properties that have two values", async () => {
    const sealed = { type: "string", enum: ["Yes", "No"] };
    const properties = { live: { type: "boolean" }, sealed };
    const made = await samplesWith({ status: { type: "object", properties } });

    expect(made.samples.statuses).toEqual([
      { live: true, sealed: "Yes" },
      { live: true, sealed: "No" },
      { live: false, sealed: "Yes" },
    ]);
    expect(made).toMatchObject({ withoutCounter: expect.any(String) });
    expect(made.excuses).toHaveProperty("apply.force-takes-fields");
  });

  it("prefers a property without a default, because a default counts as absent", async () => {
    const properties = { sealed: { type: "boolean", default: false }, live: { type: "boolean" } };
    const status = { type: "object", properties, default: { sealed: false } };
    const { samples } = await samplesWith({ status });

    expect(samples.statuses).toEqual([{ live: true }, { live: false }]);
  });

  it("needs no counter if no value can store a count", async () => {
    const phase = { type: "string", enum: ["Pending", "Ready", "Failed"] };
    const properties = {
      peers: { type: "array", items: phase },
      ready: { type: "boolean" },
      phase,
    };
    const made = await samplesWith({ status: { type: "object", properties } });

    expect(made).toMatchObject({
      samples: { counter: "phase", statuses: [{ phase: "Pending" }, {}, { phase: "Failed" }] },
      withoutCounter:
        "its status cannot store a count: no number, string, timestamp or list item accepts a " +
        "count",
    });
    expect(made).not.toHaveProperty("statusForm");
  });

  it("begins with a value that a new object does not have", async () => {
    const phase = { type: "string", enum: ["Pending", "Ready", "Failed"] };
    const usual = { default: { phase: "Pending" } };
    const status = { type: "object", properties: { phase }, ...usual };
    const { samples } = await samplesWith({ status });

    expect(samples.statuses.map((one) => one["phase"])).toEqual(["Ready", "Failed", "Pending"]);
  });

  it("keeps the keys of a list that a new object has, because an apply merges into it", async () => {
    const item = { type: "object", required: ["type"], properties: { type: word, state: word } };
    const parts = {
      type: "array",
      items: item,
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["type"],
    };
    const usual = { default: { parts: [{ type: "First" }, { type: "Second" }] } };
    const status = { type: "object", properties: { parts }, ...usual };
    const { samples } = await samplesWith({ status });

    for (const { parts: some } of samples.statuses) {
      expect(some).toMatchObject([{ type: "First" }, { type: "Second" }]);
    }
  });

  it("completes the default of a status with the defaults in it, like a server", async () => {
    const note = { type: "string", default: "none" };
    const item = { type: "object", properties: { name: word, note } };
    const state = { type: "object", default: {}, properties: { phase: note } };
    const status = {
      type: "object",
      properties: {
        parts: { type: "array", items: item },
        byName: { type: "object", additionalProperties: item },
        inner: { type: "object", properties: { state } },
        ...counted,
      },
      default: { parts: [{ name: "a" }], byName: { b: { note: "own" }, c: {} }, inner: {} },
    };

    await expect(fitted({ status })).resolves.toMatchObject({
      statusDefault: {
        parts: [{ name: "a", note: "none" }],
        byName: { b: { note: "own" }, c: { note: "none" } },
        inner: { state: { phase: "none" } },
      },
    });
  });

  it("keeps the objects and lists inside a new object's status, because patches keep them", async () => {
    const extra = { type: "object", properties: { origin: word } };
    const pool = {
      type: "object",
      properties: { size: word, extra, parts: keyedList({ name: word, extra }, ["name"]) },
    };
    const initial = { extra: { origin: "new" }, parts: [{ name: "z", extra: { origin: "new" } }] };
    const status = {
      type: "object",
      properties: { inner: pool, pools: { type: "object", additionalProperties: pool } },
      default: { inner: initial, pools: { main: initial, aux: {} } },
    };
    const { samples } = await samplesWith({ status });

    for (const { inner, pools } of samples.statuses) {
      expect(inner).toMatchObject(initial);
      expect(pools).toMatchObject({ main: initial, aux: {} });
    }
  });

  it("keeps the items of a set that a new object has, because an apply adds to them", async () => {
    const tags = { type: "array", items: word, "x-kubernetes-list-type": "set", default: ["a"] };
    const status = { type: "object", properties: { tags, ...counted } };
    const { samples } = await samplesWith({ status });

    for (const { tags: some } of samples.statuses) expect(some).toContain("a");
  });

  it("recognizes a status that an apply replaces", async () => {
    const status = { type: "object", properties: counted };

    await expect(samplesWith({ status })).resolves.not.toHaveProperty("hasAtomicStatus");
    await expect(
      samplesWith({ status: { ...status, "x-kubernetes-map-type": "atomic" } }),
    ).resolves.toHaveProperty("hasAtomicStatus", true);
  });

  it("recognizes the lists that an apply replaces, and the sets to which it adds", async () => {
    const list = { type: "array", items: { type: "object" } };
    const keys = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] };
    const tags = { type: "array", items: word, "x-kubernetes-list-type": "set" };
    const inner = {
      type: "object",
      properties: { parts: list, peers: { ...list, ...keys }, tags },
    };
    const status = { type: "object", properties: { conditions: list, inner, ...counted } };

    await expect(fitted({ status })).resolves.toMatchObject({
      wholeLists: ["conditions", "inner.parts"],
      setLists: ["inner.tags"],
      keyedLists: [{ path: "inner.peers", keys: ["type"] }],
    });
  });

  it("recognizes the keys of a list, and of the lists in its items", async () => {
    const ports = keyedList({ port: { type: "integer" }, protocol: word }, ["port", "protocol"]);
    const plain = { type: "array", items: { type: "object", properties: { ports } } };
    const listeners = keyedList({ name: word, ports, addresses: plain }, ["name"]);
    const status = { type: "object", properties: { listeners, ...counted } };

    await expect(fitted({ status })).resolves.toMatchObject({
      wholeLists: ["listeners.addresses"],
      keyedLists: [
        { path: "listeners", keys: ["name"] },
        { path: "listeners.ports", keys: ["port", "protocol"] },
      ],
    });
  });

  it("gives objects names that the server accepts, and says so if it knows none", async () => {
    const rule = "self.metadata.name.endsWith('-x')";
    const root = {
      properties: { spec, status: { type: "object", properties: counted } },
      "x-kubernetes-validations": [{ rule, message: "wrong name" }],
    };
    const refused: TrialReply = {
      isAccepted: false,
      message: "wrong name",
      causes: [{ field: "<nil>", message: "wrong name" }],
    };
    const fittedWith = (suffix: string) => {
      let form: NameForm | undefined;
      const trialServer: TrialServer = {
        ...noTrialServer,
        useNames: (next) => {
          form = next;
        },
        nameForm: () => form,
        tryCreation: (one) =>
          Promise.resolve(
            form?.suffix === suffix ? { isAccepted: true, object: { spec: one } } : refused,
          ),
      };
      return fitKind({ schema: { root, parts: new Map() }, hasStatus: true, trialServer });
    };

    await expect(fittedWith("-x")).resolves.toMatchObject({
      isFitted: true,
      nameForm: { prefix: "", suffix: "-x" },
    });
    await expect(fittedWith("-y")).resolves.toMatchObject({
      isFitted: false,
      problem: expect.stringContaining("rejects the metadata"),
    });
  });

  it("keeps an entry in a status that is a map and must have one", async () => {
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryStatus: (one) => {
        const size = Object.keys(one).length;
        const cause = { field: "status", message: "in body should have at least 1 properties" };
        return Promise.resolve(
          size >= 1 && size <= 2
            ? { isAccepted: true, object: { status: one } }
            : { isAccepted: false, message: cause.message, causes: [cause] },
        );
      },
    };
    const status = {
      type: "object",
      additionalProperties: { type: "integer" },
      minProperties: 1,
      maxProperties: 2,
    };
    const root = { properties: { spec, status } };
    const kind = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(kind).toMatchObject({ isFitted: true, statusForm: { always: expect.anything() } });
    expect(kind.isFitted && kind.samples.statuses.length).toBe(3);
  });

  it("recognizes the lists in the entries of a map", async () => {
    const ports = keyedList({ port: { type: "integer" } }, ["port"]);
    const zone = { type: "object", properties: { ports } };
    const peers = keyedList({ name: word }, ["name"]);
    const properties = {
      zones: { type: "object", additionalProperties: zone },
      peers: { type: "object", additionalProperties: peers },
    };
    const status = { type: "object", properties: { ...properties, ...counted } };

    await expect(fitted({ status })).resolves.toMatchObject({
      keyedLists: [
        { path: "zones.*.ports", keys: ["port"] },
        { path: "peers.*", keys: ["name"] },
      ],
    });
  });

  it("keeps the values that a rule requires of a new object's status, because patches keep them", async () => {
    const properties = { first: word, second: word, message: word };
    const usual = { default: { second: "b", message: "new" } };
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryStatus: (one) => {
        const cause = { field: "status", message: "exactly one of first and second" };
        return Promise.resolve(
          "first" in one === "second" in one
            ? { isAccepted: false, message: cause.message, causes: [cause] }
            : { isAccepted: true, object: { status: one } },
        );
      },
    };
    const root = { properties: { spec, status: { type: "object", properties, ...usual } } };
    const kind = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(kind).toMatchObject({ isFitted: true, statusForm: { always: { second: "b" } } });
    const statuses = kind.isFitted ? kind.samples.statuses : [];
    expect(statuses.map((one) => Object.keys(one))).toEqual([
      ["message"],
      ["message"],
      ["message"],
    ]);
  });

  it("uses no zero that the server omits as a value", async () => {
    const properties = { level: { type: "integer", minimum: 0, maximum: 2 } };
    const trialServer = { ...noTrialServer, isReal: true, tryStatus: sparse, writeStatus: sparse };
    const root = { properties: { spec, status: { type: "object", properties } } };
    const schema = { root, parts: new Map() };

    await expect(fitKind({ schema, hasStatus: true, trialServer })).resolves.toMatchObject({
      samples: { statuses: [{ level: 1 }, { level: 2 }] },
    });
  });

  it("uses no value as invalid that is valid as a count", async () => {
    const properties = { observedGeneration: { type: "integer", minimum: 1 } };
    const trialServer: TrialServer = {
      ...noTrialServer,
      isReal: true,
      tryStatus: fromOne,
      writeStatus: fromOne,
    };
    const root = { properties: { spec, status: { type: "object", properties } } };
    const made = await fitKind({
      schema: { root, parts: new Map() },
      hasStatus: true,
      trialServer,
    });

    expect(made.isFitted && made.samples.invalidStatuses.map(({ defect }) => defect)).toEqual([
      "a string instead of an integer",
    ]);
  });

  it("finds a spec property that can vary behind many that cannot", async () => {
    const isOn = { type: "object", properties: { isOn: { type: "boolean" } } };
    const features = {
      properties: Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`feature${index}`, isOn]),
      ),
    };
    const properties = {
      features: { type: "object", ...features },
      override: { type: "object", properties: { name: { type: "string" } } },
    };
    const { samples } = await samplesWith({ spec: { type: "object", properties } });

    expect(samples.specs.map(({ override }) => override)).toEqual([
      { name: "name-a" },
      { name: "name-b" },
      { name: "name-c" },
    ]);
  });

  it.each([
    ["a property with two values", { properties: { isOn: { type: "boolean" } } }],
    ["no property", { type: "object" }],
  ])("keeps the spec if it has %s, and skips what needs another one", async (_, schema) => {
    const made = await fitted({ spec: schema });

    expect(made).toMatchObject({
      isFitted: true,
      withoutUpdates: "fewer than three valid values of spec are known",
      excuses: {
        "generation.counts-spec-changes": "fewer than three valid values of spec are known",
        "isolation.spec-in-status-write-is-ignored": "only one valid value of its spec is known",
      },
    });
    expect(
      made.isFitted && new Set(made.samples.specs.map((one) => JSON.stringify(one))).size,
    ).toBe(1);
  });

  it("needs no status if none is served", async () => {
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
  ])("says what it cannot make: $what", async ({ parts, problem }) => {
    await expect(fitted(parts)).resolves.toEqual({ isFitted: false, problem });
  });
});
