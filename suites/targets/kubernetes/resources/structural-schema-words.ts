import type { JsonObject } from "#contract";
import type { SchemaWords } from "../../samples/widget-schema.ts";

const qualifiedName =
  "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

const longInteger: JsonObject = { type: "integer", format: "int64" };

/** The keywords of structural schemas (apiextensions/v1); conditions follow `metav1.Condition`. */
export const structuralSchemaWords: SchemaWords = {
  condition: {
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
      observedGeneration: { ...longInteger, minimum: 0 },
    },
  },
  longInteger,
  conditionList: mapOf("type"),
  endpointList: mapOf("name"),
  keepsUnknown: { "x-kubernetes-preserve-unknown-fields": true },
};

function mapOf(key: string): JsonObject {
  return { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [key] };
}
