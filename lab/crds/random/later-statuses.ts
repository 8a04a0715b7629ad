import type { JsonObject, JsonValue } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { drawConditions } from "./condition-shapes.ts";
import { quantityPattern } from "./text-shapes.ts";
import { rule, ruled, three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";

const text = { type: "string" };
const instant = { type: "string", format: "date-time" };
const count = { type: "integer", format: "int64" };
const phases = { type: "string", enum: ["Pending", "Ready", "Failed"] };

function objectWith(properties: JsonObject, words: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...words };
}

function withRule(schema: JsonObject, written: string, random: Random): JsonObject {
  return { ...schema, "x-kubernetes-validations": [rule(written, random)] };
}

type DrawStatus = (random: Random) => Shape;

const soleStatuses: readonly Shape[] = [
  {
    schema: objectWith({ phase: text }),
    values: three((index) => ({ phase: ["Pending", "Ready", "Failed"][index] ?? "" })),
  },
  {
    schema: objectWith({ phase: phases }, { required: ["phase"] }),
    values: three((index) => ({ phase: ["Pending", "Ready", "Failed"][index] ?? "" })),
  },
  {
    schema: objectWith({ phase: { type: "string", enum: ["Ready"] } }),
    values: three(() => ({ phase: "Ready" })),
  },
  {
    schema: objectWith({ phase: { ...phases, default: "Pending" } }),
    values: three((index) => ({ phase: ["Pending", "Ready", "Failed"][index] ?? "" })),
  },
  {
    schema: objectWith({ observedGeneration: count }, { minProperties: 1 }),
    values: three((index) => ({ observedGeneration: index + 1 })),
  },
  {
    schema: objectWith({ observedGeneration: count }, { required: ["observedGeneration"] }),
    values: three((index) => ({ observedGeneration: index + 1 })),
  },
  {
    schema: objectWith({ ready: { type: "boolean" } }),
    values: three((index) => ({ ready: index % 2 === 0 })),
  },
  {
    schema: objectWith({ lastSyncTime: instant }),
    values: three((index) => ({ lastSyncTime: `2024-01-0${index + 1}T00:00:00Z` })),
  },
  {
    schema: objectWith({ lastSyncTime: { ...instant, nullable: true } }),
    values: three((index) => ({ lastSyncTime: `2024-01-0${index + 1}T00:00:00Z` })),
  },
  {
    schema: objectWith({ failures: { type: "integer", minimum: 0, maximum: 5 } }),
    values: three((index) => ({ failures: index })),
  },
  {
    schema: objectWith({ note: { type: "string", maxLength: 3 } }),
    values: three((index) => ({ note: "abc"[index] ?? "" })),
  },
  {
    schema: objectWith({ endpoints: { type: "array", items: text, maxItems: 1 } }),
    values: three((index) => ({ endpoints: [`host-${index}`] })),
  },
];

/** Statuses in which all properties, or all but one, are required. */
const drawRequired: DrawStatus = (random) => {
  const properties: JsonObject = {
    phase: phases,
    observedGeneration: count,
    message: text,
    capacity: { "x-kubernetes-int-or-string": true, pattern: quantityPattern },
  };
  const names = Object.keys(properties);
  return {
    schema: objectWith(properties, { required: random.chance(0.5) ? names : names.slice(1) }),
    values: three((index) => ({
      phase: ["Pending", "Ready", "Failed"][index] ?? "",
      observedGeneration: index + 1,
      message: `text ${index}`,
      capacity: `${index + 1}Gi`,
    })),
  };
};

const standardConditions: JsonObject = {
  type: "array",
  maxItems: 8,
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["type"],
  items: objectWith(
    {
      type: {
        ...text,
        maxLength: 316,
        pattern:
          "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
      },
      status: { ...text, enum: ["True", "False", "Unknown"] },
      reason: {
        ...text,
        minLength: 1,
        maxLength: 1_024,
        pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
      },
      message: { ...text, maxLength: 32_768 },
      lastTransitionTime: instant,
      observedGeneration: { ...count, minimum: 0 },
    },
    { required: ["lastTransitionTime", "message", "reason", "status", "type"] },
  ),
};

/** The default conditions of a status that no controller has written yet. */
const waiting = {
  type: "Ready",
  status: "Unknown",
  reason: "Pending",
  message: "Waiting for controller",
  lastTransitionTime: "1970-01-01T00:00:00Z",
};

/** Statuses with defaults: of scalars, of objects, of conditions. */
const defaultedStatuses: readonly Shape[] = [
  {
    schema: objectWith({
      phase: { ...phases, default: "Pending" },
      replicas: { ...count, default: 0 },
      ready: { type: "boolean", default: false },
      message: text,
    }),
    values: three((index) => ({
      phase: ["Pending", "Ready", "Failed"][index] ?? "",
      replicas: index,
      ready: true,
      message: `text ${index}`,
    })),
  },
  {
    schema: objectWith({
      health: objectWith({ state: { ...text, default: "Unknown" }, note: text }, { default: {} }),
      observedGeneration: count,
    }),
    values: three((index) => ({
      health: { state: "Up", note: `note ${index}` },
      observedGeneration: index,
    })),
  },
  {
    schema: objectWith({
      conditions: { ...standardConditions, default: [waiting] },
      addresses: { type: "array", items: text, default: [] },
    }),
    values: three((index) => ({
      conditions: [{ ...waiting, status: ["True", "False", "Unknown"][index] ?? "" }],
      addresses: [`198.51.100.${index}`],
    })),
  },
  {
    schema: objectWith(
      { conditions: standardConditions },
      { default: { conditions: [waiting, { ...waiting, type: "Accepted" }] } },
    ),
    values: three((index) => ({
      conditions: [{ ...waiting, status: ["True", "False", "Unknown"][index] ?? "" }],
    })),
  },
];

const drawEmpty: DrawStatus = (random) => {
  const conditions = drawConditions(random);
  return {
    schema: objectWith({ conditions: conditions.schema, phase: text }, { default: {} }),
    values: three((index) => ({
      conditions: conditions.values[index] ?? [],
      phase: `phase-${index}`,
    })),
  };
};

function condition(index: number): JsonObject {
  return {
    type: "Ready",
    status: ["True", "False", "Unknown"][index] ?? "",
    reason: "Observed",
    message: "",
    lastTransitionTime: "2024-01-01T00:00:00Z",
  };
}

/** Conditions that are limited by a validation rule and, in most draws, also by the length of the list. */
const drawLimited: DrawStatus = (random) => {
  const written = random.pick([
    "self.all(c, c.type in ['Ready', 'Synced'])",
    "self.exists(c, c.type == 'Ready')",
    "self.all(c, c.status != 'False' || c.reason != '')",
    "self.filter(c, c.type == 'Ready').size() <= 1",
    "!self.exists(c, c.type == 'Ready' && c.status == 'True' && c.reason == 'Failed')",
  ]);
  const many = random.pick([{}, { minItems: 1 }, { maxItems: 2 }, { maxItems: 1 }]);
  const conditions = ruled({ ...standardConditions, ...many }, written, random);
  return {
    schema: objectWith({ conditions, observedGeneration: count }),
    values: three((index) => ({ conditions: [condition(index)], observedGeneration: index })),
  };
};

const plain = objectWith({ phase: phases, message: text, observedGeneration: count });

/** Validation rules for a whole status that refer to earlier values or to several properties. */
const wholeRules: readonly string[] = [
  "!has(oldSelf.observedGeneration) || !has(self.observedGeneration) || self.observedGeneration >= oldSelf.observedGeneration",
  "!has(oldSelf.phase) || oldSelf.phase != 'Failed' || self.phase == 'Failed'",
  "!has(oldSelf.phase) || has(self.phase)",
  "!has(self.phase) || self.phase != 'Failed' || has(self.message)",
];

const drawRuled: DrawStatus = (random) => ({
  schema: withRule(plain, random.pick(wholeRules), random),
  values: three((index) => ({ phase: "Ready", message: `text ${index}`, observedGeneration: 3 })),
});

const drawCompared: DrawStatus = (random) => ({
  schema: withRule(
    objectWith({
      replicas: { ...count, minimum: 0 },
      readyReplicas: { ...count, minimum: 0 },
      message: text,
    }),
    "!has(self.readyReplicas) || (has(self.replicas) && self.readyReplicas <= self.replicas)",
    random,
  ),
  values: three((index) => ({ replicas: 10, readyReplicas: index, message: `text ${index}` })),
});

/** A property that can no longer change once it is set, or that never decreases. */
const drawSteady: DrawStatus = (random) => {
  const [schema, value] = random.pick<readonly [JsonObject, JsonValue]>([
    [ruled({ ...text, maxLength: 64 }, "self == oldSelf", random), "fixed"],
    [ruled({ ...count, minimum: 0 }, "self >= oldSelf", random), 4],
    [ruled(phases, "self == oldSelf || oldSelf == 'Pending'", random), "Ready"],
  ]);
  return {
    schema: objectWith({ steady: schema, message: text, observedGeneration: count }),
    values: three((index) => ({
      steady: value,
      message: `text ${index}`,
      observedGeneration: index,
    })),
  };
};

const part = objectWith({ state: text, since: instant }, { required: ["state"] });
const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const list = { type: "array", "x-kubernetes-list-type": "map", maxItems: 8 };

/** Composite statuses: maps of objects, keyed lists, embedded and open objects. */
const composedStatuses: readonly Shape[] = [
  {
    schema: objectWith({ components: { type: "object", additionalProperties: part } }),
    values: three((index) => ({ components: { "first-key": { state: `state ${index}` } } })),
  },
  {
    schema: objectWith({
      parents: {
        ...list,
        "x-kubernetes-list-map-keys": ["controllerName", "sectionName"],
        items: objectWith(
          {
            controllerName: { ...text, maxLength: 253 },
            sectionName: { ...text, maxLength: 253, default: "" },
            conditions: standardConditions,
            attached: count,
          },
          { required: ["controllerName"] },
        ),
      },
    }),
    values: three((index) => ({
      parents: [{ controllerName: "example.com/one", sectionName: "", attached: index }],
    })),
  },
  {
    schema: objectWith({ raw: open, known: { ...open, properties: { count } } }),
    values: three((index) => ({ raw: { any: index }, known: { count: index } })),
  },
  {
    schema: objectWith({
      last: { ...open, "x-kubernetes-embedded-resource": true },
      phase: text,
    }),
    values: three((index) => ({
      last: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: `last-${index}` } },
      phase: `phase-${index}`,
    })),
  },
  {
    schema: objectWith({
      capacity: {
        type: "object",
        additionalProperties: {
          anyOf: [{ type: "integer" }, { type: "string" }],
          pattern: quantityPattern,
          "x-kubernetes-int-or-string": true,
        },
      },
    }),
    values: three((index) => ({ capacity: { cpu: `${index + 1}` } })),
  },
  {
    schema: objectWith({
      summary: objectWith(
        { total: count, failed: count, passed: count },
        { required: ["total", "failed", "passed"], "x-kubernetes-map-type": "atomic" },
      ),
    }),
    values: three((index) => ({ summary: { total: index + 1, failed: index, passed: 1 } })),
  },
  {
    schema: objectWith({
      history: {
        type: "array",
        maxItems: 10,
        items: objectWith({ at: instant, phase: phases }, { required: ["at", "phase"] }),
      },
    }),
    values: three((index) => ({
      history: [{ at: `2024-01-0${index + 1}T00:00:00Z`, phase: "Ready" }],
    })),
  },
  {
    schema: objectWith({ target: { "x-kubernetes-int-or-string": true } }),
    values: three((index) => ({ target: index + 1 })),
  },
];

const excludingStatuses: readonly Shape[] = [
  { oneOf: [{ required: ["first"] }, { required: ["second"] }] },
  { maxProperties: 1 },
  { minProperties: 1, maxProperties: 1 },
  { not: { required: ["first", "second"] } },
].map((words) => ({
  schema: objectWith({ first: text, second: text }, words),
  values: three((index) => ({ first: `text ${index}` })),
}));

const tables: readonly (readonly Shape[])[] = [
  soleStatuses,
  soleStatuses,
  defaultedStatuses,
  composedStatuses,
  composedStatuses,
  excludingStatuses,
];

const drawn: readonly DrawStatus[] = [
  drawRequired,
  drawEmpty,
  drawLimited,
  drawRuled,
  drawCompared,
  drawSteady,
  ...tables.map(
    (table): DrawStatus =>
      (random) =>
        random.pick(table),
  ),
];

export function drawLaterStatus(random: Random): Shape {
  return random.pick(drawn)(random);
}
