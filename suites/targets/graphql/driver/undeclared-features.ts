import type {
  GraphQLSchema,
  GraphQLArgument,
  GraphQLInputField,
  GraphQLInputType,
  GraphQLOutputType,
} from "graphql";
import type { Feature } from "#contract";
import { conditionsPathOf } from "../../port/conditions-place.ts";
import { conditionsPlaceOf } from "../dialect/spell-conditions.ts";
import { allFeatures, describedFeatures, openFeatures } from "../dialect/described-features.ts";
import type { Dialect, KindDialect } from "../dialect/dialect.ts";
import { getNamedType, isEnumType, isInputObjectType, isListType, getNullableType } from "graphql";
import { authoredField, authoredNames, isJsonObject } from "#contract";
import type { ArgumentTree } from "../schema/argument-tree.ts";
import { fieldOf, readTypeOf } from "../requests/prepared-dialect.ts";
import type { OperationVerb } from "../dialect/dialect-operations.ts";
import { stepsOf } from "../schema/paths.ts";
import { typeAtPath } from "../schema/selection.ts";

/**
 * Finds features that a schema seems to have but its dialect does not use. Judges by the names of unused arguments,
 * mutations and object fields, so the result is only a hint.
 */
function signsInSchema(schema: GraphQLSchema, dialect: Dialect): ReadonlySet<Feature> {
  const found = new Set<Feature>();
  for (const kind of dialect.kinds) {
    for (const feature of [...unusedInputs(schema, kind), ...unreadMembers(schema, kind)]) {
      found.add(feature);
    }
  }
  for (const feature of uncalledFields(schema)) found.add(feature);
  return found;
}

/** The features that input names suggest. Names are in lower case without `_`. */
const inputSigns: Readonly<Record<string, { feature: Feature; verbs: readonly OperationVerb[] }>> =
  {
    dryrun: { feature: "dry-run", verbs: ["updateStatus", "patchStatus"] },
    fieldmanager: { feature: "field-manager", verbs: ["updateStatus", "patchStatus"] },
    fieldvalidation: { feature: "field-validation", verbs: ["updateStatus", "patchStatus"] },
    uid: { feature: "precondition.uid", verbs: ["update", "updateStatus", "patchStatus"] },
    ...Object.fromEntries(
      authoredNames.flatMap((name) => {
        const { feature } = authoredField(name);
        const verbs = ["create", "update"] as const;
        return feature === undefined ? [] : [[name.toLowerCase(), { feature, verbs }] as const];
      }),
    ),
    bookmarks: { feature: "watch.bookmarks", verbs: ["watch"] },
    allowbookmarks: { feature: "watch.bookmarks", verbs: ["watch"] },
    allowwatchbookmarks: { feature: "watch.bookmarks", verbs: ["watch"] },
    initialevents: { feature: "watch.initialEvents", verbs: ["watch"] },
    sendinitialevents: { feature: "watch.initialEvents", verbs: ["watch"] },
    selector: { feature: "watch.selector", verbs: ["watch"] },
    labelselector: { feature: "watch.selector", verbs: ["watch"] },
    namespace: { feature: "watch.namespace", verbs: ["watch"] },
    resourceversion: { feature: "watch.resume", verbs: ["watch"] },
  };

const inputVerbs = ["create", "update", "updateStatus", "patchStatus", "watch"] as const;

function unusedInputs(schema: GraphQLSchema, kind: KindDialect): readonly Feature[] {
  return inputVerbs.flatMap((verb) =>
    kind.operations[verb].flatMap((operation) => {
      const field = fieldOf(schema, verb, operation);
      const names = field === undefined ? [] : unusedNames(field.args, operation.arguments);
      return names.flatMap((name) => {
        const sign = inputSigns[name.replaceAll("_", "").toLowerCase()];
        return sign?.verbs.includes(verb) === true ? [sign.feature] : [];
      });
    }),
  );
}

const inputDepth = 3;

function unusedNames(
  inputs: readonly (GraphQLArgument | GraphQLInputField)[],
  used: Readonly<Record<string, ArgumentTree>>,
  depth = inputDepth,
): readonly string[] {
  return inputs.flatMap(({ name, type }) => {
    if (!Object.hasOwn(used, name)) return [name, ...namesInside(type, {}, depth)];
    const tree = used[name];
    // Checks determine the content of placeholders, so names inside it do not indicate a feature.
    return isJsonObject(tree) ? namesInside(type, tree, depth) : [];
  });
}

function namesInside(
  type: GraphQLInputType,
  used: Readonly<Record<string, ArgumentTree>>,
  depth: number,
): readonly string[] {
  const named = getNamedType(type);
  if (depth === 0 || !isInputObjectType(named)) return [];
  return unusedNames(Object.values(named.getFields()), used, depth - 1);
}

function unreadMembers(schema: GraphQLSchema, kind: KindDialect): readonly Feature[] {
  const object = readTypeOf(schema, kind);
  if (object === undefined) return [];
  const at = kind.paths.status;
  const status = typeof at === "string" ? typeAtPath(object, stepsOf(at)) : undefined;
  const found: Feature[] = [];
  if (hasGeneration(object)) found.push("generation");
  if (status !== undefined && status !== "anything" && hasConditions(status, kind)) {
    found.push("status.conditions");
  }
  return found;
}

function hasGeneration(object: GraphQLOutputType): boolean {
  return [["generation"], ["metadata", "generation"]].some((steps) => {
    const type = typeAtPath(object, steps);
    return type !== undefined && type !== "anything";
  });
}

function hasConditions(status: GraphQLOutputType, { conditions }: KindDialect): boolean {
  const { path } = conditionsPathOf(conditionsPlaceOf(conditions));
  const type = typeAtPath(status, path);
  if (type === undefined || type === "anything" || !isListType(getNullableType(type))) return false;
  const members = ["type", "status"].map((member) =>
    typeAtPath(type, [conditions?.members?.[member] ?? member]),
  );
  return members.every((member) => member !== undefined && member !== "anything");
}

const patchValues: Readonly<Record<string, Feature>> = {
  merge: "status.patch.merge",
  json: "status.patch.json",
  apply: "status.apply",
};

/** Returns the features that the names of root fields suggest, even if the dialect uses these fields. */
function uncalledFields(schema: GraphQLSchema): readonly Feature[] {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const found = mutations.flatMap(({ name, args }): readonly Feature[] => {
    if (/^replace\w*status$/iu.test(name)) return ["status.replace"];
    if (/^apply\w*status$/iu.test(name)) return ["status.apply"];
    if (/^patch\w*status$/iu.test(name)) return patchesIn(args);
    return /^delete\w/iu.test(name) ? ["delete"] : [];
  });
  const subscriptions = Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
  return subscriptions.some((name) => /^watch/iu.test(name)) ? [...found, "watch"] : found;
}

function patchesIn(args: readonly GraphQLArgument[]): readonly Feature[] {
  const types = args.flatMap(({ type }) => {
    const named = getNamedType(type);
    return isInputObjectType(named)
      ? Object.values(named.getFields()).map((field) => getNamedType(field.type))
      : [named];
  });
  const values = types.flatMap((type) => (isEnumType(type) ? type.getValues() : []));
  return values.flatMap(({ name }) => patchValues[name.toLowerCase()] ?? []);
}

/**
 * Finds features that a target seems to have but that are not tested, because the dialect does not declare them. The
 * evidence: the dialect's operations can use them, or the schema has common names for them.
 */
export function undeclaredFeatures(dialect: Dialect, schema: GraphQLSchema): readonly Feature[] {
  const offered = new Set([
    ...describedFeatures(dialect),
    ...openFeatures(dialect),
    ...signsInSchema(schema, dialect),
  ]);
  return allFeatures.filter(
    (feature) => offered.has(feature) && !dialect.features.includes(feature),
  );
}
