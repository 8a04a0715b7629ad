import { features } from "#contract";
import { timePrecisions } from "../schema/condition-spelling.ts";
import { hookCargo } from "../dialect/fixture-hooks.ts";
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

const path = (what: string): SchemaPart => name(`Path of ${what} in an object, by dots.`);

function bodyPath(what: string): SchemaPart {
  return {
    type: ["string", "object"],
    additionalProperties: path("one field"),
    description: `Path of ${what} in an object; or its fields by name, each with its own path.`,
  };
}

const paths = mapping(
  {
    name: path("the name"),
    uid: path("the unique identity"),
    resourceVersion: path("the version"),
    kind: path("the kind"),
    namespace: path("the namespace"),
    generation: path("the generation"),
    creationTimestamp: path("the time of creation"),
    deletionTimestamp: path("the time of a requested deletion"),
    labels: path("the labels"),
    annotations: path("the annotations"),
    finalizers: path("the finalizers"),
    managedFields: path("the owners of fields"),
    spec: bodyPath("the spec"),
    status: bodyPath("the status"),
  },
  "Where an object carries its parts.",
);

const conditions = mapping(
  {
    member: name("The status field that contains them; conditions by default."),
    status: mapping(
      {
        True: name("The word for True."),
        False: name("The word for False."),
        Unknown: name("The word for Unknown."),
      },
      "The endpoint's words, in quotes: TRUE without them is no text.",
      ["True", "False", "Unknown"],
    ),
    members: mapOf(
      name("What the endpoint calls it."),
      "The endpoint's names for the fields of a condition.",
    ),
    time: word(timePrecisions, "How exact times are written."),
  },
  "How conditions are written, where not in the common form.",
);

const samples = mapping(
  {
    specs: listOf(
      free("A valid spec."),
      "At least three, pairwise different in every field that they set.",
    ),
    statuses: listOf(
      free("A valid status."),
      "At least three with the same fields, pairwise different in every field. Conditions are written in the common form.",
    ),
    counter: name(
      "An integer status field that checks may count with. By default, the first one, if any.",
    ),
    invalidStatuses: listOf(
      mapping(
        {
          status: free("The status."),
          field: name("The invalid field, such as status.replicas."),
          defect: name("What is wrong with it."),
        },
        "A status with one defect.",
        ["status", "field", "defect"],
      ),
      "Statuses that must be refused.",
    ),
  },
  "Values that checks may write.",
  ["specs"],
);

const schemas = mapping(
  {
    spec: free("The JSON Schema of a spec."),
    status: free("The JSON Schema of a status."),
  },
  "JSON Schemas of generated values, if the schema of the API is too unspecific.",
);

const hook = choice(
  {
    command: listOf(name("One word of the command."), "A command that takes and gives JSON."),
    http: mapping(
      { url: name("The address."), method: name("The method; POST by default.") },
      "A request that takes and gives JSON.",
      ["url"],
    ),
  },
  "Something outside of the API.",
);

const fixtures = orNone(
  mapping(
    {
      create: orNone(reference("hook")),
      updateSpec: orNone(reference("hook")),
      delete: orNone(reference("hook")),
      carries: listOf(
        word(hookCargo, "What is stored."),
        "What the hooks store of an object in addition to its spec; nothing by default.",
      ),
      preloaded: listOf(name("A name."), "Objects that are there already and may be used."),
      settleMs: whole(1, "How long after a hook its effect may take to show, in milliseconds."),
    },
    "How objects come and go that the API does not create itself.",
  ),
);

const members: Readonly<Record<string, SchemaPart>> = {
  literal: name("What $kind stands for; the name of the kind by default."),
  scope: word(["namespaced", "cluster"], "Whether objects live in namespaces."),
  namespaces: listOf(
    text("A namespace."),
    "Namespaces in which objects may be created; none for kinds of scope cluster.",
  ),
  type: name("The type of its objects in the schema. Not checked by default."),
  paths,
  boxed: word(["jsonText"], "Objects arrive as texts of JSON."),
  conditions,
  operations: reference("operations"),
  samples,
  schemas,
  statusDefault: free("The status that every new object has by default."),
  semantics: reference("semantics"),
  lacks: listOf(
    word(Object.keys(features), "A feature."),
    "Features of the endpoint that the kind does not have.",
  ),
  fixtures,
};

/** Reused parts of the schema, by their names in references. */
export const kindDefinitions: Readonly<Record<string, SchemaPart>> = {
  ...operationDefinitions,
  hook,
  kind: mapping(members, "How one kind is served."),
};

/** One kind, or what every kind has. */
const kindSchema = reference("kind");

/** Kinds that are registered for the run. */
export const definitionsSchema = orNone(
  mapping(
    {
      name: name(
        "What the kind of the definitions is called; CustomResourceDefinition by default.",
      ),
      kind: kindSchema,
      objects: mapOf(
        mapping(
          {
            name: name("The name of the definition; $suffix stands for letters of the run."),
            spec: free("The spec of the definition."),
            serves: kindSchema,
          },
          "One definition, under the name of the kind that it brings.",
          ["name", "spec", "serves"],
        ),
        "The definitions that a run creates before its first check.",
      ),
      trials: mapOf(
        mapping(
          {
            name: name("The name of the definition."),
            definitions: mapping(
              {
                plain: free("Without a status subresource."),
                withStatus: free("With one, and with a status field that has a default."),
                tightened: free("With one, and a schema that does not admit the last sample spec."),
              },
              "The definition in each of its forms.",
              ["plain", "withStatus", "tightened"],
            ),
            defaulted: name("The status field that has a default."),
            serves: kindSchema,
          },
          "One definition that only a check creates.",
          ["name", "definitions", "defaulted", "serves"],
        ),
        "Kinds for checks that are about kinds.",
      ),
    },
    "Kinds that exist because the run defines them.",
    ["kind", "objects"],
  ),
);
