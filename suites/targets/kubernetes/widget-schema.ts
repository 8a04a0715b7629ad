import type { JsonObject } from "#contract";

/** Which of its forms the schema of a widget takes. */
export interface WidgetSchemaOptions {
  /** The status of every new widget. Absent: none. */
  readonly statusDefault?: JsonObject;
  /** Members of the status that a widget has beside the usual ones. None by default. */
  readonly moreStatus?: JsonObject;
  /** The largest size; 10 by default. */
  readonly mostSize?: number;
  /** Whether members that the schema does not name are kept; they are dropped by default. */
  readonly keepsUnknown?: boolean;
}

/**
 * The structural schema of a widget (apiextensions/v1): a member of every sort that a status may have,
 * and conditions with the rules of `metav1.Condition`.
 */
export function widgetSchema(options: WidgetSchemaOptions = {}): JsonObject {
  const { statusDefault, moreStatus = {}, mostSize = 10, keepsUnknown = false } = options;
  const openness = keepsUnknown ? { "x-kubernetes-preserve-unknown-fields": true } : {};
  const status = {
    type: "object",
    properties: { ...statusMembers, ...moreStatus },
    ...openness,
  };
  return {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: {
          size: { type: "integer", minimum: 0, maximum: mostSize, default: 1 },
          color: { type: "string" },
          address: { type: "string" },
        },
      },
      status: statusDefault === undefined ? status : { ...status, default: statusDefault },
    },
    ...openness,
  };
}

const qualifiedName =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

const condition: JsonObject = {
  type: "object",
  required: ["type", "status", "reason", "message", "lastTransitionTime"],
  properties: {
    type: { type: "string", maxLength: 316, pattern: qualifiedName },
    status: { type: "string", enum: ["True", "False", "Unknown"] },
    reason: {
      type: "string",
      minLength: 1,
      maxLength: 1_024,
      pattern: "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$",
    },
    message: { type: "string", maxLength: 32_768 },
    lastTransitionTime: { type: "string", format: "date-time" },
    observedGeneration: { type: "integer", format: "int64", minimum: 0 },
  },
};

/** An item of a list in which every name stands once. */
const endpoint: JsonObject = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, address: { type: "string" } },
};

const statusMembers: JsonObject = {
  phase: { type: "string", enum: ["Pending", "Ready", "Failed"] },
  num: { type: "integer", minimum: 0, maximum: 1_000_000 },
  observedGeneration: { type: "integer", format: "int64", minimum: -1 },
  allocatedAddress: { type: "string" },
  token: { type: "string" },
  conditions: {
    type: "array",
    items: condition,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
  },
  endpoints: {
    type: "array",
    items: endpoint,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
  },
};
