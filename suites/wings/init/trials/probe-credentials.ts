import type { GraphQLSchema } from "graphql";
import { isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import { usualCredentials } from "#targets";
import type { CredentialPlaces, Exchange } from "#targets";
import type { AnyOperation, Dialect, KindDialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { onTrial } from "../requests/on-trial.ts";
import { isAboutSample, repaired, repairFor } from "../requests/repair-samples.ts";
import type { Shared } from "../requests/on-trial.ts";
import type { Guess } from "../schema/notebook.ts";
import { create, isAccepted, newKey, remove, send } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { withOperations } from "../requests/with-operations.ts";

type Header = CredentialPlaces["http"];

/**
 * Other common ways to send a credential, as in Django REST framework, django-graphql-jwt, and API gateways. Headers
 * that the endpoint's messages or descriptions mention are tried first.
 */
const otherHeaders: readonly Header[] = [
  { header: "Authorization", format: "$credential" },
  { header: "Authorization", format: "Token $credential" },
  { header: "Authorization", format: "JWT $credential" },
  { header: "X-API-Key", format: "$credential" },
  { header: "X-Auth-Token", format: "$credential" },
  { header: "X-Access-Token", format: "$credential" },
  { header: "Api-Key", format: "$credential" },
];

/**
 * Tries other headers if the author is rejected exactly like a caller without a credential, and uses the first one that
 * changes the response. Does nothing if the user specified how to send the credential.
 */
export async function learnCredentials(dialect: Dialect, shared: Shared): Promise<Dialect> {
  const kind = dialect.kinds.find(
    ({ operations, samples }) => operations.create.length > 0 && samples.specs.length > 0,
  );
  if (kind === undefined || !jsonEquals(dialect.credentials.http, usualCredentials.http))
    return dialect;
  const tried = (one: Dialect): Promise<Attempt | undefined> =>
    onTrial(one, kind.name, { shared, work: attempt });
  const first = await tried(dialect);
  if (first?.ignored === undefined) return dialect;
  const argument = credentialArgument(kind);
  const moved = argument === undefined ? undefined : withCredentialArgument(dialect, argument);
  const accepted = moved && (await tried(moved));
  if (moved !== undefined && accepted !== undefined && accepted.ignored === undefined) {
    const reason = `requests were rejected as unauthenticated until the argument ${argument} contained it`;
    shared.notes.note(["credentials"], "high", reason);
    dropNotes(moved, shared);
    return moved;
  }
  const texts = [first.ignored, ...descriptionsIn(shared.means.schema)];
  for (const credentials of otherCredentials(dialect.credentials, texts)) {
    const changed = { ...dialect, credentials };
    const next = await tried(changed);
    if (next === undefined || next.ignored !== undefined) continue;
    const { http } = credentials;
    const reason = `requests were rejected as unauthenticated until they contained the header ${http.header}: ${http.format}`;
    shared.notes.note(["credentials"], "high", reason);
    return changed;
  }
  shared.notes.add({
    path: ["credentials"],
    confidence: "low",
    ...statementOf(first, argument),
  });
  return dialect;
}

/** States what the rejections show, and where the credential may belong. */
function statementOf(
  { ignored = "", isAboutCaller: isOfCaller = false }: Attempt,
  argument: string | undefined,
): Pick<Guess, "isElsewhere" | "reason"> {
  const alike = "the author was rejected like a caller without a credential";
  if (argument !== undefined) {
    return {
      reason: `${alike}, in a header as well as in the argument ${argument}; check the credential`,
      isElsewhere: true,
    };
  }
  return {
    reason: isOfCaller
      ? `${alike}; pass --header`
      : `a caller without a credential was rejected with the same error as the author (${ignored}), so the tests do not show whether the credential was received`,
  };
}

/** Drops the notes on constants that the credential has replaced. */
function dropNotes({ kinds }: Dialect, { notes }: Shared): void {
  const places = kinds.flatMap(({ name, operations }) =>
    Object.entries({ ...operations }).flatMap(([verb, all]: [string, readonly AnyOperation[]]) =>
      all.map((one) => ({ at: ["kinds", name, "operations", verb, one.id, "arguments"], one })),
    ),
  );
  for (const { at, one } of places) {
    for (const path of credentialPaths(one.arguments)) notes.drop([...at, ...path]);
  }
}

function credentialPaths(tree: JsonObject): readonly (readonly string[])[] {
  return Object.entries(tree).flatMap(([name, value]) => {
    if (value === "$credential") return [[name]];
    return isJsonObject(value) ? credentialPaths(value).map((path) => [name, ...path]) : [];
  });
}

/** Sends the credential of each role as an argument, in each operation that has sent a constant there. */
function withCredentialArgument(dialect: Dialect, argument: string): Dialect {
  const moved = (tree: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(tree).map(([name, value]): [string, JsonValue] => {
        if (name === argument && isConstant(value)) return [name, "$credential"];
        return [name, isJsonObject(value) ? moved(value) : value];
      }),
    );
  const kinds = dialect.kinds.map((kind) =>
    withOperations(kind, (operation) => moved(operation.arguments)),
  );
  const { socket: _socket, ...credentials } = dialect.credentials;
  return { ...dialect, credentials: { ...credentials, isInArguments: true }, kinds };
}

function isConstant(value: JsonValue | undefined): boolean {
  return typeof value === "string" && !value.startsWith("$");
}

/** Finds an argument that is named like a credential and that every operation sends as the same constant. */
function credentialArgument({ operations }: KindDialect): string | undefined {
  const all = Object.values(operations).flat();
  const [first] = operations.create;
  return Object.keys(first?.arguments ?? {}).find(
    (name) =>
      credentialName.test(name) && all.every(({ arguments: tree }) => isConstant(tree[name])),
  );
}

const credentialName =
  /^(?:auth|authorization|credentials?|jwt|session_?id|(?:\w+_?)?(?:api_?key|password|secret|session|token))$/iu;

function descriptionsIn(schema: GraphQLSchema): readonly string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return [schema, ...roots].flatMap((one) => one?.description ?? []);
}

interface Attempt {
  /** The message of a rejection that the author and a caller without a credential received. */
  readonly ignored?: string;
  /** Whether the rejection concerns the caller. */
  readonly isAboutCaller?: boolean;
}

/**
 * Sends a create request as the author. If that is rejected, sends it without a credential. GraphQL validates variables
 * before a server authenticates the caller, so a sample is repaired first.
 */
async function attempt(trial: Trial): Promise<Attempt> {
  const key = newKey(trial);
  let [spec = {}] = trial.kind.samples.specs;
  for (let round = 0; round < maxRepairs; round += 1) {
    const own = await create(trial, key, spec);
    if (isAccepted(own)) {
      await remove(trial, key);
      return {};
    }
    const repair = repairFor(own, spec);
    if (repair === undefined) {
      return isAboutSample(own, spec) ? {} : await withoutCredential(trial, own, { key, spec });
    }
    [spec = {}] = repaired([spec], repair);
  }
  return {};
}

const maxRepairs = 6;

async function withoutCredential(
  trial: Trial,
  own: Exchange,
  { key, spec }: { readonly key: ObjectKey; readonly spec: JsonObject },
): Promise<Attempt> {
  const other = await send(trial, { verb: "create", identity: "anonymous", key, spec });
  return isSame(own, other) && own.outcome.result === "refused"
    ? { ignored: own.outcome.refusal.message, isAboutCaller: isAboutCaller(own) }
    : {};
}

function isSame({ outcome: own, reply: ownReply }: Exchange, other: Exchange): boolean {
  const { outcome, reply } = other;
  if (own.result !== "refused" || outcome.result !== "refused") return false;
  return (
    own.refusal.message === outcome.refusal.message &&
    own.refusal.code === outcome.refusal.code &&
    ownReply?.status === reply?.status &&
    jsonEquals(dataOf(ownReply?.body), dataOf(reply?.body))
  );
}

/** Rejections may be returned as data. */
function dataOf(body: JsonValue | undefined): JsonValue {
  return isJsonObject(body) ? (body["data"] ?? null) : null;
}

/**
 * Returns other ways to send a credential: first headers that texts of the endpoint mention, then common ones. Empty if
 * the user specified the header.
 */
export function otherCredentials(
  credentials: CredentialPlaces,
  texts: readonly string[],
): readonly CredentialPlaces[] {
  if (!jsonEquals(credentials.http, usualCredentials.http)) return [];
  return [...headersNamedIn(texts), ...otherHeaders].map((http) => withHeader(credentials, http));
}

function withHeader(credentials: CredentialPlaces, http: Header): CredentialPlaces {
  const { socket } = credentials;
  const { name, format } = usualCredentials.socket;
  const changed = socket && {
    ...socket,
    name: socket.name === name ? http.header : socket.name,
    format: socket.format === format ? http.format : socket.format,
  };
  return { ...credentials, http, ...(changed && { socket: changed }) };
}

/** Limits the number of requests that a long text can cause. */
const mostHeaders = 8;

/**
 * Derives the headers that may contain a credential from texts of the endpoint: `X-Ops-Key` from "the X-Ops-Key header
 * is missing" as well as from "present a valid ops key".
 */
export function headersNamedIn(texts: readonly string[]): readonly Header[] {
  const names = texts.flatMap((text) => [...spelledIn(text), ...describedIn(text)]);
  const distinct = new Map(names.map((name) => [name.toLowerCase(), name]));
  return [...distinct.values()]
    .slice(0, mostHeaders)
    .map((header) => ({ header, format: "$credential" }));
}

/** Returns the words that have the form of a header name, such as `x-ops-key`. */
function spelledIn(text: string): readonly string[] {
  const words = text.match(/(?<![\w./-])[a-z][a-z\d]*(?:-[a-z\d]+)+(?![\w./-]*[\w/])/giu) ?? [];
  return words.filter((word) => /^x-/iu.test(word) || credentialWord.test(word));
}

/**
 * Returns header names for the credentials that a text mentions: `X-Ops-Key` and `Ops-Key` for "ops key" and `opsKey`.
 */
function describedIn(text: string): readonly string[] {
  const spaced = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, " ");
  return [...spaced.matchAll(described)].flatMap(({ groups }) => {
    const { owner = "", noun = "" } = groups ?? {};
    if (fillers.has(owner.toLowerCase())) return [`X-${capitalized(noun)}`];
    const name = `${capitalized(owner)}-${capitalized(noun)}`;
    return [`X-${name}`, name];
  });
}

const credentialWord = /(?:auth|credential|key|secret|session|token)/iu;

const described = /(?<![\w./-])(?<owner>[a-z][a-z\d]*) (?<noun>credential|key|secret|token)\b/giu;

/** Words before a credential that are not part of its name. */
const fillers: ReadonlySet<string> = new Set([
  "a",
  "an",
  "bad",
  "bearer",
  "expired",
  "invalid",
  "missing",
  "no",
  "of",
  "or",
  "the",
  "this",
  "unknown",
  "valid",
  "without",
  "wrong",
  "your",
]);

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}
