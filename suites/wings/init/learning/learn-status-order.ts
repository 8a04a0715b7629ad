import type { Exchange } from "#targets";
import type { Dialect, KindDialect, StatusOperation } from "#targets/graphql";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";
import {
  create,
  isAccepted,
  kindNamed,
  newKey,
  objectIn,
  read,
  remove,
  whyNot,
  withKind,
  writePrior,
  writeStatus,
} from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";

/**
 * Finds the status mutations that new objects accept only after other status mutations, such as `reportDone` after
 * `reportStarted`. A new object must reject the sample that it accepts after the others. Mutations that need no others
 * come first, because the first mutation of a kind is its default.
 */
export async function learnStatusOrder(
  dialect: Dialect,
  name: string,
  shared: Shared,
): Promise<Dialect> {
  const kind = kindNamed(dialect, name);
  const isOrdered =
    kind !== undefined &&
    kind.operations.updateStatus.length > 1 &&
    kind.samples.statuses.length > 0 &&
    kind.operations.updateStatus.every(({ after }) => after === undefined);
  if (!isOrdered) return dialect;
  const found = await onTrial(dialect, name, { shared, work: ordered });
  return found === undefined ? dialect : withKind(dialect, found);
}

/** A mutation that rejected a sample for a new object. */
interface Blocked {
  readonly operation: StatusOperation;
  readonly why: string;
}

async function ordered(trial: Trial): Promise<KindDialect | undefined> {
  const { operations } = trial.kind;
  const free: StatusOperation[] = [];
  const blocked: Blocked[] = [];
  for (const operation of operations.updateStatus) {
    const written = await afterOthers(trial, operation, []);
    if (written !== undefined && isRejected(written)) {
      blocked.push({ operation, why: whyNot(written) });
    } else free.push(operation);
  }
  const updateStatus = [...free];
  let left: readonly Blocked[] = blocked;
  // A mutation may need one that is resolved only in a later round.
  for (let round = 0; round < blocked.length; round += 1) {
    const still: Blocked[] = [];
    for (const one of left) {
      const after = await prerequisitesOf(trial, one.operation, updateStatus);
      if (after === undefined) still.push(one);
      else {
        updateStatus.push({ ...one.operation, after });
        note(trial, one.operation, { after, why: one.why });
      }
    }
    if (still.length === left.length) break;
    left = still;
  }
  if (updateStatus.length === free.length) return undefined;
  const rest = left.map(({ operation }) => operation);
  return {
    ...trial.kind,
    operations: { ...operations, updateStatus: [...updateStatus, ...rest] },
  };
}

/** Reasons for which an endpoint rejects requests regardless of the object's status. */
const regardless: ReadonlySet<string> = new Set([
  "conflict",
  "forbidden",
  "notFound",
  "rateLimited",
  "unauthenticated",
]);

function isRejected({ outcome }: Exchange): boolean {
  return outcome.result === "refused" && !regardless.has(outcome.refusal.reason);
}

/** Returns the fewest of the mutations after which a mutation is accepted, in order. Undefined if there are none. */
async function prerequisitesOf(
  trial: Trial,
  operation: StatusOperation,
  accepted: readonly StatusOperation[],
): Promise<readonly string[] | undefined> {
  const isAcceptedAfter = async (others: readonly StatusOperation[]): Promise<boolean> => {
    const written = await afterOthers(trial, operation, inOrder(others));
    return written !== undefined && isAccepted(written);
  };
  for (const one of accepted) {
    if (await isAcceptedAfter([one])) return inOrder([one]);
  }
  if (accepted.length < 2 || !(await isAcceptedAfter(accepted))) return undefined;
  let needed = accepted;
  for (const one of accepted) {
    const fewer = needed.filter((other) => other !== one);
    if (await isAcceptedAfter(fewer)) needed = fewer;
  }
  return inOrder(needed);
}

/** Includes the prerequisites of each mutation, before it. */
function inOrder(operations: readonly StatusOperation[]): readonly string[] {
  return [...new Set(operations.flatMap(({ id, after = [] }) => [...after, id]))];
}

/** Writes the first sample to a new object, after other mutations. Undefined if one of them was not accepted. */
async function afterOthers(
  trial: Trial,
  operation: StatusOperation,
  after: readonly string[],
): Promise<Exchange | undefined> {
  const key = newKey(trial);
  const [spec = {}] = trial.kind.samples.specs;
  const [status = {}] = trial.kind.samples.statuses;
  if (!isAccepted(await create(trial, key, spec))) return undefined;
  try {
    if (!(await writePrior(trial, key, { after }))) return undefined;
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    return await writeStatus(trial, operation, { key, status, version });
  } finally {
    await remove(trial, key);
  }
}

function note(
  { kind, notes }: Trial,
  { id }: StatusOperation,
  { after, why }: { readonly after: readonly string[]; readonly why: string },
): void {
  const others = after.join(" and ");
  notes.note(
    ["kinds", kind.name, "operations", "updateStatus", id, "after"],
    "high",
    `a new object accepted ${id} only after ${others}: ${why}`,
  );
}
