import { existsSync } from "node:fs";
import { describeKey, scaleLimits } from "#contract";
import type { ObjectKey } from "#contract";
import { cleanUp } from "#harness";
import type { CleanedUp, Removed } from "#harness";
import type { TargetDescription } from "#targets";
import { canonicalDialect } from "#targets/graphql";
import type { Dialect } from "#targets/graphql";
import { configured } from "../config/configuration.ts";
import type { TypedOptions } from "../config/configuration.ts";
import { HarnessError, UsageError } from "../errors.ts";
import type { Ending } from "../exit-code.ts";
import { readLeftovers } from "../reach/leftovers.ts";
import type { Leftovers } from "../reach/leftovers.ts";
import { recordPathOf } from "../output/load-record.ts";
import { reach } from "../reach/reach.ts";
import { readSettings } from "../options/read-settings.ts";
import type { RunSettings } from "../options/run-settings.ts";
import type { World } from "../world.ts";

/** How many objects are named that could not be removed. */
const mostNamed = 20;

/**
 * Removes what a run has left behind, as its record says, and says what it did. Doing it again is harmless.
 *
 * @throws UsageError when the record cannot be used, or is of another endpoint or dialect.
 * @throws HarnessError when something could not be removed.
 */
export async function cleanup(place: string, options: TypedOptions, world: World): Promise<Ending> {
  const path = recordPathOf(place);
  const left = existsSync(path) ? await readLeftovers(path) : undefined;
  if (left === undefined) {
    throw new UsageError(`there is no record at ${path}`, {
      mend: "Name the run.ndjson of a run, or the folder that it is in.",
    });
  }
  if (left.doubtful.length > 0) world.err.write(describeDoubtful(left.doubtful));
  if (left.own.length === 0) {
    world.out.write(`run ${left.header.run} has left nothing behind\n`);
    return { ending: "done" };
  }
  const { typed } = await configured(options, world);
  const recorded = left.header.target;
  const endpoint = typed.endpoint ?? recorded.endpoint;
  const protocol = recorded.protocol === "kubernetes" ? { protocol: "kubernetes" } : {};
  const settings = readSettings({ ...typed, endpoint, ...protocol }, world);
  const done = await removeAll({ left, settings, address: endpoint }, world);
  return tellDone(left, done, world);
}

interface Removal {
  readonly left: Leftovers;
  readonly settings: RunSettings;
  readonly address: string;
}

async function removeAll(
  { left, settings, address }: Removal,
  world: World,
): Promise<readonly CleanedUp[]> {
  const limits = scaleLimits(settings.timeFactor);
  using interruption = world.listen();
  const { signal } = interruption;
  const suffixFor = (file?: { readonly dialect: Dialect }): string | undefined =>
    suffixIn(file?.dialect ?? canonicalDialect, left.names);
  await using target = await reach({ settings, address, limits, world, signal, suffixFor });
  const { description } = target;
  checkSame("endpoint", left.header.target.endpoint, description.endpoint);
  checkSame("dialect", left.header.target.dialect, description.dialect);
  checkKinds(left, description);
  const isServed = ({ kind }: ObjectKey): boolean =>
    description.kinds.some(({ name }) => name === kind);
  const keys = {
    first: left.own.filter(isServed),
    last: left.own.filter((key) => !isServed(key)),
  };
  return withoutUndefined(await cleanUp(target, keys, signal), description);
}

/** The objects of a kind go with its definition, and then cannot even be asked for. */
function withoutUndefined(
  done: readonly CleanedUp[],
  { kinds }: TargetDescription,
): readonly CleanedUp[] {
  const runtime = new Set(kinds.filter(({ isRuntime }) => isRuntime).map(({ name }) => name));
  const known = new Set(kinds.map(({ name }) => name));
  const isDefinitionLeft = done.some(
    ({ key, removed }) => !known.has(key.kind) && removed.kind === "left",
  );
  if (isDefinitionLeft) return done;
  return done.map((one) =>
    one.removed.kind === "left" && runtime.has(one.key.kind)
      ? { ...one, removed: { kind: "absent" } }
      : one,
  );
}

/** The letters of the run in the names of its definitions. */
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
  const mend = {
    endpoint: "Name the record of a run on this endpoint, or give the endpoint of the run.",
    dialect: "Give the --dialect that the run had.",
  };
  throw new UsageError(
    `the record is of the ${what} ${recorded}, and not of ${given}: nothing was removed`,
    { mend: mend[what] },
  );
}

/** Kinds that a user named are not known without the names. */
function checkKinds({ header, own }: Leftovers, { protocol, kinds }: TargetDescription): void {
  if (protocol !== "kubernetes") return;
  const unknown = header.target.kinds.find(
    ({ name }) =>
      kinds.every((kind) => kind.name !== name) && own.some(({ kind }) => kind === name),
  );
  if (unknown === undefined) return;
  throw new UsageError(`the record is of a run with --kind: ${unknown.name} is not known here`, {
    mend: "Give every --kind that the run had.",
  });
}

function describeDoubtful(keys: readonly ObjectKey[]): string {
  const list = keys.map((key) => `  ${describeKey(key)}\n`).join("");
  return `left alone, because the record does not show that the run created them:\n${list}`;
}

function tellDone({ header }: Leftovers, done: readonly CleanedUp[], world: World): Ending {
  const count = (kind: Removed["kind"]): number =>
    done.filter((one) => one.removed.kind === kind).length;
  const left = done.flatMap(({ key, removed: one }) =>
    one.kind === "left" ? [`  ${describeKey(key)}: ${one.reason}`] : [],
  );
  world.out.write(
    `run ${header.run} on ${header.target.endpoint}: ${count("removed")} removed, ${count("absent")} gone before\n`,
  );
  if (left.length === 0) return { ending: "done" };
  const more = left.length > mostNamed ? [`  and ${left.length - mostNamed} more`] : [];
  throw new HarnessError(
    [`${left.length} objects could not be removed:`, ...left.slice(0, mostNamed), ...more].join(
      "\n",
    ),
    { mend: "Remove what is in the way, or give a credential that may delete, and do it again." },
  );
}
