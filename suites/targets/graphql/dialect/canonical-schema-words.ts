import type { SchemaWords } from "../../samples/widget-schema.ts";

/** The keywords of the schemas from which the reference server creates a kind. */
export const canonicalSchemaWords: SchemaWords = {
  condition: {
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
  },
  longInteger: { type: "integer" },
  // Needs no keyword: the server enforces unique condition types for every kind.
  conditionList: {},
  endpointList: { "x-list-type": "map", "x-list-map-keys": ["name"] },
  // Has no keyword: whether unknown fields are refused or dropped depends on the request.
  keepsUnknown: {},
};
