import { getNamedType, isEnumType, isInputObjectType, isListType } from "graphql";
import type { GraphQLInputObjectType, GraphQLNamedType } from "graphql";
import { authoredField, authoredNames, isJsonObject } from "#contract";
import { authoredPlaceholder, jsonTextKey, membersKey } from "#targets/graphql";
import type { ArgumentTree, Placeholder } from "#targets/graphql";
import {
  hasPlaceholder,
  isComparison,
  isIdComparison,
  isIdValue,
  joined,
  leafAt,
  parentOf,
  withLeaf,
  withListed,
  withoutComparedVersions,
  withoutPaths,
} from "./argument-trees.ts";
import type { Entry, Tree } from "./argument-trees.ts";
import { isNamedLikeBody } from "./bare-bodies.ts";
import { isNamedLikeLabels, selectorOf } from "./label-inputs.ts";
import { customFor, isOpenType, isTextType, placeholderOf, startWord } from "./argument-words.ts";
import type { CallVerb } from "./argument-words.ts";
import { fieldMaskFor } from "./field-masks.ts";
import type { Lexicon, Side } from "../schema/lexicon.ts";
import { pairFieldsOf } from "../schema/pair-types.ts";
import { isPlace, isPlaceId, isPlaces } from "./namespace-paths.ts";
import { referenceKeys } from "../schema/references.ts";
import type { PartRole } from "../schema/role-words.ts";
import { bareType, inputFields, isRequired } from "../schema/root-fields.ts";
import type { Input } from "../schema/root-fields.ts";
import {
  assignmentIn,
  equalityIn,
  isAnyForm,
  isChoice,
  isObjectInput,
  nestedWritesIn,
  plain,
  withoutOperations,
} from "../schema/shapes.ts";

export interface GuessedArguments {
  readonly tree: Readonly<Record<string, ArgumentTree>>;
  /**
   * Path of the input object that contains the written body (spec, status or patch) or its fields. Without a body, the
   * path of the input object that contains the name.
   */
  readonly beside?: string;
  readonly inside?: string;
  readonly members: readonly string[];
  /** Guesses that are based only on convention: the path in the arguments and the reason. */
  readonly customs: readonly { readonly path: string; readonly reason: string }[];
  readonly unknown: readonly string[];
}

export function guessArguments(
  inputs: readonly Input[],
  verb: CallVerb,
  lexicon: Lexicon,
): GuessedArguments {
  return new ArgumentGuesser(verb, lexicon).guess(inputs);
}

class ArgumentGuesser {
  readonly #verb: CallVerb;
  readonly #lexicon: Lexicon;
  readonly #customs: { readonly path: string; readonly reason: string }[] = [];
  readonly #unknown: string[] = [];
  readonly #sideMembers: string[] = [];
  #hasBody = false;
  #beside: string | undefined;
  /** Path of the fields of the written spec or status, if no single input contains them as a whole. */
  #membersAt: string | undefined;
  #inside: string | undefined;
  /** The input that contains the whole written spec or status. */
  #bodyInput: Input | undefined;
  /** Paths of optional inputs that take the key of the object. */
  readonly #optionalKeys = new Set<string>();
  readonly #enclosing: GraphQLNamedType[] = [];
  /** Whether a required input takes the version. */
  #hasVersion = false;
  /** The names of the fields that an input object takes together. */
  #spread: readonly string[] = [];
  /** The names of the fields that arguments without a default value take. */
  readonly #given = new Set<string>();

  constructor(verb: CallVerb, lexicon: Lexicon) {
    this.#verb = verb;
    this.#lexicon = lexicon;
  }

  guess(inputs: readonly Input[]): GuessedArguments {
    const whole = this.#withoutSpread(this.#members(inputs, ""));
    const besideMembers = this.#membersAt ?? this.#beside;
    const beside = this.#inside === undefined ? besideMembers : parentOf(this.#inside);
    const known = this.#withoutNewKey(whole, beside ?? "");
    const single = this.#hasVersion ? withoutComparedVersions(known) : known;
    const tree = this.#withoutRepeatedKeys(inputs, single);
    return {
      tree,
      ...(beside === undefined || beside === "" ? {} : { beside }),
      ...(this.#inside === undefined ? {} : { inside: this.#inside }),
      members: this.#sideMembers,
      customs: this.#customs,
      unknown: this.#unknown,
    };
  }

  /**
   * Lists the fields of an input object that takes only some fields of the spec or status, if other arguments take the
   * rest: `state: $spec.state` next to `plan`.
   */
  #withoutSpread(
    whole: Readonly<Record<string, ArgumentTree>>,
  ): Readonly<Record<string, ArgumentTree>> {
    const body = bodyOfVerb(this.#verb);
    if (body === undefined || this.#spread.length === 0) return whole;
    const isElsewhere = [...this.#given].some((name) => !this.#spread.includes(name));
    const listed = this.#spread.map((name): Entry => [name, `$${body}.${name}`]);
    return isElsewhere ? withListed(whole, `$${body}`, listed) : whole;
  }

  /**
   * Omits the key from the written fields of an update if other arguments already find the object. Otherwise, the
   * written fields would change the key.
   */
  #withoutNewKey(
    whole: Readonly<Record<string, ArgumentTree>>,
    beside: string,
  ): Readonly<Record<string, ArgumentTree>> {
    if (beside === "" || (this.#verb !== "update" && this.#verb !== "updateStatus")) return whole;
    const written = [...this.#optionalKeys].filter((path) => parentOf(path) === beside);
    const others = JSON.stringify(withoutPaths(whole, [beside]));
    const repeated = written.filter((path) => {
      const key = leafAt(whole, path.split("."));
      const finding = key === "$uid" ? ["$uid", "$name"] : ["$uid", key];
      return finding.some((one) => others.includes(JSON.stringify(one)));
    });
    return withoutPaths(whole, repeated);
  }

  /**
   * Omits the comparisons with the key in an optional argument, such as a condition for a write, if a required argument
   * takes the id of the object.
   */
  #withoutRepeatedKeys(
    inputs: readonly Input[],
    whole: Readonly<Record<string, ArgumentTree>>,
  ): Readonly<Record<string, ArgumentTree>> {
    if (!this.#finds()) return whole;
    const isById = inputs.some(
      (input) => isRequired(input) && JSON.stringify(whole[input.name] ?? null).includes('"$uid"'),
    );
    if (!isById) return whole;
    const optional = new Set(inputs.filter((one) => !isRequired(one)).map(({ name }) => name));
    return Object.fromEntries(
      Object.entries(whole).flatMap(([name, value]) => {
        if (!optional.has(name) || !isJsonObject(value)) return [[name, value]];
        const kept = Object.entries(value).filter(([, inner]) => !isComparison(inner));
        return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)]];
      }),
    );
  }

  #members(inputs: readonly Input[], path: string): Readonly<Record<string, ArgumentTree>> {
    const entries: Entry[] = [];
    const left: Input[] = [];
    for (const input of withoutOperations(inputs)) {
      const value = this.#valueOf(input, joined(path, input.name));
      if (value === undefined) left.push(input);
      else entries.push([input.name, value]);
    }
    const single = this.#withOneStart(this.#withOneId(entries, inputs), inputs);
    return Object.fromEntries([...single, ...this.#rest(left, path)]);
  }

  /**
   * A subscription may take the arguments of the list, such as the token of the next page. If one of them is a version,
   * only that one starts the watch.
   */
  #withOneStart(entries: readonly Entry[], inputs: readonly Input[]): readonly Entry[] {
    const starts = inputs.filter(({ name }) =>
      entries.some((one) => one[0] === name && one[1] === "$cursor"),
    );
    const own = starts.find((input) => this.#lexicon.roleOf(input) === "resourceVersion");
    if (own === undefined) return entries;
    const spare = new Set(starts.filter((one) => one !== own && !isRequired(one)));
    return entries.filter(([name]) => ![...spare].some((one) => one.name === name));
  }

  /**
   * Objects may have several ids, such as a global one and a local one. If inputs next to each other take both, only
   * the one that is named like the id of the kind gets it.
   */
  #withOneId(entries: readonly Entry[], inputs: readonly Input[]): readonly Entry[] {
    const word = plain(this.#lexicon.paths.uid?.split(".").at(-1) ?? "");
    const own = entries.find(([name, value]) => plain(name) === word && isIdValue(value));
    if (own === undefined) return entries;
    const needed = new Set(inputs.filter(isRequired).map(({ name }) => name));
    return entries.filter((one) => one === own || needed.has(one[0]) || !isIdValue(one[1]));
  }

  #valueOf(input: Input, path: string): ArgumentTree | undefined {
    const named = getNamedType(input.type);
    const further = this.#furtherOf(input, path);
    if (further !== undefined) return further;
    const paired = this.#pairsOf(input);
    if (paired !== undefined) return paired;
    if (isPlaceId(input, this.#lexicon)) return "$namespaceId";
    const body = this.#bodyOf(input, named, path);
    if (body !== undefined) return body;
    if (this.#isOfOtherSide(input)) return undefined;
    const stored = this.#storedOf(input, named);
    if (stored !== undefined) return stored;
    if (this.#isOwnMember(input)) return undefined;
    const start = this.#startOf(input);
    if (start !== undefined) return start;
    const compared =
      this.#referredOf(input) ?? this.#comparedOf(input, path) ?? this.#selectedOf(input);
    if (compared !== undefined) return compared;
    if (isInputObjectType(named)) {
      return (
        (this.#isCollection() ? selectorOf(input, this.#lexicon) : undefined) ??
        this.#groupOf(input, path)
      );
    }
    return this.#leafOf(input, path);
  }

  #leafOf(input: Input, path: string): ArgumentTree | undefined {
    if (this.#isOtherList(input)) return undefined;
    return this.#placeholderOf(input, path) ?? this.#selectorTextOf(input);
  }

  /** A trial must confirm that the string is a selector. */
  #selectorTextOf(input: Input): Placeholder | undefined {
    if (this.#verb !== "collection" || isRequired(input) || isListType(bareType(input))) {
      return undefined;
    }
    const isText = getNamedType(input.type).name === "String";
    return isText && isNamedLikeLabels(input, this.#lexicon) ? "$selectorText" : undefined;
  }

  /** An optional key is sent only in requests that find objects. */
  #furtherOf(input: Input, path: string): ArgumentTree | undefined {
    const value = this.#lexicon.furtherKeyOf?.(input);
    if (value === undefined) return undefined;
    const isFinding = this.#isCollection() || this.#verb === "read" || isRequired(input);
    const equal = equalityIn(input);
    if (!isFinding || (isObjectInput(input) && equal === undefined)) return undefined;
    this.#customs.push({ path, reason: "every read requires this key; its values are unknown" });
    return equal === undefined ? value : { [equal.name]: value };
  }

  #pairsOf(input: Input): ArgumentTree | undefined {
    if (this.#verb !== "create" && this.#verb !== "update") return undefined;
    const role = this.#lexicon.roleOf(input);
    const isPaired = role === "labels" || role === "annotations";
    return isPaired && pairFieldsOf(input.type) !== undefined
      ? authoredPlaceholder(role)
      : undefined;
  }

  #placeholderOf(input: Input, path: string): ArgumentTree | undefined {
    const isPlaceOrList = isPlace(input, this.#lexicon) || this.#isListOfPlaces(input);
    const placeholder =
      placeholderOf(input, this.#verb, this.#lexicon) ?? (isPlaceOrList ? "$namespace" : undefined);
    // An update that finds the object by id may treat a given name as the new name, so optional names are omitted.
    if (placeholder === "$name" && this.#verb === "update" && this.#isSpareName(input)) {
      return undefined;
    }
    this.#hasVersion ||= placeholder === "$resourceVersion" && isRequired(input);
    if (placeholder === "$name" || this.#isId(placeholder)) this.#beside ??= parentOf(path);
    const isKey = ["$name", "$namespace", "$uid"].includes(placeholder ?? "");
    if (isKey && !isRequired(input)) this.#optionalKeys.add(path);
    return placeholder;
  }

  /** Some inputs take the start of a watch as an object: `cursor: { initialValue: { sequence } }`. */
  #startOf(input: Input): ArgumentTree | undefined {
    if (this.#verb !== "watch" || !startWord.test(plain(input.name)) || !isObjectInput(input)) {
      return undefined;
    }
    const tree = onlyValueIn(input, "$cursor", deepestGroup);
    return tree !== undefined && isListType(bareType(input)) ? [tree] : tree;
  }

  #isSpareName(input: Input): boolean {
    return this.#finds() && !isRequired(input);
  }

  #isListOfPlaces(input: Input): boolean {
    return this.#isCollection() && isPlaces(input, this.#lexicon);
  }

  /** A list gets a placeholder only if it contains metadata, namespaces, or ids that identify an object. */
  #isOtherList(input: Input): boolean {
    if (!isListType(bareType(input)) || this.#isListOfPlaces(input)) return false;
    const role = this.#lexicon.roleOf(input);
    const isListed = authoredNames.some(
      (name) => name === role && authoredField(name).form !== "texts",
    );
    return !isListed && (role !== "uid" || !this.#finds());
  }

  #finds(): boolean {
    return this.#lexicon.isById === true && !this.#isCollection() && this.#verb !== "create";
  }

  /** References the existing object that the namespace identifies, as in `{ connect: { slug } }`. */
  #referredOf(input: Input): ArgumentTree | undefined {
    const keys = referenceKeys(input);
    const path = plain(this.#lexicon.paths.namespace ?? "");
    const place =
      keys.find(({ key }) => path !== "" && plain(key.name) === path) ??
      keys.find(({ key, whole }) =>
        [key, whole].some(
          (one) => this.#lexicon.roleOf(one) === "namespace" || isPlace(one, this.#lexicon),
        ),
      );
    return place?.steps.reduceRight<ArgumentTree>(
      (inner, step) => ({ [step]: inner }),
      "$namespace",
    );
  }

  #comparedOf(input: Input, path: string): ArgumentTree | undefined {
    // A create mutation compares values only to decide how to handle an existing object, as in an upsert.
    const equal = this.#verb === "create" ? undefined : equalityIn(input);
    if (equal !== undefined && this.#isPathOfPlace(path)) return { [equal.name]: "$namespace" };
    const role = equal && this.#lexicon.roleOf(input);
    const isPlaced = role === "namespace" || (equal !== undefined && isPlace(input, this.#lexicon));
    if (equal === undefined) return undefined;
    const key = isPlaced ? "$namespace" : this.#comparedKey(role);
    return key && { [equal.name]: key };
  }

  #comparedKey(role: PartRole | undefined): Placeholder | undefined {
    if (role === "uid") return this.#finds() ? "$uid" : undefined;
    // A write that selects its object by the expected version has no effect if that version is stale.
    if (role === "resourceVersion") return this.#isWrite() ? "$resourceVersion" : undefined;
    return role === "name" && !this.#isCollection() ? "$name" : undefined;
  }

  /** Whether an argument path ends with the path of the namespace in a related object: `where.archive.slug`. */
  #isPathOfPlace(path: string): boolean {
    const place = (this.#lexicon.paths.namespace ?? "").split(".");
    const steps = path.split(".").slice(-place.length);
    return place.length > 1 && steps.map(plain).join() === place.map(plain).join();
  }

  #selectedOf(input: Input): ArgumentTree | undefined {
    if (!this.#isCollection() || this.#lexicon.roleOf(input) !== "labels") return undefined;
    const containing = inputFields(input).find(
      ({ name, type }) => /^_?contains$/iu.test(name) && isAnyForm(getNamedType(type)),
    );
    return containing && { [containing.name]: "$selector" };
  }

  #isWrite(): boolean {
    return this.#verb === "update" || this.#verb === "updateStatus" || this.#verb === "delete";
  }

  #isCollection(): boolean {
    return this.#verb === "collection" || this.#verb === "watch";
  }

  #isOwnMember(input: Input): boolean {
    const body = bodyOfVerb(this.#verb);
    return (
      body !== undefined &&
      isInputObjectType(getNamedType(input.type)) &&
      this.#lexicon.memberOf(input)?.side === body &&
      this.#lexicon.sideOf(input) === undefined
    );
  }

  #isId(placeholder: ArgumentTree | undefined): boolean {
    return placeholder === "$uid" && this.#lexicon.isById === true;
  }

  #bodyOf(input: Input, named: GraphQLNamedType, path: string): ArgumentTree | undefined {
    const { name, type } = input;
    const word = name.toLowerCase();
    if (this.#verb === "patchStatus") return patchWord(word, named);
    const body = bodyOfVerb(this.#verb);
    if (body === undefined || isEnumType(named) || isListType(type)) return undefined;
    const side = this.#lexicon.sideOf(input);
    if (side !== undefined && side !== body) return undefined;
    if (side === body) return this.#bareBody(input, path, body);
    if (!this.#isWhole(input, body) || !isOpenType(named)) return undefined;
    return this.#lexicon.hasBareBodies === true
      ? this.#bareBody(input, path, body)
      : this.#wholeBody(named, path, body);
  }

  #bareBody(input: Input, path: string, body: Side): ArgumentTree {
    this.#hasBody = true;
    const isBoxed = isTextType(getNamedType(input.type));
    this.#inside = isBoxed ? joined(path, jsonTextKey) : path;
    this.#bodyInput = input;
    return isBoxed ? { [jsonTextKey]: `$${body}` } : `$${body}`;
  }

  #wholeBody(named: GraphQLNamedType, path: string, body: Side): ArgumentTree {
    this.#hasBody = true;
    const whole = this.#wholeObject(body);
    const isBoxed = isTextType(named);
    this.#inside = joined(
      isBoxed ? joined(path, jsonTextKey) : path,
      bodyWord(this.#lexicon, body),
    );
    return isBoxed ? { [jsonTextKey]: whole } : whole;
  }

  /** Excludes inputs with the name of a spec or status field. */
  #isWhole(input: Input, body: Side): boolean {
    return isNamedLikeBody(input) && this.#lexicon.memberOf(input)?.side !== body;
  }

  #wholeObject(body: "spec" | "status"): ArgumentTree {
    const { name, namespace, labels, annotations, resourceVersion } = this.#lexicon.paths;
    const isNew = this.#verb === "create";
    const isStatus = body === "status";
    const parts: readonly (readonly [string | undefined, string])[] = [
      [name, "$name"],
      [namespace, "$namespace"],
      [isStatus ? undefined : labels, "$labels"],
      [isStatus ? undefined : annotations, "$annotations"],
      [isNew ? undefined : resourceVersion, "$resourceVersion"],
      [bodyWord(this.#lexicon, body), `$${body}`],
    ];
    return parts.reduce<Tree>(
      (tree, [path, text]) => (path === undefined ? tree : withLeaf(tree, path.split("."), text)),
      {},
    );
  }

  #groupOf(input: Input, path: string): ArgumentTree | undefined {
    const named = getNamedType(input.type);
    const isDeep = path.split(".").length > deepestGroup;
    const isOneOfMany = isListType(bareType(input)) && (!isRequired(input) || this.#isCollection());
    // A filter inside a filter of the same type combines or negates filters.
    const isNested = this.#enclosing.includes(named) && !isRequired(input);
    if (!isInputObjectType(named) || isOneOfMany || isDeep || isNested) return undefined;
    const members = this.#operationIn(input) ?? inputFields(input);
    const before = this.#unknown.length;
    const customsBefore = this.#customs.length;
    this.#enclosing.push(named);
    const tree = this.#members(
      named.isOneOf || this.#isKeyed(members)
        ? [...memberByName(members, this.#lexicon), ...this.#expectedIn(named, members)]
        : members,
      path,
    );
    this.#enclosing.pop();
    return this.#neededOf(input, tree, {
      isComplete: this.#unknown.length === before,
      before,
      customsBefore,
    });
  }

  /**
   * Selects one of the operations on a related object. An upsert also works if the related object does not exist yet.
   */
  #operationIn(input: Input): readonly Input[] | undefined {
    const operations = nestedWritesIn(input);
    if (operations.length < 2 || operations.some(isRequired)) return undefined;
    const preferred =
      this.#verb === "create" ? ["create"] : ["upsert", "update", "set", "replace", "create"];
    const found = preferred.flatMap((word) =>
      operations.filter(({ name }) => name.toLowerCase() === word),
    );
    return found.slice(0, 1);
  }

  #neededOf(
    input: Input,
    tree: Readonly<Record<string, ArgumentTree>>,
    {
      isComplete,
      before,
      customsBefore,
    }: {
      readonly isComplete: boolean;
      /** Number of unknown inputs found before the group. `customsBefore` is the number of guesses by convention. */
      readonly before: number;
      readonly customsBefore: number;
    },
  ): ArgumentTree | undefined {
    if (!isComplete && !isRequired(input) && this.#isCollection()) {
      // An optional input that cannot be filled completely is omitted.
      this.#unknown.splice(before);
      return undefined;
    }
    if (this.#isOption(input, tree)) {
      this.#customs.splice(customsBefore);
      this.#unknown.splice(before);
      return undefined;
    }
    const needed = this.#withoutSpareKeys(tree);
    if (Object.keys(needed).length > 0) return needed;
    // A filter may be required although none of its fields is.
    return isComplete && isRequired(input) && this.#isCollection() ? {} : undefined;
  }

  /** Whether a create mutation could fill an optional input only with a constant, such as a conflict strategy. */
  #isOption(input: Input, tree: ArgumentTree): boolean {
    return this.#verb === "create" && !isRequired(input) && !hasPlaceholder(tree);
  }

  #expectedIn(type: GraphQLInputObjectType, members: readonly Input[]): readonly Input[] {
    if (type.isOneOf || !this.#isWrite()) return [];
    return members.filter((member) => this.#lexicon.roleOf(member) === "resourceVersion");
  }

  /** Whether the members are several ways to find an object. An object with its key and its spec is not. */
  #isKeyed(members: readonly Input[]): boolean {
    return (
      this.#verb !== "create" &&
      isChoice(members) &&
      !members.some((member) => this.#lexicon.sideOf(member) !== undefined) &&
      memberByName(members, this.#lexicon).length > 0
    );
  }

  /** Omits optional names next to an id, because the id already finds the object. */
  #withoutSpareKeys(
    tree: Readonly<Record<string, ArgumentTree>>,
  ): Readonly<Record<string, ArgumentTree>> {
    const isById = Object.values(tree).some((value) => value === "$uid" || isIdComparison(value));
    if (!this.#finds() || !isById) return tree;
    return Object.fromEntries(Object.entries(tree).filter(([, value]) => !isComparison(value)));
  }

  /**
   * Guesses the inputs without a common name: fields of a flat status, a spec or status under another name, and
   * required arguments.
   */
  #rest(all: readonly Input[], path: string): readonly Entry[] {
    const own = this.#ownMembers(all, path);
    const left = all.filter((input) => !own.taken.includes(input) && !this.#isOfOtherSide(input));
    return [...own.entries, ...this.#others(left, path)];
  }

  #ownMembers(
    left: readonly Input[],
    path: string,
  ): { readonly entries: readonly Entry[]; readonly taken: readonly Input[] } {
    const body = bodyOfVerb(this.#verb);
    const found = left.flatMap((input) => {
      // A value that is compared, as in a condition for a write, is not written.
      const member = equalityIn(input) === undefined ? this.#lexicon.memberOf(input) : undefined;
      return member !== undefined && member.side === body ? [{ input, member }] : [];
    });
    if (body === undefined || found.length === 0) return { entries: [], taken: [] };
    this.#hasBody = true;
    this.#membersAt ??= path;
    this.#sideMembers.push(...found.map(({ member }) => member.name));
    for (const { input, member } of found) {
      if (input.defaultValue === undefined) this.#given.add(member.name);
    }
    const taken = found.map(({ input }) => input);
    const isAssigned = taken.some((input) => assignmentIn(input) !== undefined);
    // A single field can belong to a spec or status whose other fields are elsewhere.
    const areSame = found.every(({ input, member }) => input.name === member.name);
    if (path !== "" && found.length > 1 && !isAssigned && areSame) {
      this.#spread = found.map(({ member }) => member.name);
      return { entries: [[membersKey, `$${body}`]], taken };
    }
    return {
      entries: found.map(({ input, member }) => [
        input.name,
        assigned(input, `$${body}.${member.name}`),
      ]),
      taken,
    };
  }

  /** Optional spec fields in a status write, and optional status fields in a spec write, are omitted. */
  #isOfOtherSide(input: Input): boolean {
    const body = bodyOfVerb(this.#verb);
    if (body === undefined) return false;
    const side = this.#lexicon.sideOf(input) ?? this.#lexicon.memberOf(input)?.side;
    return side !== undefined && side !== body && !isRequired(input);
  }

  /** A status write may require the spec or a field of it, as part of the whole object. It gets the stored value. */
  #storedOf(input: Input, named: GraphQLNamedType): ArgumentTree | undefined {
    if (this.#verb !== "updateStatus" || !isRequired(input)) return undefined;
    if (this.#lexicon.sideOf(input) === "spec") {
      return isTextType(named) ? { [jsonTextKey]: "$spec" } : "$spec";
    }
    const member = this.#lexicon.memberOf(input);
    return member?.side === "spec" ? assigned(input, `$spec.${member.name}`) : undefined;
  }

  #others(left: readonly Input[], path: string): readonly Entry[] {
    const known = left.filter(({ name }) => !/^(?:clientmutationid|spec)$/u.test(plain(name)));
    const isFlat = this.#verb === "updateStatus" && !this.#hasBody && path === (this.#beside ?? "");
    const reported = known.filter(
      (input) =>
        !this.#findsObjects(input) &&
        this.#lexicon.isCompared?.(input) !== true &&
        this.#lexicon.roleOf(input) !== "uid",
    );
    if (isFlat && reported.length > 0) return this.#flatStatus(reported, path);
    return known
      .filter(isRequired)
      .flatMap((input) => this.#required(input, joined(path, input.name)));
  }

  #findsObjects(input: Input): boolean {
    return inputFields(input).some((member) => {
      const role = this.#lexicon.roleOf(member);
      return role === "name" || role === "uid";
    });
  }

  #flatStatus(left: readonly Input[], path: string): readonly Entry[] {
    this.#hasBody = true;
    this.#membersAt ??= path;
    this.#sideMembers.push(...left.map(({ name }) => name));
    if (path !== "") return [[membersKey, "$status"]];
    return left.map(({ name }) => [name, `$status.${name}`]);
  }

  #required(input: Input, path: string): readonly Entry[] {
    const named = getNamedType(input.type);
    const isSpec = (this.#verb === "create" || this.#verb === "update") && !this.#hasBody;
    const isText = isTextType(named);
    const isOpen = isText
      ? boxWord.test(input.name)
      : isOpenType(named) || isInputObjectType(named);
    if (isSpec && isOpen && !isListType(bareType(input))) {
      this.#hasBody = true;
      this.#inside = isText ? joined(path, jsonTextKey) : path;
      this.#customs.push({ path, reason: "the only required argument that can contain a spec" });
      return [[input.name, isText ? { [jsonTextKey]: "$spec" } : "$spec"]];
    }
    const custom = this.#maskOf(input, path) ?? customFor(input, this.#verb);
    if (custom === undefined) {
      this.#unknown.push(path);
      return [];
    }
    this.#customs.push({ path, reason: custom.reason });
    return [[input.name, custom.value]];
  }

  #maskOf(input: Input, path: string): ReturnType<typeof customFor> {
    if (this.#verb !== "update" && this.#verb !== "updateStatus") return undefined;
    const body = this.#bodyInput;
    const members = body === undefined ? this.#sideMembers : inputFields(body).map(nameOf);
    const masked = body === undefined || this.#inside === undefined ? {} : { inside: this.#inside };
    const value = fieldMaskFor(input, parentOf(path), { ...masked, members });
    return value === undefined
      ? undefined
      : { value, reason: "the fields to write: all fields of the written input" };
  }
}

function nameOf({ name }: Input): string {
  return name;
}

/** Fills an input object that contains only one scalar, at any depth. Undefined if it contains several scalars. */
function onlyValueIn(input: Input, value: string, depth: number): ArgumentTree | undefined {
  if (depth === 0) return undefined;
  const found = inputFields(input).flatMap((member): readonly Entry[] => {
    const named = getNamedType(member.type);
    if (isEnumType(named)) return [];
    const inner = isInputObjectType(named) ? onlyValueIn(member, value, depth - 1) : value;
    return inner === undefined ? [] : [[member.name, inner]];
  });
  return found.length === 1 ? Object.fromEntries(found) : undefined;
}

/** An input that takes assignments gets `{ set: value }`. */
function assigned(input: Input, value: ArgumentTree): ArgumentTree {
  const setting = assignmentIn(input);
  return setting === undefined ? value : { [setting.name]: value };
}

/** A string with such a name may contain a spec as JSON. */
const boxWord =
  /^(?:\w*json|body|config\w*|content|data|definition|document|fields|manifest|object|payload|resource|settings|spec)$/iu;

const deepestGroup = 4;

function bodyWord({ paths }: Lexicon, side: Side): string {
  const path = paths[side];
  return typeof path === "string" ? path : side;
}

function bodyOfVerb(verb: CallVerb): "spec" | "status" | undefined {
  if (verb === "updateStatus") return "status";
  return verb === "create" || verb === "update" ? "spec" : undefined;
}

function patchWord(word: string, named: GraphQLNamedType): ArgumentTree | undefined {
  if (word === "patch" || word === "status" || word === "body") return "$patch";
  return isEnumType(named) && /type|format|strategy/u.test(word) ? "$patchFormat" : undefined;
}

/** If a call accepts alternative keys, selects the name. */
function memberByName(members: readonly Input[], lexicon: Lexicon): readonly Input[] {
  const found = members.find((member) =>
    [member, ...inputFields(member)].some((input) => lexicon.roleOf(input) === "name"),
  );
  return found === undefined ? [] : [found];
}
