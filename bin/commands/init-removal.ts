import type { Limits, ObjectKey } from "#contract";
import { cleanUp } from "#harness";
import { quoteForShell } from "#reports";
import type { Target } from "#targets";
import type { Dialect } from "#targets/graphql";
import { agreeing, suiteCommand } from "#contract";
import type { InitLedger } from "../output/init-ledger.ts";
import type { World } from "../process/world.ts";
import type { InitSettings } from "./init-settings.ts";

/**
 * Returns the path of the ledger, which is stored next to the dialect. The file name contains the run ID, so that the
 * ledger never overwrites another file.
 */
export function ledgerPathFor({ output }: Pick<InitSettings, "output">, run: string): string {
  return `${output === "-" ? "conformance-init" : output}.${run}.ndjson`;
}

export interface TrialRemoval {
  readonly reachBy: (dialect: Dialect, signal: AbortSignal) => Promise<Target>;
  readonly limits: Pick<Limits, "cleanupMs">;
  readonly world: Pick<World, "err">;
}

/**
 * Removes the objects that a probe of the dialect created, even after an error. If some remain, prints the command that
 * removes them. Never rejects.
 */
export async function removeTrialObjects(ledger: InitLedger, removal: TrialRemoval): Promise<void> {
  const { world } = removal;
  await removeLeft(ledger, removal).catch(() => undefined);
  const { left } = ledger;
  if (left === undefined) return;
  const path = quoteForShell(ledger.path);
  const isLasting = ({ kind }: ObjectKey): boolean => !canDelete(left.dialect, kind);
  const lasting = left.keys.filter(isLasting);
  const kinds = [...new Set(lasting.map(({ kind }) => kind))].join(" or ");
  const others = left.keys.length - lasting.length;
  if (lasting.length > 0) {
    world.err.write(
      `${leftBehind(lasting.length)}, because no operation deletes a ${kinds}; ${path} lists their names\n`,
    );
  }
  if (others > 0) {
    world.err.write(`${leftBehind(others)}; clean up with ${suiteCommand} cleanup ${path}\n`);
  }
}

function leftBehind(count: number): string {
  return `${count} ${agreeing(count, "object was", "objects were")} left behind`;
}

function canDelete({ kinds }: Dialect, name: string): boolean {
  const kind = kinds.find((one) => one.name === name);
  return (kind?.operations.delete.length ?? 0) > 0 || kind?.fixtures?.delete !== undefined;
}

/** Removes the remaining objects. Aborting the trial must not stop this cleanup. */
async function removeLeft(ledger: InitLedger, { reachBy, limits }: TrialRemoval): Promise<void> {
  const { left } = ledger;
  if (left === undefined) return;
  const { cleanupMs: patienceMs } = limits;
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), 2 * patienceMs);
  try {
    await using target = await reachBy(left.dialect, stop.signal);
    const { signal } = stop;
    const done = await cleanUp({ target, keys: left.keys, patienceMs, signal });
    for (const { key, removed } of done) if (removed.kind !== "left") ledger.removed(key);
  } finally {
    clearTimeout(timer);
  }
}
