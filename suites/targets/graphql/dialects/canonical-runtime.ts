import type { JsonObject } from "#contract";
import type { KindSamples } from "../../target.ts";
import type {
  Definitions,
  KindDefinition,
  KindDialect,
  ObjectPaths,
  TrialDefinition,
} from "../dialect.ts";
import { canonicalConditions, invalidInEveryKind } from "./canonical-conditions.ts";
import { genericKind } from "./canonical-kind.ts";
import { widgetSchema } from "./widget-schema.ts";

/** What the kinds of a run share with all others. */
export interface RuntimePlaces {
  readonly namespaces: readonly string[];
  readonly paths: ObjectPaths;
}

/**
 * Kinds that are registered for the run: `Widget`, `WidgetD` with a status from the very beginning, and
 * `Gadget`, which has a status as ordinary content and no status subresource.
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

/** How definitions are served: generically, like everything else. */
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
    spec: definitionSpec({ name, hasStatus, schema: widgetSchema(beginning) }),
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

/** A kind that a check brings and takes away, with a member of the status that has a default. */
function trialOf(places: RuntimePlaces, name: string): TrialDefinition {
  const moreStatus = { rank: { type: "integer", default: 5 } };
  const schema = widgetSchema({ moreStatus });
  const narrow = widgetSchema({ moreStatus, mostSize: 5 });
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

const pending: JsonObject = {
  phase: "Pending",
  num: 1,
  observedGeneration: 1,
  allocatedAddress: "198.51.100.10",
  token: "token-a",
  conditions: canonicalConditions.pending,
  endpoints: [{ name: "north", address: "198.51.100.11" }],
};

const widgetSamples: KindSamples = {
  specs: [
    { size: 2, color: "red", address: "198.51.100.10" },
    { size: 4, color: "green", address: "198.51.100.20" },
    { size: 6, color: "blue", address: "198.51.100.30" },
  ],
  statuses: [
    pending,
    {
      phase: "Ready",
      num: 20,
      observedGeneration: 2,
      allocatedAddress: "198.51.100.20",
      token: "token-b",
      conditions: canonicalConditions.ready,
      endpoints: [{ name: "south", address: "198.51.100.21" }],
    },
    {
      phase: "Failed",
      num: 300,
      observedGeneration: 3,
      allocatedAddress: "198.51.100.30",
      token: "token-c",
      conditions: canonicalConditions.failed,
      endpoints: [{ name: "west", address: "198.51.100.31" }],
    },
  ],
  counter: "observedGeneration",
  invalidStatuses: [
    {
      status: { ...pending, num: 1_000_001 },
      field: "status.num",
      defect: "a count beyond the maximum",
    },
    {
      status: { ...pending, num: "many" },
      field: "status.num",
      defect: "a text in place of an integer",
    },
    {
      status: { ...pending, phase: "Melted" },
      field: "status.phase",
      defect: "a value that the enumeration does not have",
    },
    {
      status: { ...pending, endpoints: [{ name: "north" }, { name: "north" }] },
      field: "status.endpoints[1].name",
      defect: "a name that stands twice in a list that has each once",
    },
    ...invalidInEveryKind(pending),
  ],
};
