import { isJsonObject } from "#contract";
import type { JsonObject, ObjectKey, ResourceVersion } from "#contract";
import type { Exchange } from "#targets";
import { prepareDialect } from "#targets/graphql";
import type { ArgumentTree, Dialect, KindDialect } from "#targets/graphql";
import { isAboutCaller } from "../requests/caller-refusals.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import { textsOf } from "../requests/rejection-texts.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  send,
  withKind,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { withOperations } from "../requests/with-operations.ts";

type Arguments = Readonly<Record<string, ArgumentTree>>;

/** A write, and the argument that contains only the version. */
interface Writer {
  readonly verb: "update" | "updateStatus";
  readonly id: string;
  readonly argument: string;
}

/** Entity tags in HTTP are quoted strings, and weak ones have a prefix. */
const usualForms = ['W/"${resourceVersion}"', '"${resourceVersion}"'] as const;

/**
 * Finds arguments that take a version inside a longer string, such as `ifMatch: "W/\"7\""` for the version 7. A write
 * with the stored version must be rejected, and the same write with the string accepted.
 */
export async function learnVersionForms(
  start: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(start, name);
  const writers = kind === undefined ? [] : writersOf(kind);
  const fits = ({ argument }: Writer): boolean =>
    withForm(start, { name, argument, form: usualForms[0], shared }) !== undefined;
  const possible = writers.filter(fits);
  if (possible.length === 0) return start;
  const key = await onTrial(start, name, { shared, work: createOne });
  if (key === undefined) return start;
  const dialect = await withFormsOf(start, possible, { key, shared });
  await onTrial(dialect, name, { shared, work: (trial) => remove(trial, key) });
  return dialect;
}

function writersOf({ operations: { update, updateStatus } }: KindDialect): readonly Writer[] {
  return [
    ...update.map((one) => ({ ...one, verb: "update" }) as const),
    ...updateStatus.map((one) => ({ ...one, verb: "updateStatus" }) as const),
  ].flatMap(({ verb, id, arguments: tree }) =>
    bareNames(tree).map((argument) => ({ verb, id, argument })),
  );
}

/** Returns the names of the arguments and input fields that contain only the version. */
function bareNames(tree: JsonObject): readonly string[] {
  return Object.entries(tree).flatMap(([name, inner]) => {
    if (inner === "$resourceVersion") return [name];
    return isJsonObject(inner) ? bareNames(inner) : [];
  });
}

async function createOne(trial: Trial): Promise<ObjectKey | undefined> {
  const [spec = {}] = trial.kind.samples.specs;
  const key = newKey(trial);
  return isAccepted(await create(trial, key, spec)) ? key : undefined;
}

interface Place {
  readonly key: ObjectKey;
  readonly shared: Shared;
}

async function withFormsOf(
  start: Dialect,
  writers: readonly Writer[],
  place: Place,
): Promise<Dialect> {
  const decided = new Set<string>();
  let dialect = start;
  for (const writer of writers) {
    if (decided.has(writer.argument)) continue;
    const attempt = await attemptOf(dialect, writer, place);
    if (attempt === undefined) continue;
    const found = attempt.isAccepted
      ? dialect
      : await formFor(dialect, writer, { ...place, attempt });
    if (found !== undefined) decided.add(writer.argument);
    dialect = found ?? dialect;
  }
  return dialect;
}

interface Attempt {
  readonly exchange: Exchange;
  readonly isAccepted: boolean;
  readonly version: ResourceVersion;
}

/** Undefined if the write shows nothing about the version. */
function attemptOf(
  dialect: Dialect,
  writer: Writer,
  { key, shared }: Place,
): Promise<Attempt | undefined> {
  const work = async (trial: Trial): Promise<Attempt | undefined> => {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    const exchange = version && (await write(trial, writer, { key, version }));
    if (exchange === undefined || version === undefined) return undefined;
    const wasAccepted = isAccepted(exchange);
    const isRejected = exchange.outcome.result === "refused" && !isAboutCaller(exchange);
    return wasAccepted || isRejected ? { exchange, isAccepted: wasAccepted, version } : undefined;
  };
  return onTrial(dialect, key.kind, { shared, work });
}

async function write(
  trial: Trial,
  { verb, id }: Writer,
  { key, version }: { readonly key: ObjectKey; readonly version: ResourceVersion },
): Promise<Exchange | undefined> {
  const { samples, operations } = trial.kind;
  const [[spec], [status]] = [samples.specs, samples.statuses];
  if (verb === "update") {
    if (spec === undefined) return undefined;
    const command = { verb, identity: "author", via: id, key, spec } as const;
    return send(trial, { ...command, resourceVersion: version });
  }
  const via = operations.updateStatus.find((one) => one.id === id);
  if (via === undefined || status === undefined) return undefined;
  return writeStatus(trial, via, { key, status, version });
}

async function formFor(
  start: Dialect,
  writer: Writer,
  { attempt, ...place }: Place & { readonly attempt: Attempt },
): Promise<Dialect | undefined> {
  const { key, shared } = place;
  const { argument, verb, id } = writer;
  for (const form of new Set([...formsIn(attempt), ...usualForms])) {
    const dialect = withForm(start, { name: key.kind, argument, form, shared });
    const written = dialect && (await attemptOf(dialect, writer, place));
    if (written?.isAccepted !== true) continue;
    // The first rejection may have had a passing cause.
    const again = await attemptOf(start, writer, place);
    if (again?.isAccepted !== false) return start;
    const reason = `${argument} takes the version as ${form}; the version without this form was rejected`;
    shared.notes.note(["kinds", key.kind, "operations", verb, id, "arguments"], "high", reason);
    return dialect;
  }
  return undefined;
}

/** Maximum number of forms that are tried because a rejection contains them. */
const maxForms = 3;

/** Returns the words of the rejection that contain the version, such as the expected tag. */
function formsIn({ exchange, version }: Attempt): readonly string[] {
  return textsOf(exchange)
    .flatMap((text) => text.split(/[\s,;]+/u))
    .map((word) => word.replace(word.includes("(") ? /[.:!?]+$/u : /[.:!?)]+$/u, ""))
    .map((word) => word.split(version))
    .filter(isForm)
    .map((parts) => parts.join("${resourceVersion}"))
    .slice(0, maxForms);
}

/** Whether a word contains the version once, next to other characters, and not as a part of a longer number. */
function isForm([before, after, ...others]: readonly string[]): boolean {
  if (before === undefined || after === undefined || others.length > 0) return false;
  return `${before}${after}` !== "" && !/\d$/u.test(before) && !/^\d/u.test(after);
}

interface Formed {
  readonly name: string;
  readonly argument: string;
  readonly form: string;
  readonly shared: Shared;
}

/** Undefined if an argument with that name cannot contain a string. */
function withForm(start: Dialect, { name, argument, form, shared }: Formed): Dialect | undefined {
  const kind = kindNamed(start, name);
  if (kind === undefined) return undefined;
  const formed = withOperations(kind, ({ arguments: tree }) => formedIn(tree, argument, form));
  const dialect = withKind(start, formed);
  const problemsIn = (one: Dialect): number =>
    prepareDialect(shared.means.schema, one).problems.length;
  return problemsIn(dialect) > problemsIn(start) ? undefined : dialect;
}

function formedIn(tree: Arguments, argument: string, form: string): Arguments {
  return Object.fromEntries(
    Object.entries(tree).map(([name, inner]): [string, ArgumentTree] => {
      if (name === argument && inner === "$resourceVersion") return [name, form];
      return [name, isJsonObject(inner) ? formedIn(inner, argument, form) : inner];
    }),
  );
}
