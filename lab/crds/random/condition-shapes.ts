import type { JsonObject } from "#contract";
import type { Random } from "../../../suites/checker/testing/random-source.ts";
import { three } from "./drawn-shape.ts";
import type { Shape } from "./drawn-shape.ts";

const dateTime = { type: "string", format: "date-time" };
const text = { type: "string" };
const at = "2024-01-01T00:00:00Z";

/** The schema of `metav1.Condition`, as controller-gen writes it. */
const standard: JsonObject = {
  type: "object",
  required: ["lastTransitionTime", "message", "reason", "status", "type"],
  properties: {
    lastTransitionTime: dateTime,
    message: { ...text, maxLength: 32_768 },
    observedGeneration: { type: "integer", format: "int64", minimum: 0 },
    reason: {
      ...text,
      maxLength: 1_024,
      minLength: 1,
      pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
    },
    status: { ...text, enum: ["True", "False", "Unknown"] },
    type: {
      ...text,
      maxLength: 316,
      pattern:
        "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
    },
  },
};

const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["type"] };

/** Conditions with the schema of `metav1.Condition`, or with one of the older schemas. */
export function drawConditions(random: Random): Shape {
  const isStandard = random.chance(0.5);
  const items = isStandard ? standard : drawOlder(random);
  const sort = random.pick([keyed, keyed, {}, { "x-kubernetes-list-type": "atomic" }]);
  const most = random.pick([{}, { maxItems: 8 }, { maxItems: 1 }]);
  const states = ["True", "False", "Unknown"];
  const { required } = items;
  const needs = (name: string): boolean => Array.isArray(required) && required.includes(name);
  return {
    schema: { type: "array", items, ...sort, ...most },
    values: three((index) => [
      {
        type: "Ready",
        status: states[isStandard ? index : index % 2] ?? "",
        ...(needs("reason") ? { reason: "Observed" } : {}),
        ...(needs("message") ? { message: "" } : {}),
        ...(needs("lastTransitionTime") ? { lastTransitionTime: at } : {}),
        ...(needs("lastUpdateTime") ? { lastUpdateTime: at } : {}),
        ...(needs("severity") ? { severity: "Info" } : {}),
      },
    ]),
  };
}

function drawOlder(random: Random): JsonObject {
  const states = random.pick([
    {},
    { enum: ["True", "False"] },
    { enum: ["True", "False", "Unknown"] },
  ]);
  const others = random.pick<JsonObject>([
    { reason: text, message: text, lastTransitionTime: dateTime },
    { reason: text, message: text, lastTransitionTime: dateTime, lastUpdateTime: dateTime },
    { reason: text, message: text, lastTransitionTime: dateTime, severity: text },
    { reason: text, lastProbeTime: { ...dateTime, nullable: true }, lastTransitionTime: dateTime },
    { message: text, lastHeartbeatTime: dateTime },
    { reason: { ...text, enum: ["Observed", "Lost"] }, lastTransitionTime: text },
  ]);
  const optional = Object.keys(others).filter((name) => name !== "lastTransitionTime");
  const required = random.pick([
    ["type", "status"],
    ["type", "status"],
    ["type", "status", ...optional.slice(0, 1).filter((name) => name !== "lastHeartbeatTime")],
    ["type", "status", ...("lastTransitionTime" in others ? ["lastTransitionTime"] : [])],
  ]);
  return {
    type: "object",
    required,
    properties: {
      type: random.chance(0.2) ? { ...text, enum: ["Ready", "Synced", "Stalled"] } : text,
      status: { ...text, ...states },
      ...others,
    },
  };
}
