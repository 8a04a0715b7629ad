import { existsSync } from "node:fs";
import { counted, describeKey, scaleLimits } from "#contract";
import type { ObjectKey } from "#contract";
import { cleanUp } from "#harness";
import type { CleanedUp, Removed } from "#harness";
import { makeVisible, shellWords } from "#reports";
import { TargetUnreachable } from "#targets";
import type { Target, TargetDescription } from "#targets";
import { loadDialect } from "#targets/dialect-file";
import { canonicalDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { configured } from "../config/configuration.ts";
import type { TypedOptions } from "../config/configuration.ts";
import { HarnessError, UsageError } from "../process/program-errors.ts";
import type { Ending } from "../process/exit-code.ts";
import type { DialectFile } from "../reach/connect-endpoint.ts";
import { readLeftovers } from "../reach/leftovers.ts";
import type { Leftovers } from "../reach/leftovers.ts";
import { recordPathOf } from "../output/record-files.ts";
import { sealIn } from "../output/seal.ts";
import { confirmWriting, isLoopback } from "../reach/confirm-writing.ts";
import { defaults } from "../options/option-defaults.ts";
import { readSettings } from "../options/read-settings.ts";
import type { RunSettings } from "../options/run-settings.ts";
import { stoppable } from "../process/stoppable.ts";
import type { World } from "../process/world.ts";
import { connectTarget } from "../reach/connect-target.ts";
import type { ConnectTargetOptions } from "../reach/connect-target.ts";

const maxNamed = 20;

/**
 * Deletes the orphaned objects of a run, according to its record. Idempotent.
 *
 * @throws UsageError when the record is unusable, or belongs to another endpoint or dialect.
 *
 * @throws HarnessError when an object could not be deleted.
 */
export async function cleanup(place: string, options: TypedOptions, world: World): Promise<Ending> {
  const path = recordPathOf(place);
  const left = existsSync(path) ? await readLeftovers(path, sealIn(world)) : undefined;
  if (left === undefined) {
    throw new UsageError(`no record at ${path}`, {
      fix: "Pass the run.ndjson of a run, or its folder.",
    });
  }
  if (left.doubtful.length > 0) world.err.write(describeDoubtful(left.doubtful));
  if (left.own.length === 0) {
    world.out.write(`run ${left.header.run} left nothing behind\n`);
    return { ending: "done" };
  }
  const { typed } = await configured(options, world);
  const recorded = left.header.target;
  const isSealed = left.sealed.length === left.own.length;
  if (!isSealed) checkForeign(left, options, typed);
  const endpoint = typed.endpoint ?? recorded.endpoint;
  const { protocol: name } = recorded;
  const protocol = name === defaults.protocol ? {} : { protocol: name };
  const dialect = typed.dialect ?? dialectFileOf(left, world);
  const file = dialect === undefined ? {} : { dialect };
  const settings = readSettings({ ...typed, endpoint, ...protocol, ...file }, world);
  const isNamed = options.given.has("endpoint") || options.given.has("kubeconfig");
  const isSure = settings.isSureToWrite && isNamed;
  await confirmRemoval(left, { endpoint, isSure, world, isSealed });
  return stoppable(world, {
    work: async (signal) => {
      const done = await removeAll({ left, settings, address: endpoint, signal }, world);
      const isCut = signal.aborted && done.some(({ removed }) => removed.kind === "left");
      if (!isCut) return tellDone(left, done, world);
      world.err.write(`${stopped}\n`);
      return { ending: "interrupted" };
    },
    message: stopped,
  });
}

/**
 * Checks the use of an untrusted record, which was modified, or written by another user or on another machine. The user
 * must name the endpoint that receives the credentials, and confirm that the objects in the record are to be deleted.
 */
function checkForeign(
  { header, own, sealed }: Leftovers,
  { typed: { unsealed }, given }: TypedOptions,
  { endpoint }: { readonly endpoint?: string },
): void {
  const what = `the record of run ${header.run} (${counted(own.length - sealed.length, "object")}) was modified, or written by another user or on another machine`;
  if (endpoint === undefined && !given.has("kubeconfig")) {
    throw new UsageError(`${what}: no credential was sent to the recorded endpoint`, {
      fix: "Check the record, then pass the endpoint with --endpoint and add --unsealed.",
    });
  }
  if (unsealed === true && (given.has("endpoint") || given.has("kubeconfig"))) return;
  throw new UsageError(`${what}; the objects may belong to another client`, {
    fix: "To delete them anyway, pass the endpoint with --endpoint on the command line and add --unsealed.",
  });
}

interface RemovalQuestion {
  readonly endpoint: string;
  readonly isSure: boolean;
  readonly world: World;
  readonly isSealed: boolean;
}

async function confirmRemoval(
  { own }: Leftovers,
  { endpoint, isSure, world, isSealed }: RemovalQuestion,
): Promise<void> {
  const isFar = !isLoopback(new URL(endpoint).hostname.toLowerCase());
  if (isSealed && !isFar) return;
  const named = own.slice(0, maxNamed).map((key) => `  ${describeKey(key)}`);
  const more = own.length > maxNamed ? [`  and ${own.length - maxNamed} more`] : [];
  world.err.write(
    [
      `objects to delete from ${makeVisible(endpoint)}:`,
      ...named.map(makeVisible),
      ...more,
      "",
    ].join("\n"),
  );
  const settings = { isSureToWrite: isSure };
  await confirmWriting({ endpoint }, { settings, world, instead: "leave them" });
}

const stopped = "interrupted: run the same command again to delete the remaining objects";

interface Removal {
  readonly left: Leftovers;
  readonly settings: RunSettings;
  readonly address: string;
  readonly signal: AbortSignal;
}

async function removeAll(
  { left, settings, address, signal }: Removal,
  world: World,
): Promise<readonly CleanedUp[]> {
  const suffixFor = (file?: { readonly dialect: Dialect }): string | undefined =>
    suffixIn(file?.dialect ?? canonicalDialect, left.names);
  const unserved = new Set<string>();
  const note = (name: string): void => void unserved.add(name);
  const dialect = dialectOf(left);
  const where = { settings, address, world, signal, suffixFor, unserved: note, ...dialect };
  await using target = await connectWithRetries(where);
  const { description } = target;
  checkSame("endpoint", left.header.target.endpoint, description.endpoint);
  checkSame("dialect", left.header.target.dialect, description.dialect);
  const gone = kindsGone(left, description, unserved);
  const isGone = ({ kind }: ObjectKey): boolean => gone.has(kind);
  const patienceMs = patienceOf(settings.timeFactor);
  const keys = left.own.filter((key) => !isGone(key));
  const done = await cleanUp({ target, keys, patienceMs, signal });
  return [...left.own.filter(isGone).map(withKind), ...done];
}

/** Returns the dialect file of the run. Dialects can specify commands, so the run's command must have its seal. */
function dialectFileOf({ header }: Leftovers, world: World): string | undefined {
  if (header.dialect !== undefined || sealIn(world)?.fitsCommand(header) !== true) return undefined;
  const words = shellWords(header.command);
  const at = words.indexOf("--dialect");
  return at === -1 ? undefined : words[at + 1];
}

/** Returns the dialect stored in the record, if the run had no dialect file. */
function dialectOf({ header, own, sealed }: Leftovers): { readonly dialect?: DialectFile } {
  const { dialect: text } = header;
  // Dialects can specify commands, so a dialect from an untrusted record is not used.
  if (text === undefined || sealed.length < own.length) return {};
  return { dialect: loadDialect("the dialect of the record", () => text) };
}

/**
 * Returns how long, in milliseconds, cleanup continues without deleting an object. Long enough for several requests to
 * a slow server.
 */
function patienceOf(timeFactor: number): number {
  return Math.max(minPatienceMs, 6 * scaleLimits(timeFactor).requestMs);
}

const minPatienceMs = 30_000;

function withKind(key: ObjectKey): CleanedUp {
  return { key, removed: { kind: "absent" } };
}

function suffixIn({ definitions }: Dialect, names: readonly string[]): string | undefined {
  const templates = [...(definitions?.objects ?? []), ...(definitions?.trials ?? [])];
  for (const { name: template } of templates) {
    const [before = "", after] = template.split("$suffix");
    const found = names.find(
      (name) => after !== undefined && name.startsWith(before) && name.endsWith(after),
    );
    if (found !== undefined) return found.slice(before.length, found.length - (after ?? "").length);
  }
  return undefined;
}

function checkSame(what: "endpoint" | "dialect", recorded: string, given: string): void {
  if (recorded === given) return;
  const fix = {
    endpoint: "Pass the record of a run on this endpoint, or the endpoint of the recorded run.",
    dialect: "Pass the same --dialect as the run.",
  };
  throw new UsageError(
    `the record is for the ${what} ${recorded}, not for ${given}: nothing was deleted`,
    { fix: fix[what] },
  );
}

/**
 * Finds the kinds of the run that the server no longer serves. `unserved` contains resource names and the record
 * contains kind names, so only their numbers can be compared.
 */
function kindsGone(
  { header, own }: Leftovers,
  { protocol, kinds }: TargetDescription,
  unserved: ReadonlySet<string>,
): ReadonlySet<string> {
  if (protocol !== "kubernetes") return new Set();
  const known = new Set(kinds.map(({ name }) => name));
  const unknown = header.target.kinds
    .map(({ name }) => name)
    .filter((name) => !known.has(name) && own.some(({ kind }) => kind === name));
  const args = new Set(header.command.split(" "));
  const isOfRun = (name: string): boolean => args.has("--kind-file") || args.has(name);
  if ([...unserved].filter(isOfRun).length >= unknown.length) return new Set(unknown);
  throw new UsageError(
    `the run selected the kind ${unknown[0] ?? ""} with --kind, but this command does not`,
    { fix: "Pass the same --kind options as the run." },
  );
}

function describeDoubtful(keys: readonly ObjectKey[]): string {
  const list = keys.map((key) => `  ${describeKey(key)}\n`).join("");
  return `not deleted, because the record does not show that the run created them:\n${list}`;
}

function tellDone({ header }: Leftovers, done: readonly CleanedUp[], world: World): Ending {
  const count = (kind: Removed["kind"]): number =>
    done.filter((one) => one.removed.kind === kind).length;
  const left = done.flatMap(({ key, removed: one }) =>
    one.kind === "left" ? [`  ${describeKey(key)}: ${one.reason}`] : [],
  );
  world.out.write(
    `run ${header.run} on ${header.target.endpoint}: ${count("removed")} deleted, ${count("absent")} already gone\n`,
  );
  if (left.length === 0) return { ending: "done" };
  const more = left.length > maxNamed ? [`  and ${left.length - maxNamed} more`] : [];
  throw new HarnessError(
    [
      `${counted(left.length, "object")} could not be deleted:`,
      ...left.slice(0, maxNamed),
      ...more,
    ],
    {
      fix: "Resolve the problem, or pass a credential with permission to delete, and run the command again.",
    },
  );
}

const growing = [1, 2, 4] as const;

/** Connects to the endpoint. After a timeout, retries with a longer one. */
async function connectWithRetries(options: Omit<ConnectTargetOptions, "limits">): Promise<Target> {
  const { timeFactor } = options.settings;
  let last: unknown;
  for (const factor of growing) {
    try {
      return await connectTarget({ ...options, limits: scaleLimits(timeFactor * factor) });
    } catch (error) {
      if (!(error instanceof TargetUnreachable) || !error.isTimeout) throw error;
      if (options.signal.aborted) throw error;
      last = error;
    }
  }
  throw last;
}
