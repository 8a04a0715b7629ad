import type { JsonObject } from "#contract";

/** Which of its forms the schema of a widget takes. */
export interface WidgetSchemaOptions {
  /** The status of every new widget. None by default. */
  readonly statusDefault?: JsonObject;
  /** Fields of the status that a widget has beside the usual ones. None by default. */
  readonly moreStatus?: JsonObject;
  /** The largest size; 10 by default. */
  readonly mostSize?: number;
  /** Whether fields that the schema does not name are kept; they are dropped by default. */
  readonly keepsUnknown?: boolean;
}

/** How a target's schemas say what JSON Schema has no keyword for. */
export interface SchemaWords {
  readonly condition: JsonObject;
  /** Of an integer of 64 bits. */
  readonly longInteger: JsonObject;
  /** Of a list of conditions, each type of which stands once. */
  readonly conditionList: JsonObject;
  /** Of a list of endpoints, each name of which stands once. */
  readonly endpointList: JsonObject;
  /** Of an object that keeps fields which the schema does not name. */
  readonly keepsUnknown: JsonObject;
}

/** The schema of a widget: a field of every sort that a status may have. */
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
