import { getNamedType, isEnumType, isInputObjectType, isListType } from "graphql";
import type { GraphQLNamedType } from "graphql";
import { jsonTextKey, membersKey } from "#targets/graphql";
import type { ArgumentTree } from "#targets/graphql";
import {
  bareType,
  customFor,
  isOpenType,
  isRequired,
  isTextType,
  placeholderOf,
} from "./argument-words.ts";
import type { CallVerb } from "./argument-words.ts";
import type { TypePaths } from "./object-types.ts";
import { isPlace } from "./places.ts";
import { inputMembers } from "./root-fields.ts";
import type { Input } from "./root-fields.ts";
import { roleOf } from "./role-words.ts";

/** What the arguments of a call were taken for. */
export interface GuessedArguments {
  readonly tree: Readonly<Record<string, ArgumentTree>>;
  /** Path of the object that holds the name. */
  readonly beside?: string;
  /** Path of the body that is written. */
  readonly inside?: string;
  /** Members of a status that stand beside other things. */
  readonly statusMembers: readonly string[];
  /** What was decided by custom alone: the path in the arguments, and the reason. */
  readonly customs: readonly { readonly path: string; readonly reason: string }[];
  /** Required arguments of which nothing is known. */
  readonly unknown: readonly string[];
}

/** Says for each argument of a call what it stands for. `paths` says how objects are built that are sent whole. */
export function guessArguments(
  inputs: readonly Input[],
  verb: CallVerb,
  paths: TypePaths,
): GuessedArguments {
  return new ArgumentGuesser(verb, paths).guess(inputs);
}

type Entry = readonly [string, ArgumentTree];

/** Keeps what was found while the inputs of one call are walked. */
class ArgumentGuesser {
  readonly #verb: CallVerb;
  readonly #paths: TypePaths;
  readonly #customs: { readonly path: string; readonly reason: string }[] = [];
  readonly #unknown: string[] = [];
  readonly #statusMembers: string[] = [];
  #hasBody = false;
  #beside: string | undefined;
  #inside: string | undefined;

  constructor(verb: CallVerb, paths: TypePaths) {
    this.#verb = verb;
    this.#paths = paths;
  }

  guess(inputs: readonly Input[]): GuessedArguments {
    const tree = this.#members(inputs, "");
    const beside = this.#inside === undefined ? this.#beside : parentOf(this.#inside);
    return {
      tree,
      ...(beside === undefined || beside === "" ? {} : { beside }),
      ...(this.#inside === undefined ? {} : { inside: this.#inside }),
      statusMembers: this.#statusMembers,
      customs: this.#customs,
      unknown: this.#unknown,
    };
  }

  #members(inputs: readonly Input[], path: string): Readonly<Record<string, ArgumentTree>> {
    const entries: Entry[] = [];
    const left: Input[] = [];
    for (const input of inputs) {
      const value = this.#valueOf(input, joined(path, input.name));
      if (value === undefined) left.push(input);
      else entries.push([input.name, value]);
    }
    return Object.fromEntries([...entries, ...this.#rest(left, path)]);
  }

  #valueOf(input: Input, path: string): ArgumentTree | undefined {
    const named = getNamedType(input.type);
    const body = this.#bodyOf(input, named, path);
    if (body !== undefined) return body;
    if (isInputObjectType(named)) return selectorOf(input) ?? this.#groupOf(input, path);
    if (isListType(bareType(input)) && roleOf(input.name) !== "finalizers") return undefined;
    const placeholder =
      placeholderOf(input, this.#verb) ?? (isPlace(input, this.#paths) ? "$namespace" : undefined);
    if (placeholder === "$name") this.#beside ??= parentOf(path);
    return placeholder;
  }

  /** The spec, the status or the patch that is written. */
  #bodyOf({ name, type }: Input, named: GraphQLNamedType, path: string): ArgumentTree | undefined {
    const word = name.toLowerCase();
    if (this.#verb === "patchStatus") return patchWord(word, named);
    const body = bodyOfVerb(this.#verb);
    if (body === undefined || isEnumType(named) || isListType(type)) return undefined;
    if (word === body) {
      this.#hasBody = true;
      const isBoxed = isTextType(named);
      this.#inside = isBoxed ? joined(path, jsonTextKey) : path;
      return isBoxed ? { [jsonTextKey]: `$${body}` } : `$${body}`;
    }
    const isWhole = /^_?(?:input|object|body|payload|manifest|document|json)$/u.test(word);
    if (!isWhole || !isOpenType(named)) return undefined;
    this.#hasBody = true;
    const whole = this.#wholeObject(body);
    const isBoxed = isTextType(named);
    this.#inside = joined(isBoxed ? joined(path, jsonTextKey) : path, body);
    return isBoxed ? { [jsonTextKey]: whole } : whole;
  }

  /** An object as it is read, with placeholders where its parts are. */
  #wholeObject(body: "spec" | "status"): ArgumentTree {
    const { name, namespace, labels, resourceVersion } = this.#paths;
    const isNew = this.#verb === "create";
    const isStatus = body === "status";
    const parts: readonly (readonly [string | undefined, string])[] = [
      [name, "$name"],
      [namespace, "$namespace"],
      [isStatus ? undefined : labels, "$labels"],
      [isNew ? undefined : resourceVersion, "$resourceVersion"],
      [body, `$${body}`],
    ];
    return parts.reduce<Tree>(
      (tree, [path, text]) => (path === undefined ? tree : withLeaf(tree, path.split("."), text)),
      {},
    );
  }

  /** An input object that only groups others. */
  #groupOf(input: Input, path: string): ArgumentTree | undefined {
    const named = getNamedType(input.type);
    const isDeep = path.split(".").length > deepestGroup;
    if (!isInputObjectType(named) || isListType(bareType(input)) || isDeep) return undefined;
    const members = inputMembers(input);
    const tree = this.#members(named.isOneOf ? memberByName(members) : members, path);
    return Object.keys(tree).length === 0 ? undefined : tree;
  }

  /** What has no usual name: the members of a flat status, a body under another name, what is required. */
  #rest(left: readonly Input[], path: string): readonly Entry[] {
    const known = left.filter(({ name }) => !/^(?:clientMutationId|spec)$/iu.test(name));
    const isFlat = this.#verb === "updateStatus" && !this.#hasBody && path === (this.#beside ?? "");
    if (isFlat && known.length > 0) return this.#flatStatus(known, path);
    return known
      .filter(isRequired)
      .flatMap((input) => this.#required(input, joined(path, input.name)));
  }

  #flatStatus(left: readonly Input[], path: string): readonly Entry[] {
    this.#hasBody = true;
    this.#statusMembers.push(...left.map(({ name }) => name));
    if (path !== "") return [[membersKey, "$status"]];
    return left.map(({ name }) => [name, `$status.${name}`]);
  }

  #required(input: Input, path: string): readonly Entry[] {
    const named = getNamedType(input.type);
    const isSpec = (this.#verb === "create" || this.#verb === "update") && !this.#hasBody;
    const isOpen = isOpenType(named) || isInputObjectType(named);
    if (isSpec && isOpen && !isListType(bareType(input))) {
      this.#hasBody = true;
      this.#inside = path;
      this.#customs.push({ path, reason: "the only required argument that can hold a spec" });
      return [[input.name, "$spec"]];
    }
    const custom = customFor(input);
    if (custom === undefined) {
      this.#unknown.push(path);
      return [];
    }
    this.#customs.push({ path, reason: custom.reason });
    return [[input.name, custom.value]];
  }
}

/** How deep arguments are looked into, in levels. */
const deepestGroup = 4;

function bodyOfVerb(verb: CallVerb): "spec" | "status" | undefined {
  if (verb === "updateStatus") return "status";
  return verb === "create" || verb === "update" ? "spec" : undefined;
}

function patchWord(word: string, named: GraphQLNamedType): ArgumentTree | undefined {
  if (word === "patch" || word === "status" || word === "body") return "$patch";
  return isEnumType(named) && /type|format|strategy/u.test(word) ? "$patchFormat" : undefined;
}

function selectorOf(input: Input): ArgumentTree | undefined {
  if (!/selector|^labels$/iu.test(input.name)) return undefined;
  const members = new Set(inputMembers(input).map(({ name }) => name));
  if (members.has("matchLabels")) return { matchLabels: "$selector" };
  return members.has("key") && members.has("value") ? "$selectorPairs" : undefined;
}

/** Of the ways to find an object, the one by its name. */
function memberByName(members: readonly Input[]): readonly Input[] {
  const found = members.find((member) =>
    [member, ...inputMembers(member)].some(({ name }) => roleOf(name) === "name"),
  );
  return found === undefined ? [] : [found];
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** A text of JSON is no object that anything could stand beside in. */
function parentOf(path: string): string {
  const steps = path.split(".");
  return steps.slice(0, steps.at(-1) === jsonTextKey ? -2 : -1).join(".");
}

type Tree = { readonly [member: string]: Tree | string };

function withLeaf(tree: Tree, [step = "", ...rest]: readonly string[], value: string): Tree {
  if (rest.length === 0) return { ...tree, [step]: value };
  const inner = tree[step];
  return { ...tree, [step]: withLeaf(typeof inner === "object" ? inner : {}, rest, value) };
}
