import { getNamedType, isObjectType } from "graphql";
import type { GraphQLObjectType, GraphQLSchema } from "graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import type { Inference } from "../kinds/infer-dialect.ts";
import { identityOf } from "../schema/identity.ts";
import { ownerOf } from "../kinds/kind-types.ts";
import { NameIndex } from "../schema/name-index.ts";
import { rootFor } from "../operations/given-fields.ts";
import { isAbout } from "../schema/notebook.ts";
import type { Guess } from "../schema/notebook.ts";
import { almostKinds } from "./possible-kinds.ts";
import type { AlmostKind } from "./possible-kinds.ts";
import { nameFor } from "../schema/role-words.ts";
import { outputFields, rootFields } from "../schema/root-fields.ts";
import type { RootField } from "../schema/root-fields.ts";
import { leavesOf } from "../schema/shapes.ts";
import { givenVerbs, isMeant } from "../schema/user-hints.ts";
import type { GivenOperation, MappedPart } from "../schema/user-hints.ts";

/** A possible answer, and how the schema declares it. */
export interface Candidate {
  readonly value: string;
  readonly declared: string;
}

/** The option of `init` that an answer sets. */
export type AskedOption =
  | { readonly option: "kind" }
  | { readonly option: "map"; readonly part: MappedPart }
  | {
      readonly option: "operation";
      readonly verb: GivenOperation["verb"];
      readonly kind: string;
    };

/** A question about an entry that neither the schema nor the tests determine. */
export interface Question {
  readonly text: string;
  readonly sets: AskedOption;
  /** The likeliest answer comes first. */
  readonly candidates: readonly Candidate[];
  /** The guess that stays if the user does not answer. Undefined if the entry is then missing. */
  readonly current?: string;
}

export interface Asking {
  /** Whether the dialect was tested, so that entries with low confidence cannot be determined otherwise. */
  readonly isTested: boolean;
  /** The kind that the user chose although it was not recognized. */
  readonly chosen?: string;
}

/**
 * Returns the questions whose answers complete a dialect, the most important ones first. Before the tests, only asks
 * what the tests cannot find out.
 */
export function openQuestions(
  schema: GraphQLSchema,
  { dialect, guesses }: Inference,
  { isTested, chosen }: Asking,
): readonly Question[] {
  if (dialect.kinds.length === 0) return questionsWithoutKind(schema, chosen);
  const low = guesses.filter(({ confidence }) => confidence === "low");
  return dialect.kinds.flatMap((kind) => [
    ...partQuestions(schema, kind, isTested ? low : []),
    ...operationQuestions(schema, dialect, { kind, low, isTested }),
  ]);
}

function questionsWithoutKind(
  schema: GraphQLSchema,
  chosen: string | undefined,
): readonly Question[] {
  const types = almostKinds(schema);
  const type = types.find(({ found }) => isMeant(found.type.name, chosen ?? "")) ?? onlyOne(types);
  if (type !== undefined) return questionsAbout(schema, type);
  if (types.length === 0 || chosen !== undefined) return [];
  return [
    {
      text: "Which type has objects with a spec and a status?",
      sets: { option: "kind" },
      candidates: types.map(({ found }) => ({
        value: found.type.name,
        declared: Object.keys(found.type.getFields()).join(", "),
      })),
    },
  ];
}

function onlyOne<Item>([first, ...others]: readonly Item[]): Item | undefined {
  return others.length === 0 ? first : undefined;
}

function questionsAbout(
  schema: GraphQLSchema,
  { found: { type, reads, lists }, writes }: AlmostKind,
): readonly Question[] {
  const identity = identityOf({ type, reads, lists: lists.map(({ field }) => field) });
  const leaves = leavesOf(type);
  const version = nameFor(
    "resourceVersion",
    leaves.map(({ name }) => name),
  );
  const candidates = leaves.map(({ path, type: leaf }) => ({
    value: path,
    declared: leaf.toString(),
  }));
  const parts = [
    ...(identity === undefined ? (["name"] as const) : []),
    ...(version === undefined ? (["version"] as const) : []),
  ];
  const verbs = ["create", "updateStatus"] as const;
  return [
    ...parts.map((part): Question => ({
      text: questionAbout(part, type.name),
      sets: { option: "map", part },
      candidates,
    })),
    ...verbs.map((verb): Question => ({
      text: questionAbout(verb, type.name),
      sets: { option: "operation", verb, kind: type.name },
      candidates: rankedFor(type.name, {
        fields: rootFields(schema.getMutationType()),
        first: writes.map(({ path }) => path),
      }),
    })),
  ];
}

const texts = {
  name: "Which field contains the name of a KIND?",
  version: "Which field changes with each write of a KIND?",
  uid: "Which field identifies a KIND, even if another one later gets its name?",
  spec: "Which field contains the spec of a KIND?",
  status: "Which field contains the status of a KIND?",
  create: "Which mutation creates a KIND?",
  read: "Which query returns one KIND?",
  list: "Which query returns all objects of the kind KIND?",
  update: "Which mutation changes the spec of a KIND?",
  updateStatus: "Which mutation writes the status of a KIND?",
  delete: "Which mutation deletes a KIND?",
  watch: "Which subscription reports each change of a KIND?",
} as const satisfies Partial<Record<MappedPart | GivenOperation["verb"], string>>;

function questionAbout(subject: keyof typeof texts, kind: string): string {
  return texts[subject].replace("KIND", kind);
}

/** The parts without which requirements cannot be tested, with their names in a dialect. */
const askedParts = [
  ["name", "name"],
  ["version", "resourceVersion"],
  ["uid", "uid"],
  ["spec", "spec"],
  ["status", "status"],
] as const;

type AskedPart = (typeof askedParts)[number];

function partQuestions(
  schema: GraphQLSchema,
  kind: KindDialect,
  low: readonly Guess[],
): readonly Question[] {
  const found = schema.getType(kind.type ?? kind.name);
  if (!isObjectType(found)) return [];
  return askedParts.flatMap(([part, named]) => {
    const path = kind.paths[named];
    const guess = low.find((one) => isAbout(one, ["kinds", kind.name, "paths", named]));
    const isOpen = guess !== undefined || path === undefined;
    const candidates = isOpen ? fieldsFor(named, found, { kind, guess }) : [];
    const current = typeof path === "string" ? { current: path } : {};
    if (candidates.length === 0) return [];
    const text = questionAbout(part, kind.name);
    return [{ text, sets: { option: "map", part }, candidates, ...current } satisfies Question];
  });
}

interface OfKind {
  readonly kind: KindDialect;
  readonly guess: Guess | undefined;
}

function fieldsFor(
  part: AskedPart[1],
  type: GraphQLObjectType,
  { kind: { paths }, guess }: OfKind,
): readonly Candidate[] {
  const isBody = part === "spec" || part === "status";
  const used = new Set(
    Object.values(paths).flatMap((path) =>
      typeof path === "string" ? [path] : Object.values(path ?? {}),
    ),
  );
  const current = paths[part];
  const declared = isBody
    ? Object.entries(outputFields(type)).map(([value, inner]) => ({
        value,
        declared: inner.toString(),
      }))
    : leavesOf(type).map(({ path, type: leaf }) => ({ value: path, declared: leaf.toString() }));
  const first = [current, ...(guess?.alternatives ?? [])];
  return declared
    .filter(({ value }) => first.includes(value) || !used.has(value))
    .toSorted((left, right) => rankIn(first, left.value) - rankIn(first, right.value));
}

function rankIn(first: readonly unknown[], value: string): number {
  const at = first.indexOf(value);
  return at === -1 ? first.length : at;
}

interface OperationAsking extends Pick<Asking, "isTested"> {
  readonly kind: KindDialect;
  readonly low: readonly Guess[];
}

function operationQuestions(
  schema: GraphQLSchema,
  dialect: Dialect,
  asking: OperationAsking,
): readonly Question[] {
  const { kind, low, isTested } = asking;
  return givenVerbs.flatMap((verb) => {
    const isNone =
      verb === "updateStatus" ? kind.withoutStatus !== undefined : kind.fixtures !== undefined;
    const guessed = kind.operations[verb].map(({ id, field }) => ({
      field,
      guess: low.find((one) => isAbout(one, ["kinds", kind.name, "operations", verb, id])),
    }));
    const isDoubtful = guessed.every(({ guess }) => guess !== undefined);
    // A wrong deletion leaves objects behind, so the question precedes the tests.
    const mayTest = !isTested && verb !== "delete" && guessed.length > 0;
    if (isNone || !isDoubtful || mayTest) return [];
    const [current] = guessed;
    const candidates = fieldsOf(schema, dialect, { kind, verb, current, isTested });
    if (!candidates.some(({ value }) => value !== current?.field)) return [];
    const text = questionAbout(verb, kind.name);
    const sets = { option: "operation", verb, kind: kind.name } as const;
    const kept = current === undefined ? {} : { current: current.field };
    return [{ text, sets, candidates, ...kept } satisfies Question];
  });
}

interface Doubt extends Pick<Asking, "isTested"> {
  readonly kind: KindDialect;
  readonly verb: GivenOperation["verb"];
  readonly current: { readonly field: string; readonly guess: Guess | undefined } | undefined;
}

function fieldsOf(
  schema: GraphQLSchema,
  dialect: Dialect,
  { kind, verb, current, isTested }: Doubt,
): readonly Candidate[] {
  const type = kind.type ?? kind.name;
  const others = dialect.kinds
    .map(({ name, type: other = name }) => other)
    .filter((other) => other !== type);
  const used = usedBy(dialect, verb);
  const fields = rootFields(rootFor(schema, verb)).filter(
    (field) =>
      (field.path === current?.field || !used.has(field.path)) &&
      // Without a status, a mutation of another type is no evidence that the kind has one.
      (verb !== "updateStatus" || kind.paths.status !== undefined || isOwn(field, type, others)),
  );
  const { alternatives = [] } = current?.guess ?? {};
  const ranking = { fields, others, first: alternatives };
  if (current === undefined) return rankedFor(type, ranking);
  return isTested
    ? rankedFor(type, { ...ranking, last: current.field })
    : rankedFor(type, { ...ranking, first: [current.field, ...alternatives] });
}

function usedBy({ kinds }: Dialect, except: GivenOperation["verb"]): ReadonlySet<string> {
  return new Set(
    kinds.flatMap(({ operations }) =>
      givenVerbs
        .filter((verb) => verb !== except)
        .flatMap((verb) => operations[verb].map(({ field }) => field)),
    ),
  );
}

interface Ranking {
  readonly fields: readonly RootField[];
  /** Paths of the likeliest fields. */
  readonly first: readonly string[];
  readonly last?: string;
  /** The types of the other kinds. None by default. */
  readonly others?: readonly string[];
}

/** Fields that return objects of the type, are named after it or take its keys come before others. */
function rankedFor(
  type: string,
  { fields, first, last, others = [] }: Ranking,
): readonly Candidate[] {
  const rank = (field: RootField): number => {
    const at = first.indexOf(field.path);
    if (at !== -1) return at;
    if (field.path === last) return fields.length;
    if (getNamedType(field.type).name === type) return first.length;
    return first.length + (isOwn(field, type, others) ? 1 : 2);
  };
  return fields
    .toSorted((left, right) => rank(left) - rank(right))
    .map((field) => ({ value: field.path, declared: signatureOf(field) }));
}

function isOwn(field: RootField, type: string, others: readonly string[]): boolean {
  const names = [type, ...others];
  // The index assigns every field to its only name, so it gets a name that no field contains.
  const index = new NameIndex([...names, " "]);
  return ownerOf(field, new Set(names), index) === type;
}

function signatureOf({ arguments: inputs, type }: RootField): string {
  const taken = inputs.map((input) => `${input.name}: ${input.type.toString()}`).join(", ");
  return `${taken === "" ? "" : `(${taken})`}: ${type.toString()}`;
}
