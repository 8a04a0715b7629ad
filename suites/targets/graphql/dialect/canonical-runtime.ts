import type { JsonObject } from "#contract";
import { widgetSamples } from "../../samples/widget-samples.ts";
import { widgetSchema } from "../../samples/widget-schema.ts";
import type {
  Definitions,
  KindDefinition,
  KindDialect,
  ObjectPaths,
  TrialDefinition,
} from "./dialect.ts";
import { genericKind } from "./canonical-kind.ts";
import type { SchemaWords } from "../../samples/widget-schema.ts";

/** The keywords in the schemas from which the reference server creates a kind. */
const canonicalSchemaWords: SchemaWords = {
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
  // Needs no keyword, because the server enforces unique condition types for every kind.
  conditionList: {},
  endpointList: { "x-list-type": "map", "x-list-map-keys": ["name"] },
  // Has no keyword, because the request determines whether unknown fields are rejected or dropped.
  keepsUnknown: {},
};

export interface RuntimePlaces {
  readonly namespaces: readonly string[];
  readonly paths: ObjectPaths;
}

/**
 * Returns the kinds that are registered for the run: `Widget`, `WidgetD` with a default status, and `Gadget` with a
 * status that is plain content, without a subresource. Also returns the kinds that single checks define.
 */
export function canonicalDefinitions(places: RuntimePlaces): Definitions {
  const beginning = { observedGeneration: -1 };
  return {
    kind: definitionKind(places.paths),
    objects: [
      definitionOf(places, { name: "Widget", hasStatus: true }),
      definitionOf(places, { name: "WidgetD", hasStatus: true, statusDefault: beginning }),
      definitionOf(places, { name: "Gadget", hasStatus: false }),
    ],
    trials: ["TrialA", "TrialB", "TrialC", "TrialD", "TrialE"].map((name) => trialOf(places, name)),
  };
}

/** The kind of the definitions themselves. The schema has no type for this kind, so it uses the generic operations. */
function definitionKind(paths: ObjectPaths): KindDialect {
  return {
    name: "CustomResourceDefinition",
    scope: "cluster",
    namespaces: [],
    paths,
    operations: genericKind({ isClusterScoped: true, isWithoutStatus: true }),
    samples: { specs: [], statuses: [], counter: "observedGeneration", invalidStatuses: [] },
  };
}

interface RuntimeKind {
  readonly name: string;
  readonly hasStatus: boolean;
  readonly statusDefault?: JsonObject;
}

function definitionOf(
  { namespaces, paths }: RuntimePlaces,
  { name, hasStatus, statusDefault }: RuntimeKind,
): KindDefinition {
  const beginning = statusDefault === undefined ? {} : { statusDefault };
  return {
    name: definitionName(name),
    spec: definitionSpec({
      name,
      hasStatus,
      schema: widgetSchema(canonicalSchemaWords, beginning),
    }),
    serves: {
      name,
      literal: `${name}$suffix`,
      scope: "namespaced",
      namespaces,
      paths,
      operations: genericKind({ isWithoutStatus: !hasStatus }),
      samples: widgetSamples,
      ...beginning,
    },
  };
}

function trialOf(places: RuntimePlaces, name: string): TrialDefinition {
  const moreStatus = { rank: { type: "integer", default: 5 } };
  const schema = widgetSchema(canonicalSchemaWords, { moreStatus });
  const narrow = widgetSchema(canonicalSchemaWords, { moreStatus, mostSize: 5 });
  return {
    name: definitionName(name),
    definitions: {
      plain: definitionSpec({ name, hasStatus: false, schema }),
      withStatus: definitionSpec({ name, hasStatus: true, schema }),
      tightened: definitionSpec({ name, hasStatus: true, schema: narrow }),
    },
    defaulted: "rank",
    serves: definitionOf(places, { name, hasStatus: true }).serves,
  };
}

function definitionName(kind: string): string {
  return `${kind.toLowerCase()}s$suffix.example.com`;
}

interface DefinitionParts {
  readonly name: string;
  readonly hasStatus: boolean;
  readonly schema: JsonObject;
}

function definitionSpec({ name, hasStatus, schema }: DefinitionParts): JsonObject {
  return {
    kind: `${name}$suffix`,
    scope: "Namespaced",
    ...(hasStatus ? { subresources: { status: {} } } : {}),
    schema,
  };
}
