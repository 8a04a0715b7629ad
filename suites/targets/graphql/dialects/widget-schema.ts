import type { JsonObject } from "#contract";

/** Which of its forms the schema of a widget takes. */
export interface WidgetSchemaOptions {
  /** The status of every new widget. Absent: none. */
  readonly statusDefault?: JsonObject;
  /** Members of the status that a widget has beside the usual ones. None by default. */
  readonly moreStatus?: JsonObject;
  /** The largest size; 10 by default. */
  readonly mostSize?: number;
}

/** The JSON Schema of a widget: a member of every sort that a status may have. */
export function widgetSchema(options: WidgetSchemaOptions = {}): JsonObject {
  const { statusDefault, moreStatus = {}, mostSize = 10 } = options;
  const status = { type: "object", properties: { ...statusMembers, ...moreStatus } };
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
  };
}

const condition: JsonObject = {
  type: "object",
  required: ["type", "status", "reason", "lastTransitionTime"],
  properties: {
    type: { type: "string" },
    status: { type: "string", enum: ["True", "False", "Unknown"] },
    reason: { type: "string" },
    message: { type: "string" },
    lastTransitionTime: { type: "string", format: "date-time" },
    observedGeneration: { type: "integer", minimum: 0 },
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
  observedGeneration: { type: "integer", minimum: -1 },
  allocatedAddress: { type: "string" },
  token: { type: "string" },
  conditions: { type: "array", items: condition },
  endpoints: {
    type: "array",
    items: endpoint,
    "x-list-type": "map",
    "x-list-map-keys": ["name"],
  },
};
