import { getNamedType, isEnumType, isListType, isScalarType, isSpecifiedScalarType } from "graphql";
import type { GraphQLNamedType } from "graphql";
import { authoredRecord } from "#contract";
import { authoredPlaceholder } from "#targets/graphql";
import type { ArgumentTree, Placeholder } from "#targets/graphql";
import { bareType, isRequired } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import type { Lexicon } from "../schema/lexicon.ts";
import { wordsFor } from "../schema/role-words.ts";
import type { PartRole } from "../schema/role-words.ts";
import { plain, valuesOf } from "../schema/shapes.ts";

export type CallVerb =
  | "collection"
  | "create"
  | "delete"
  | "patchStatus"
  | "read"
  | "update"
  | "updateStatus"
  | "watch";

export function placeholderOf(
  input: Input,
  verb: CallVerb,
  lexicon: Lexicon,
): Placeholder | undefined {
  const { name } = input;
  const isCollection = verb === "collection" || verb === "watch";
  return isCollection
    ? (collectionWord(input) ?? partWord(input, verb, lexicon))
    : (optionWord(name) ?? partWord(input, verb, lexicon));
}

function optionWord(name: string): Placeholder | undefined {
  switch (plain(name)) {
    case "dryrun":
      return "$dryRun";
    case "fieldmanager":
      return "$fieldManager";
    case "fieldvalidation":
      return "$fieldValidation";
    case "force":
      return "$force";
    default:
      return undefined;
  }
}

function collectionWord(input: Input): Placeholder | undefined {
  const { name } = input;
  const word = plain(name);
  if (selectorWord.test(name) || labelsWord.test(name)) {
    return getNamedType(input.type).name === "String" ? "$selectorText" : "$selector";
  }
  if (/^(?:allowwatch)?bookmarks$/u.test(word)) return "$bookmarks";
  return /^(?:send)?initialevents$/u.test(word) ? "$initialEvents" : undefined;
}

/** Names of an input that selects objects by their labels. */
export const selectorWord = /selector$/iu;
/** Name of an input that selects objects by their labels, or is compared with all of them. */
export const labelsWord = /^labels$/iu;

/** Common names of an input that specifies where a watch or a page starts, without case and separators. */
export const startWord =
  /^(?:after|since|cursor|from|continue|pagetoken|page|token)$|^(?:from|after|since)(?:version|revision|cursor|offset|position|seq(?:uence)?|time(?:stamp)?|token)$/iu;

/** Common names of an input that only specifies where a watch starts, without case and separators. */
const watchStartWord =
  /^(?:initial|start(?:ing)?)(?:value|version|revision|position|offset|cursor|token|at|from|time|seq(?:uence)?)$|^resume(?:after|at|from|token)$|^(?:offset|position|seq(?:uence)?|checkpoint|bookmark)$/iu;

/** The placeholder for each part of an object, by verb. Parts that are not listed are omitted. */
const placeholdersOf = {
  collection: { namespace: "$namespace", kind: "$kind" },
  watch: { namespace: "$namespace", kind: "$kind", resourceVersion: "$cursor" },
  read: { name: "$name", namespace: "$namespace", kind: "$kind" },
  write: {
    name: "$name",
    namespace: "$namespace",
    kind: "$kind",
    resourceVersion: "$resourceVersion",
    uid: "$uid",
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<PartRole, Placeholder>>>>>;

const authored = authoredRecord((name) => name, authoredPlaceholder);

function placesIn(verb: CallVerb): Readonly<Partial<Record<PartRole, Placeholder>>> {
  switch (verb) {
    case "collection":
    case "watch":
    case "read":
      return placeholdersOf[verb];
    case "create":
      return { ...placeholdersOf.read, ...authored };
    case "update":
      return { ...placeholdersOf.write, ...authored };
    case "delete":
    case "patchStatus":
    case "updateStatus":
      return placeholdersOf.write;
  }
}

function partWord(input: Input, verb: CallVerb, lexicon: Lexicon): Placeholder | undefined {
  const { name } = input;
  if (verb === "watch" && isWatchStart(input, lexicon)) return "$cursor";
  if (verb === "collection" && startWord.test(plain(name))) return "$page";
  const role = lexicon.roleOf(input);
  if (role === "uid" && lexicon.isById === true) return isAboutOne(verb) ? "$uid" : undefined;
  if (role === "uid" && isAboutOne(verb) && isRequired(input)) return "$uid";
  // `id` identifies the object instead of its name. `uid` is a precondition.
  if (plain(name) === "id" && role !== "name") return undefined;
  return role === undefined ? undefined : placesIn(verb)[role];
}

function isWatchStart(input: Input, lexicon: Lexicon): boolean {
  const { name } = input;
  return (
    startWord.test(plain(name)) || watchStartWord.test(plain(name)) || isStartOf(input, lexicon)
  );
}

/**
 * An input such as `sinceResourceVersion` is the start of a watch if its name ends with a common name for a version, or
 * with the name of the version field in objects.
 */
function isStartOf(input: Input, lexicon: Lexicon): boolean {
  const [, rest] =
    /^(?:after|since|from|start(?:ing)?(?:at|from)?|resume(?:at|from)?)_?(.+)$/iu.exec(
      input.name,
    ) ?? [];
  const word = lexicon.paths.resourceVersion.split(".").at(-1) ?? "";
  if (rest === undefined || word === "") return false;
  return plain(rest) === plain(word) || wordsFor("resourceVersion", rest);
}

function isAboutOne(verb: CallVerb): boolean {
  return verb !== "collection" && verb !== "create" && verb !== "watch";
}

/** A required argument without a placeholder gets a constant. */
export function customFor(
  input: Input,
  verb?: CallVerb,
): { readonly value: ArgumentTree; readonly reason: string } | undefined {
  const named = getNamedType(input.type);
  if (isListType(bareType(input))) return customList(named, verb);
  if (named.name === "Int") return customNumber(verb);
  if (named.name === "Boolean")
    return { value: true, reason: "a Boolean is required; true usually requests more than false" };
  const isText = named.name === "String" || (named.name === "ID" && verb === "create");
  if (isText && (verb === "create" || isWriteVerb(verb))) {
    // Object names are unique, so this value is also unique.
    const value = verb === "create" ? "$name" : "conformance";
    return { value, reason: "a required string argument whose name matches no field of an object" };
  }
  if (!isEnumType(named)) return undefined;
  const [value = null, ...others] = valuesOf(named);
  const reason =
    others.length === 0
      ? "the value that selects this command"
      : "the first value of the argument's enum";
  return { value, reason };
}

type Custom = ReturnType<typeof customFor>;

function isAboutMany(verb: CallVerb | undefined): boolean {
  return verb === undefined || verb === "collection" || verb === "watch";
}

function customList(named: GraphQLNamedType, verb: CallVerb | undefined): Custom {
  if (!isAboutMany(verb) || !isEnumType(named)) return undefined;
  const value = named.getValues().map(({ name }) => name);
  return { value, reason: "all values of the argument's enum" };
}

/** In a read, a number without a known role is assumed to identify the object, so no constant can replace it. */
function customNumber(verb: CallVerb | undefined): Custom {
  if (isAboutMany(verb)) {
    return { value: 100, reason: "a number is required; such arguments are usually page sizes" };
  }
  if (verb === "read") return undefined;
  return { value: 1, reason: "a required number whose name matches no field of an object" };
}

function isWriteVerb(verb: CallVerb | undefined): boolean {
  return verb === "delete" || verb === "update" || verb === "updateStatus";
}

/** A string may contain JSON. */
export function isTextType(type: GraphQLNamedType): boolean {
  return type.name === "String" || /json_?(?:string|text)|^awsjson$/iu.test(type.name);
}

export function isOpenType(type: GraphQLNamedType): boolean {
  return isScalarType(type) && (!isSpecifiedScalarType(type) || type.name === "String");
}
