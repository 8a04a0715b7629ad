import { getNamedType, isEnumType } from "graphql";
import type { GraphQLSchema } from "graphql";
import { contractSemantics, counted, isSemanticsName } from "#contract";
import { usualCredentials } from "#targets";
import type { KindSamples } from "#targets";
import { describedFeatures } from "#targets/graphql";
import type {
  BodyPath,
  Dialect,
  ErrorPaths,
  Hook,
  KindDialect,
  OutcomeMatcher,
} from "#targets/graphql";
import { flattened } from "../schema/flattened.ts";
import { inferKind } from "./infer-kind.ts";
import type { KindType } from "./kind-types.ts";
import { withoutOperators } from "./operator-suffixes.ts";
import { leveledSchema } from "../schema/nested-content.ts";
import type { LeveledSchema } from "../schema/nested-content.ts";
import { Notebook } from "../schema/notebook.ts";
import type { Guess } from "../schema/notebook.ts";
import { roleOf } from "../schema/role-words.ts";
import { withStatusParts } from "../schema/status-parts.ts";
import { surfaceOf } from "./surface.ts";
import type { Surface } from "./surface.ts";
import { givenSamples, isMeant, noHints } from "../schema/user-hints.ts";
import type { Hints } from "../schema/user-hints.ts";
import { usualNames } from "../schema/usual-namespaces.ts";

/** Information that the schema does not contain. Only the name is required. */
export interface InferenceOptions extends Partial<
  Pick<Dialect, "credentials" | "endpoint" | "identities">
> {
  readonly name: string;
  readonly namespaces?: readonly string[];
  readonly kinds?: readonly string[];
  /** Fields to ignore, by name or path. */
  readonly without?: readonly string[];
  readonly literals?: Readonly<Record<string, string>>;
  readonly samples?: Readonly<Record<string, Partial<KindSamples>>>;
  /** Hooks that create, change and delete objects if no mutation does. */
  readonly hook?: Hook;
  /** The fields that the user assigned to parts of objects and to operations. */
  readonly hints?: Hints;
}

/** A dialect derived from a schema, with the confidence of its entries. */
export interface Inference {
  readonly dialect: Dialect;
  readonly guesses: readonly Guess[];
}

/** Derives a dialect from a schema. Entries that cannot be derived get default values and a note. */
export function inferDialect(endpoint: GraphQLSchema, options: InferenceOptions): Inference {
  const { schema: named, restored } = withoutOperators(endpoint);
  const { schema, pathIn, membersIn } = leveledSchema(named);
  const notes = new Notebook();
  const { samples: given, hints = noHints } = options;
  const known = given === undefined ? hints : { ...hints, samples: given };
  const surface = surfaceOf(schema, options.without ?? [], known);
  const kinds = wantedKinds(surface, options).map((kind) => {
    const literal = options.literals?.[kind.name];
    const samples = givenSamples(known, kind.name);
    const kindOptions = {
      namespaces: options.namespaces ?? usualNames,
      ...(literal === undefined ? {} : { literal }),
      ...(samples === undefined ? {} : { samples }),
      ...(options.hook === undefined ? {} : { hook: options.hook }),
    };
    return withStatusParts(inferKind({ kind, surface, kindOptions, notes }), schema);
  });
  if (options.kinds === undefined && surface.kinds.length > maxKinds) {
    const reason = `only the first ${kinds.length} of ${counted(surface.kinds.length, "kind")} are described; select kinds with --kind`;
    notes.note(["kinds"], "low", reason);
  }
  const dialect = assembled(
    surface,
    kinds.map((kind) => restored(atOwnLevels(kind, { pathIn, membersIn }))),
    options,
  );
  noteRest(surface, dialect, notes);
  const guesses = notes.guesses.map((guess) => guessAtOwnLevels(guess, kinds, pathIn));
  return { dialect: { ...dialect, features: describedFeatures(dialect) }, guesses };
}

type PathIn = LeveledSchema["pathIn"];

function atOwnLevels(
  kind: KindDialect,
  { pathIn, membersIn }: Pick<LeveledSchema, "membersIn" | "pathIn">,
): KindDialect {
  const type = kind.type ?? kind.name;
  const { spec, status, ...parts } = kind.paths;
  const bodyIn = (body: BodyPath): BodyPath =>
    typeof body === "string"
      ? (membersIn(type, body) ?? pathIn(type, body))
      : Object.fromEntries(
          Object.entries(body).map(([member, path]) => [member, pathIn(type, path)]),
        );
  const { name, uid, resourceVersion, ...others } = parts;
  const rest = Object.entries(others).map(([part, path]) => [part, pathIn(type, path)]);
  return {
    ...kind,
    paths: {
      ...Object.fromEntries(rest),
      name: pathIn(type, name),
      uid: pathIn(type, uid),
      resourceVersion: pathIn(type, resourceVersion),
      ...(spec === undefined ? {} : { spec: bodyIn(spec) }),
      ...(status === undefined ? {} : { status: bodyIn(status) }),
    },
  };
}

function guessAtOwnLevels(guess: Guess, kinds: readonly KindDialect[], pathIn: PathIn): Guess {
  const [, name, part] = guess.path;
  const kind = kinds.find((one) => one.name === name);
  const { alternatives } = guess;
  if (kind === undefined || part !== "paths" || alternatives === undefined) return guess;
  const type = kind.type ?? kind.name;
  return { ...guess, alternatives: alternatives.map((path) => pathIn(type, path)) };
}

export interface DescribedKinds {
  readonly typed: readonly string[];
  readonly listed: readonly string[];
  readonly isGeneric: boolean;
}

export function describedKinds(endpoint: GraphQLSchema, options: InferenceOptions): DescribedKinds {
  const { schema } = leveledSchema(endpoint);
  const surface = surfaceOf(schema, options.without ?? [], options.hints);
  const generic = surface.kinds.find(({ isGeneric }) => isGeneric);
  return {
    typed: typedKinds(surface).map(({ name }) => name),
    listed: generic === undefined ? [] : listedKinds(generic).map(({ name }) => name),
    isGeneric: generic !== undefined,
  };
}

function typedKinds(surface: Surface): readonly KindType[] {
  return surface.kinds.filter(
    (kind) =>
      !kind.isGeneric &&
      (kind.paths.status !== undefined ||
        surface.mutationsOf(kind.name).some((one) => one.kind !== undefined)),
  );
}

function wantedKinds(surface: Surface, { kinds: wanted }: InferenceOptions): readonly KindType[] {
  const typed = typedKinds(surface);
  const generic = surface.kinds.find(({ isGeneric }) => isGeneric);
  if (wanted === undefined) {
    return bounded(typed.length > 0 || generic === undefined ? typed : listedKinds(generic));
  }
  return wanted.flatMap((name) => {
    const own =
      typed.find((kind) => kind.name === name) ?? typed.find((kind) => isMeant(kind.name, name));
    if (own !== undefined) return [own];
    return generic === undefined ? [] : [{ ...generic, name }];
  });
}

function listedKinds(generic: KindType): readonly KindType[] {
  const words = generic.reads
    .flatMap(({ arguments: inputs }) => flattened(inputs))
    .filter(({ name }) => roleOf(name) === "kind")
    .map(({ type }) => getNamedType(type))
    .flatMap((type) => (isEnumType(type) ? type.getValues().map(({ name }) => name) : []));
  return [...new Set(words)].map((name) => ({ ...generic, name }));
}

/** Limits the number of kinds if the user specifies none, because testing a kind takes seconds. */
const maxKinds = 500;

/** Prefers kinds with a status, because runs test statuses. */
function bounded(kinds: readonly KindType[]): readonly KindType[] {
  if (kinds.length <= maxKinds) return kinds;
  const ranked = [...kinds.filter(hasStatus), ...kinds.filter((kind) => !hasStatus(kind))];
  return ranked.slice(0, maxKinds);
}

function hasStatus({ paths, anatomy }: KindType): boolean {
  return paths.status !== undefined || (anatomy?.status.length ?? 0) > 0;
}

/** Returns the initial dialect: addresses, credentials and defaults, but no kinds. */
export function startingDialect(options: InferenceOptions): Dialect {
  const { name, endpoint, identities = {} } = options;
  const {
    crossWrite,
    precondition,
    omittedMembers,
    nullMembers,
    noOp,
    deletedEvent,
    staleAndInvalid,
  } = contractSemantics;
  const semantics = {
    crossWrite,
    precondition,
    omittedMembers,
    nullMembers,
    noOp,
    deletedEvent,
    staleAndInvalid,
  };
  return {
    name,
    ...(endpoint === undefined ? {} : { endpoint }),
    credentials: options.credentials ?? usualCredentials,
    identities: { ...identities, anonymous: identities.anonymous ?? { kind: "none" } },
    outcomes: usualOutcomes,
    errors: usualErrors,
    features: [],
    semantics,
    guessedSemantics: Object.keys(semantics).filter(isSemanticsName),
    kinds: [],
  };
}

function assembled(
  { conflicts }: Surface,
  kinds: readonly KindDialect[],
  options: InferenceOptions,
): Dialect {
  const start = startingDialect(options);
  const hasCursor = kinds.some(({ operations }) =>
    operations.watch.some(({ cursor }) => cursor !== undefined),
  );
  const isOnSocket =
    options.endpoint?.queries?.protocol === "socket" ||
    kinds.some(({ operations }) => operations.watch.length > 0);
  const { socket: _, ...http } = start.credentials;
  return {
    ...start,
    credentials: isOnSocket ? start.credentials : http,
    outcomes: [...conflicts, ...start.outcomes],
    semantics: { ...start.semantics, ...(hasCursor ? { cursor: "ofEvent" } : {}) },
    kinds,
  };
}

function noteRest({ conflicts }: Surface, dialect: Dialect, notes: Notebook): void {
  conflicts.forEach((_, index) => {
    notes.note(["outcomes", String(index)], "high", "the payload types of mutations declare it");
  });
  notes.note(
    ["outcomes"],
    "low",
    "the schema does not declare how to distinguish errors; these codes are conventional",
  );
  notes.note(["errors"], "low", "the schema does not declare the contents of errors");
  notes.note(["credentials"], "low", "the schema does not declare where credentials are sent");
  notes.note(["identities"], "low", "set a credential for each role, or state why there is none");
  notes.note(
    ["semantics"],
    "low",
    "not declared in the schema; defaults to the values in the contract",
  );
  if (dialect.semantics.cursor === "ofEvent") {
    notes.note(
      ["semantics", "cursor"],
      "high",
      "events contain a cursor in addition to their version",
    );
  }
  notes.note(["features"], "medium", "inferred from the operations of the kinds");
}

/** The standard matchers for rejected requests. Codes are tried before HTTP statuses. */
const usualOutcomes: readonly OutcomeMatcher[] = [
  { reason: "unauthenticated", code: "UNAUTHENTICATED" },
  { reason: "forbidden", code: "FORBIDDEN" },
  { reason: "notFound", code: "NOT_FOUND" },
  { reason: "alreadyExists", code: "ALREADY_EXISTS" },
  { reason: "conflict", code: "CONFLICT" },
  { reason: "invalid", code: "INVALID" },
  { reason: "invalid", code: "BAD_USER_INPUT" },
  { reason: "invalid", code: "GRAPHQL_VALIDATION_FAILED" },
  { reason: "expired", code: "EXPIRED" },
  { reason: "rateLimited", code: "RATE_LIMITED" },
  { reason: "internal", code: "INTERNAL" },
  { reason: "notFound", nullResult: true, verbs: ["read"] },
  { reason: "unauthenticated", http: 401 },
  { reason: "forbidden", http: 403 },
  { reason: "rateLimited", http: 429 },
  { reason: "invalid", http: 422 },
  { reason: "unauthenticated", closeCode: 4401 },
  { reason: "forbidden", closeCode: 4403 },
  // JavaScript servers return these messages for values that do not match the types of the schema.
  { reason: "invalid", message: '^(Variable "\\$|Field ".*" of required type|Unknown argument)' },
];

const usualErrors: ErrorPaths = {
  code: "extensions.code",
  currentResourceVersion: "extensions.currentResourceVersion",
  retryAfterSeconds: "extensions.retryAfterSeconds",
  causes: { list: "extensions.causes", reason: "reason", field: "field", message: "message" },
};
