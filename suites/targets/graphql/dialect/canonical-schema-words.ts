import type { SchemaWords } from "../../samples/widget-schema.ts";

/** The keywords of the schemas by which the reference server learns a kind. */
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
  // That each type stands once is so in every kind, and needs no keyword.
  conditionList: {},
  endpointList: { "x-list-type": "map", "x-list-map-keys": ["name"] },
  // There is none: what is unknown is refused or dropped, as the writer wishes.
  keepsUnknown: {},
};
