import { getNamedType } from "graphql";
import type { GraphQLObjectType } from "graphql";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { jsonTextKey, membersKey } from "#targets/graphql";
import type { ArgumentTree, KindDialect, KindOperations, ObjectOperation } from "#targets/graphql";
import { isListed, outputFields } from "../schema/root-fields.ts";
import { joined } from "../operations/argument-trees.ts";
import { anySamples } from "../schema/sample-guesses.ts";

type Side = "spec" | "status";

/**
 * Changes a kind whose spec or status is JSON in a single string, such as `state_json: String`. The name of the string
 * or the given samples, which have other fields, show it.
 */
export function withTextBodies(
  kind: KindDialect,
  type: GraphQLObjectType,
  given: { readonly specs?: readonly JsonObject[]; readonly statuses?: readonly JsonObject[] },
): KindDialect {
  return withTextBody(withTextBody(kind, type, { side: "spec", given: given.specs }), type, {
    side: "status",
    given: given.statuses,
  });
}

function withTextBody(
  kind: KindDialect,
  type: GraphQLObjectType,
  { side, given }: { readonly side: Side; readonly given: readonly JsonObject[] | undefined },
): KindDialect {
  const body = kind.paths[side];
  if (body === undefined || typeof body === "string") return kind;
  const [only, ...others] = Object.entries(body);
  if (only === undefined || others.length > 0 || !isText(type, only[1])) return kind;
  const [member, path] = only;
  const isSampled = given !== undefined && given.every((one) => !Object.hasOwn(one, member));
  if (!isSampled && !/json/iu.test(member)) return kind;
  const part = side === "spec" ? "specs" : "statuses";
  const samples = { ...kind.samples, [part]: given ?? anySamples };
  return {
    ...kind,
    paths: { ...kind.paths, [side]: `${path}.${jsonTextKey}` },
    operations: operationsWith(kind.operations, { side, member }),
    samples:
      side === "status" && given === undefined
        ? { ...samples, counter: "size", invalidStatuses: [] }
        : samples,
  };
}

function isText(type: GraphQLObjectType, path: string): boolean {
  const member = outputFields(type)[path];
  return member !== undefined && !isListed(member) && getNamedType(member).name === "String";
}

interface TextBody {
  readonly side: Side;
  /** The name of the string. */
  readonly member: string;
}

function operationsWith(operations: KindOperations, text: TextBody): KindOperations {
  const changed = <Changed extends ObjectOperation>(all: readonly Changed[]): readonly Changed[] =>
    all.map((one) => withText(one, text));
  return {
    ...operations,
    create: changed(operations.create),
    update: changed(operations.update),
    updateStatus: changed(operations.updateStatus),
  };
}

function withText<Changed extends ObjectOperation>(operation: Changed, text: TextBody): Changed {
  const inside = placeIn(operation.arguments, text, "");
  return {
    ...operation,
    arguments: treeWith(operation.arguments, text),
    ...(inside === undefined ? {} : { inside: `${inside}.${jsonTextKey}` }),
  };
}

type Tree = Readonly<Record<string, ArgumentTree>>;

function treeWith(tree: Tree, text: TextBody): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]): [string, ArgumentTree] => {
      if (isSpread(name, value, text)) return [text.member, boxed(text)];
      if (value === `$${text.side}.${text.member}`) return [name, boxed(text)];
      return [name, isTree(value) ? treeWith(value, text) : value];
    }),
  );
}

/** Returns the path of the argument that takes the string. */
function placeIn(tree: Tree, text: TextBody, at: string): string | undefined {
  for (const [name, value] of Object.entries(tree)) {
    if (isSpread(name, value, text)) return joined(at, text.member);
    if (value === `$${text.side}.${text.member}`) return joined(at, name);
    const inner = isTree(value) ? placeIn(value, text, joined(at, name)) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isSpread(name: string, value: ArgumentTree, { side }: TextBody): boolean {
  return name === membersKey && value === `$${side}`;
}

function boxed({ side }: TextBody): ArgumentTree {
  return { [jsonTextKey]: `$${side}` };
}

function isTree(value: ArgumentTree): value is Tree {
  return isJsonObject(value);
}
