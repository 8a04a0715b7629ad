import { getNamedType, isEnumType, isListType, isNonNullType, isScalarType } from "graphql";
import { isJsonObject } from "#contract";
import type { PatchFormat } from "#contract";
import type { StatusMode } from "#targets";
import type {
  ArgumentTree,
  DeleteOperation,
  ListOperation,
  ObjectOperation,
  PatchOperation,
  StatusOperation,
} from "#targets/graphql";
import { guessArguments } from "../operations/argument-guesses.ts";
import { withoutPlaceholders } from "../schema/argument-trees.ts";
import type { GuessedArguments } from "../operations/argument-guesses.ts";
import type { CallVerb } from "../operations/argument-words.ts";
import { linkedPages, versionCalled } from "../schema/collections.ts";
import { flattened } from "../schema/flattened.ts";
import type { ListField } from "./kind-types.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { isPlaced } from "../operations/namespace-paths.ts";
import { bareType, inputFields, isListed, isRequired } from "../schema/root-fields.ts";
import type { Input, RootField } from "../schema/root-fields.ts";
import { plain } from "../schema/shapes.ts";

export interface Guessed<Operation> {
  readonly operation: Operation;
  readonly guessed: GuessedArguments;
}

export interface ObjectCall {
  readonly field: RootField;
  readonly verb: Exclude<CallVerb, "collection" | "watch">;
  readonly lexicon: Lexicon;
  readonly result: string | null;
}

export function objectOperation({
  field,
  verb,
  lexicon,
  result,
}: ObjectCall): Guessed<ObjectOperation> {
  const guessed = guessArguments(field.arguments, verb, lexicon);
  const isWrite = verb !== "read" && verb !== "patchStatus" && verb !== "delete";
  return {
    guessed,
    operation: {
      id: field.called === undefined ? field.name : field.path,
      field: field.called ?? field.path,
      arguments: asSpelled(field, guessed.tree),
      result,
      ...(isWrite && guessed.beside !== undefined ? { beside: guessed.beside } : {}),
      ...(isWrite && guessed.inside !== undefined ? { inside: guessed.inside } : {}),
    },
  };
}

/** Names the arguments of a call as the schema does. */
export function asSpelled(
  { spelled = {} }: RootField,
  tree: GuessedArguments["tree"],
): GuessedArguments["tree"] {
  return Object.entries(tree).reduce<GuessedArguments["tree"]>(
    (spelt, [name, value]) => withAt(spelt, (spelled[name] ?? name).split("."), value),
    {},
  );
}

function withAt(
  tree: GuessedArguments["tree"],
  [step = "", ...rest]: readonly string[],
  value: ArgumentTree,
): GuessedArguments["tree"] {
  if (rest.length === 0) return { ...tree, [step]: value };
  const inner = tree[step];
  return { ...tree, [step]: withAt(isJsonObject(inner) ? inner : {}, rest, value) };
}

export function listOperation(list: ListField, lexicon: Lexicon): Guessed<ListOperation> {
  const { field, collection } = list;
  const guessed = guessArguments(field.arguments, "collection", lexicon);
  const word = lexicon.paths.resourceVersion.split(".").at(-1) ?? "";
  const version = collection.resourceVersion ?? versionCalled(word, field.type);
  const { argument, pages } = pagingOf(list, guessed, version);
  // If both a page number and an offset are available, only one is sent.
  const others =
    argument === undefined ? guessed.tree : withoutPlaceholders(guessed.tree, ["$page"]);
  const paged = argument === undefined ? others : withAt(others, argument.split("."), "$page");
  return {
    guessed,
    operation: {
      id: field.name,
      field: field.path,
      arguments: asSpelled(field, withSize(paged, field.arguments, pages)),
      ...(isPerNamespace(field, lexicon) ? { perNamespace: true } : {}),
      items: pathIn(field, collection.items),
      ...(version === undefined ? {} : { resourceVersion: pathIn(field, version) }),
      ...(pages === undefined ? {} : { pages: pagesIn(field, pages) }),
    },
  };
}

/** Adds the page size to the arguments next to the position of the page. Top-level arguments may also contain it. */
function withSize(
  tree: GuessedArguments["tree"],
  inputs: readonly Input[],
  pages: ListOperation["pages"],
): GuessedArguments["tree"] {
  if (pages === undefined) return tree;
  const word = "by" in pages ? sizeWords.besideCount : sizeWords.alone;
  const sized = inputs.filter(({ name }) => word.test(plain(name)));
  const inside = inputs.flatMap((input) => {
    const inner = tree[input.name];
    const isPositioned = isJsonObject(inner) && Object.values(inner).includes("$page");
    return isPositioned ? [[input.name, withSize(inner, inputFields(input), pages)] as const] : [];
  });
  return {
    ...tree,
    ...Object.fromEntries(sized.map(({ name }) => [name, pageSize] as const)),
    ...Object.fromEntries(inside),
  };
}

function pathIn({ result }: RootField, path: string): string {
  if (result === undefined) return path;
  return path === "" ? result : `${result}.${path}`;
}

/** Returns the paths of list arguments that may control pagination although their names do not indicate it. */
export function spareArguments(
  { field }: ListField,
  { arguments: tree }: ListOperation,
  { isFilter }: Pick<Lexicon, "isFilter">,
): readonly string[] {
  return field.arguments
    .filter((input) => isFilter?.(input) !== true)
    .flatMap((input) => {
      const inner = inputFields(input).filter(isCountOrText);
      if (inner.length > 0) return inner.map(({ name }) => `${input.name}.${name}`);
      return isCountOrText(input) ? [input.name] : [];
    })
    .filter((path) => !isFilled(tree, path.split(".")));
}

function isCountOrText(input: Input): boolean {
  const named = getNamedType(input.type);
  return (
    !isRequired(input) &&
    !isListType(bareType(input)) &&
    isScalarType(named) &&
    !["Boolean", "Float"].includes(named.name)
  );
}

/** A next-page argument is sent only if the source of its values is known. */
function isFilled(tree: ArgumentTree | undefined, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return tree !== undefined && tree !== "$page";
  return isJsonObject(tree) ? isFilled(tree[step], rest) : tree !== undefined;
}

function pagesIn(
  field: RootField,
  pages: NonNullable<ListOperation["pages"]>,
): NonNullable<ListOperation["pages"]> {
  if ("by" in pages) return pages;
  const { next, more } = pages;
  return {
    next: pathIn(field, next),
    ...(more === undefined ? {} : { more: pathIn(field, more) }),
  };
}

/** Returns the pagination of a list, and its argument if the guessed arguments lack it. */
function pagingOf(
  { field, collection }: ListField,
  { tree }: GuessedArguments,
  version: string | undefined,
): { readonly argument?: string; readonly pages?: ListOperation["pages"] } {
  const { pages } = collection;
  const counted = isListed(field.type) || pages === undefined ? countIn(field) : undefined;
  if (counted !== undefined) return { argument: counted.name, pages: { by: counted.by } };
  if (pages !== undefined && JSON.stringify(tree).includes('"$page"')) return { pages };
  return linkedPages(field, version) ?? {};
}

/**
 * Common names of the argument for the page size, without case and separators. Some have this meaning only next to a
 * page number.
 */
const sizeWords = {
  alone: /^(?:first|limit|pagesize)$/u,
  besideCount: /^(?:first|limit|pagesize|perpage|size|take|count)$/u,
} as const;

const countWords = [
  { by: "offset", word: /^(?:offset|skip|start(?:at|index)?)$/u },
  { by: "number", word: /^page(?:no|num|number|index)?$/u },
] as const;

/** Finds the argument for a page number or an offset, also inside an input object such as `paginate`. */
function countIn({
  arguments: inputs,
}: RootField): { readonly name: string; readonly by: "number" | "offset" } | undefined {
  const inner = inputs.flatMap((input) => {
    const fields = inputFields(input);
    // A filter may have a field with such a name, but no page size next to it.
    const isPosition = fields.some(({ name }) => sizeWords.besideCount.test(plain(name)));
    return isPosition ? fields.map((one) => ({ ...one, name: `${input.name}.${one.name}` })) : [];
  });
  const numbers = [...inputs, ...inner].filter(({ type }) => getNamedType(type).name === "Int");
  for (const { by, word } of countWords) {
    const found = numbers.find(({ name }) => word.test(plain(name.split(".").at(-1) ?? "")));
    if (found !== undefined) return { name: found.name, by };
  }
  return undefined;
}

const pageSize = 100;

function isPerNamespace({ arguments: inputs }: RootField, lexicon: Lexicon): boolean {
  return inputs.some((input) => isPlaced(input, lexicon) && isNonNullType(input.type));
}

export function deleteOperation(
  call: ObjectCall,
  finish: ObjectCall | undefined,
): Guessed<DeleteOperation> {
  const { operation, guessed } = objectOperation(call);
  if (finish === undefined) return { operation, guessed };
  return { operation: { ...operation, finish: objectOperation(finish).operation }, guessed };
}

/** Returns the operations of a mutation that takes patches: one for raw patches, and a status write for each format. */
export function patchOperations(call: ObjectCall): {
  readonly patch: PatchOperation;
  readonly statuses: readonly StatusOperation[];
} {
  const { operation } = objectOperation(call);
  const formats = formatsOf(call.field);
  const statuses = Object.entries(formats).map(([format, word]): StatusOperation => {
    const encoding = formatNamed(format) ?? "merge";
    const tree = withValues(operation.arguments, { $patch: "$status", $patchFormat: word });
    return {
      ...operation,
      id: `${operation.id}.${format}`,
      arguments: tree,
      encoding,
      statusMode: modeOf[encoding],
    };
  });
  return { patch: { ...operation, formats }, statuses };
}

const modeOf: Readonly<Record<PatchFormat, StatusMode>> = {
  merge: "partial",
  json: "replace",
  apply: "apply",
};

function formatNamed(word: string): PatchFormat | undefined {
  if (/merge/iu.test(word)) return "merge";
  if (/apply/iu.test(word)) return "apply";
  return /json/iu.test(word) ? "json" : undefined;
}

function formatsOf({ arguments: inputs }: RootField): PatchOperation["formats"] {
  const type = flattened(inputs)
    .filter(({ name }) => /type|format|strategy/iu.test(name))
    .map((input) => getNamedType(input.type))
    .find((named) => isEnumType(named));
  if (!isEnumType(type)) return {};
  const words = type.getValues().flatMap(({ name }) => {
    const format = formatNamed(name);
    return format === undefined ? [] : [[format, name] as const];
  });
  return Object.fromEntries(words);
}

function withValues(
  tree: Readonly<Record<string, ArgumentTree>>,
  values: Readonly<Record<string, ArgumentTree>>,
): Readonly<Record<string, ArgumentTree>> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, replaced(value, values)]),
  );
}

function replaced(
  tree: ArgumentTree,
  values: Readonly<Record<string, ArgumentTree>>,
): ArgumentTree {
  if (typeof tree === "string") return values[tree] ?? tree;
  return isJsonObject(tree) ? withValues(tree, values) : tree;
}
