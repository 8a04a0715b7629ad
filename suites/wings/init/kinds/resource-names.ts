import { getNamedType, isListType } from "graphql";
import type { AnyOperation, ArgumentTree, KindDialect } from "#targets/graphql";
import type { KindInference } from "./kind-inference.ts";
import { bareType, isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

type Operation = Pick<AnyOperation, "arguments" | "field">;
type Tree = Operation["arguments"];

/**
 * Recognizes a kind whose objects are named by paths, as in Google's AIPs: `projects/p/kilns/k`. Create mutations take
 * the parent and a short name, all other calls the full name. Returns any other kind unchanged.
 */
export function withResourceNames(kind: KindDialect, inference: KindInference): KindDialect {
  const creation = creationOf(inference);
  const [read] = inference.kind.reads;
  const isNamed =
    kind.scope === "cluster" && read !== undefined && takesOnly(read, kind.paths.name);
  if (creation === undefined || !isNamed) return kind;
  const { parent, short } = creation;
  const listed = kind.operations.list[0]?.items.split(".").at(-1) ?? "";
  const collection = listed === "" ? `${plain(kind.name)}s` : listed;
  const form = ["${namespace}", collection, "${name}"].join("/");
  inference.notes.note(
    ["kinds", kind.name, "nameForm"],
    "medium",
    `create mutations take ${parent} and ${short}; queries take the full name`,
  );
  const whole = <Of extends Operation>(operation: Of): Of => ({
    ...operation,
    arguments: named(operation.arguments, form),
  });
  const within = <Of extends Operation>(operation: Of): Of => ({
    ...operation,
    arguments: { ...operation.arguments, [parent]: "$namespace" },
    perNamespace: true as const,
  });
  const { operations } = kind;
  return {
    ...kind,
    scope: "namespaced",
    namespaces: inference.kindOptions.namespaces,
    nameForm: form,
    operations: {
      ...operations,
      create: operations.create.map((operation) => ({
        ...operation,
        arguments: { ...unnamed(operation.arguments), [parent]: "$namespace", [short]: "$name" },
      })),
      read: operations.read.map(whole),
      update: operations.update.map(whole),
      updateStatus: operations.updateStatus.map(whole),
      delete: operations.delete.map(whole),
      list: operations.list.map((operation) =>
        takes(inference, operation, parent) ? within(operation) : operation,
      ),
      watch: operations.watch.map((operation) =>
        takes(inference, operation, parent) ? within(operation) : operation,
      ),
    },
  };
}

function creationOf({
  kind,
  surface,
}: KindInference): { readonly parent: string; readonly short: string } | undefined {
  const field = surface.mutationsOf(kind.name).find(({ verb }) => verb === "create")?.field;
  const needed = field?.arguments.filter(isNeededText) ?? [];
  const parent = needed.find(({ name }) => plain(name) === "parent")?.name;
  const short = needed.find(({ name }) => plain(name) === `${plain(kind.name)}id`)?.name;
  return parent === undefined || short === undefined ? undefined : { parent, short };
}

function isNeededText(input: Input): boolean {
  const isText = ["ID", "String"].includes(getNamedType(input.type).name);
  return isText && isRequired(input) && !isListType(bareType(input));
}

function takesOnly({ arguments: inputs }: RootField, name: string): boolean {
  const needed = inputs.filter(isRequired);
  return needed.length === 1 && needed.every((input) => isNeededText(input) && input.name === name);
}

function takes({ kind, surface }: KindInference, { field }: Operation, parent: string): boolean {
  const lists = kind.lists.map((list) => list.field);
  const own = [...lists, ...surface.subscriptions].find(({ path }) => path === field);
  return own?.arguments.some(({ name }) => name === parent) === true;
}

function named(tree: Tree, form: string): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, namedValue(value, form)]),
  );
}

function namedValue(value: ArgumentTree, form: string): ArgumentTree {
  if (value === "$name") return form;
  return isTree(value) ? named(value, form) : value;
}

/** Removes the name from all arguments, because create mutations take it in the input for the short name. */
function unnamed(tree: Tree): Tree {
  const kept = Object.entries(tree).filter(([, value]) => value !== "$name");
  return Object.fromEntries(kept.map(([key, value]) => [key, unnamedValue(value)]));
}

function unnamedValue(value: ArgumentTree): ArgumentTree {
  return isTree(value) ? unnamed(value) : value;
}

function isTree(value: ArgumentTree): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
