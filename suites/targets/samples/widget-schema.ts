import type { JsonObject } from "#contract";

export interface WidgetSchemaOptions {
  readonly statusDefault?: JsonObject;
  /** Status fields in addition to the regular ones. None by default. */
  readonly moreStatus?: JsonObject;
  readonly mostSize?: number;
  /** Whether unknown fields are preserved; they are dropped by default. */
  readonly keepsUnknown?: boolean;
}

/** Keywords of a target's schemas without an equivalent in JSON Schema. */
export interface SchemaWords {
  readonly condition: JsonObject;
  readonly longInteger: JsonObject;
  /** Schema of a list of conditions with unique types. */
  readonly conditionList: JsonObject;
  /** Schema of a list of endpoints with unique names. */
  readonly endpointList: JsonObject;
  /** Schema of an object that preserves unknown fields. */
  readonly keepsUnknown: JsonObject;
}

/** Returns the schema of a widget, with every kind of field that a status may have. */
export function widgetSchema(words: SchemaWords, options: WidgetSchemaOptions = {}): JsonObject {
  const { statusDefault, moreStatus = {}, mostSize = 10, keepsUnknown = false } = options;
  const openness = keepsUnknown ? words.keepsUnknown : {};
  const status = {
    type: "object",
    properties: { ...statusMembers(words), ...moreStatus },
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

const endpoint: JsonObject = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, address: { type: "string" } },
};

function statusMembers(words: SchemaWords): JsonObject {
  return {
    phase: { type: "string", enum: ["Pending", "Ready", "Failed"] },
    num: { type: "integer", minimum: 0, maximum: 1_000_000 },
    observedGeneration: { ...words.longInteger, minimum: -1 },
    allocatedAddress: { type: "string" },
    token: { type: "string" },
    conditions: { type: "array", items: words.condition, ...words.conditionList },
    endpoints: { type: "array", items: endpoint, ...words.endpointList },
  };
}
