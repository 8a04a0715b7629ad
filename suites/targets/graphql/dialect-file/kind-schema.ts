import { authoredRecord, features } from "#contract";
import { hookCargo } from "../dialect/fixture-hooks.ts";
import { timePrecisions } from "../schema/declared-conditions.ts";
import { pairedNames } from "../schema/label-pairs.ts";
import { operationDefinitions } from "./operation-schema.ts";
import {
  choice,
  free,
  listOf,
  mapOf,
  mapping,
  name,
  orNone,
  reference,
  text,
  whole,
  word,
} from "./schema-parts.ts";
import type { SchemaPart } from "./schema-parts.ts";

const path = (what: string): SchemaPart => name(`Dotted path of ${what} in an object.`);

function bodyPath(what: string): SchemaPart {
  return {
    type: ["string", "object"],
    additionalProperties: path("one field"),
    description: `Dotted path of ${what} in an object, or a mapping from its fields to their paths.`,
  };
}

const paths = mapping(
  {
    name: path("the name"),
    uid: path("the uid"),
    resourceVersion: path("the version"),
    kind: path("the kind"),
    namespace: path("the namespace"),
    generation: path("the generation"),
    creationTimestamp: path("the creation time"),
    deletionTimestamp: path("the deletion time"),
    ...authoredRecord(
      (field) => field,
      (field) => path(`the ${field}`),
    ),
    managedFields: path("the field managers"),
    writer: path("the client of the last write"),
    spec: bodyPath("the spec"),
    status: bodyPath("the status"),
  },
  "Paths of an object's parts.",
);

const pairFields = mapping(
  { key: name("Field that contains the key."), value: name("Field that contains the value.") },
  "The fields of a pair.",
  ["key", "value"],
);

const conditions = mapping(
  {
    member: name(
      "Dotted path of the list of conditions in a status, such as health.checks. Defaults to conditions.",
    ),
    status: mapping(
      {
        True: name("Value for True."),
        False: name("Value for False."),
        Unknown: name("Value for Unknown."),
      },
      "The endpoint's values for the status of a condition, as quoted strings: YAML reads TRUE " +
        "without quotes as a boolean.",
      ["True", "False", "Unknown"],
    ),
    members: mapOf(
      name("The endpoint's name for the field."),
      "The endpoint's names for the fields of a condition.",
    ),
    time: word(
      [...timePrecisions, "server"],
      "Precision of timestamps, or `server` if writes cannot contain timestamps.",
    ),
  },
  "Format of conditions, if it differs from the common form.",
);

const samples = mapping(
  {
    specs: listOf(
      free("A valid spec."),
      "At least three specs. Any two of them must differ in every field that they set.",
    ),
    statuses: listOf(
      free("A valid status."),
      "At least three statuses that set the same fields, each to different values. " +
        "Conditions use the common form.",
    ),
    counter: name(
      "Integer status field that checks use as a counter. Defaults to the first integer field " +
        "of the status. If no integer field accepts large numbers, a field with a different value " +
        "in every sample: checks then write only sample statuses.",
    ),
    invalidStatuses: listOf(
      mapping(
        {
          status: free("The status."),
          field: name("The invalid field, such as status.replicas."),
          defect: name("Defect of the field."),
        },
        "A status with one invalid field.",
        ["status", "field", "defect"],
      ),
      "Statuses that must be rejected.",
    ),
  },
  "Values that checks may write.",
  ["specs"],
);

const schemas = mapping(
  {
    spec: free("JSON Schema of a spec."),
    status: free("JSON Schema of a status."),
  },
  "JSON Schemas for generated values, if the types of the API are not specific enough.",
);

const hook = choice(
  {
    command: listOf(
      name("One word of the command."),
      "Command that reads JSON from standard input and prints JSON.",
    ),
    http: mapping(
      { url: name("URL of the request."), method: name("HTTP method. Defaults to POST.") },
      "HTTP request that sends JSON and receives JSON.",
      ["url"],
    ),
  },
  "Command or HTTP request that changes objects without using the API.",
);

const fixtures = orNone(
  mapping(
    {
      create: orNone(reference("hook")),
      updateSpec: orNone(reference("hook")),
      delete: orNone(reference("hook")),
      carries: listOf(
        word(hookCargo, "A stored part."),
        "Parts of an object, in addition to its spec, that the hooks store. Defaults to none.",
      ),
      preloaded: listOf(name("A name."), "Existing objects that the run may use."),
      settleMs: whole(1, "Maximum time until the effect of a hook is visible, in milliseconds."),
    },
    "Hooks for objects that cannot be created or deleted with the API.",
  ),
);

const members: Readonly<Record<string, SchemaPart>> = {
  literal: name("Value of $kind. Defaults to the name of the kind."),
  scope: word(["namespaced", "cluster"], "Whether objects have a namespace."),
  namespaces: listOf(
    text("A namespace."),
    "Namespaces in which the run may create objects. Omit for cluster-scoped kinds.",
  ),
  namespaceIds: mapOf(
    name("The id of a namespace."),
    "Ids of the namespaces, if some operations take an id instead of the namespace: the values " +
      "of $namespaceId.",
  ),
  type: name("GraphQL type of the objects. If omitted, the type is not checked."),
  paths,
  nameForm: name(
    "Format of names in objects and events if they contain more than the object's name, such " +
      "as projects/${namespace}/kilns/${name}.",
  ),
  numbers: mapping(
    {
      from: whole(0, "The smallest number."),
      to: whole(1, "The largest number."),
    },
    "Range of the names that a run may use, if names are integers. By default, names are strings.",
    ["from", "to"],
  ),
  pairs: mapping(
    Object.fromEntries(pairedNames.map((part) => [part, pairFields])),
    "Labels and annotations that are lists of pairs, in objects and in inputs.",
  ),
  boxed: word(["jsonText"], "Whether the endpoint returns objects as JSON strings."),
  conditions,
  observedGeneration: name(
    "Dotted path of the observed generation in a status, such as seen.revision. Defaults to observedGeneration.",
  ),
  operations: reference("operations"),
  samples,
  schemas,
  statusDefault: free("Default status of new objects."),
  semantics: reference("semantics"),
  withoutStatus: name(
    "The reason why no operation of the API writes the status. Requirements on status writes are " +
      "then not applicable. If omitted, a missing status mutation makes them untestable.",
  ),
  lacks: listOf(
    word(Object.keys(features), "A feature."),
    "Features of the endpoint that the kind does not support.",
  ),
  fixtures,
};

/** Shared subschemas, keyed by the name in `$ref`. */
export const kindDefinitions: Readonly<Record<string, SchemaPart>> = {
  ...operationDefinitions,
  hook,
  kind: mapping(members, "Operations and properties of a kind."),
};

const kindSchema = reference("kind");

export const definitionsSchema = orNone(
  mapping(
    {
      name: name("Kind of the definitions. Defaults to CustomResourceDefinition."),
      kind: kindSchema,
      objects: mapOf(
        mapping(
          {
            name: name(
              "Name of the definition. $suffix is replaced by letters that are unique to the run.",
            ),
            spec: free("Spec of the definition."),
            serves: kindSchema,
          },
          "Definition of a kind.",
          ["name", "spec", "serves"],
        ),
        "Definitions that a run creates before its first check, keyed by kind name.",
      ),
      trials: mapOf(
        mapping(
          {
            name: name("Name of the definition."),
            definitions: mapping(
              {
                plain: free("Without a status subresource."),
                withStatus: free(
                  "With a status subresource and a status field that has a default.",
                ),
                tightened: free(
                  "With a status subresource and a schema that rejects the last sample spec.",
                ),
              },
              "Variants of the definition.",
              ["plain", "withStatus", "tightened"],
            ),
            defaulted: name("Status field that has a default."),
            serves: kindSchema,
          },
          "Definition of a kind that individual checks create.",
          ["name", "definitions", "defaulted", "serves"],
        ),
        "Kinds that individual checks define.",
      ),
    },
    "Kinds that the run defines.",
    ["kind", "objects"],
  ),
);
