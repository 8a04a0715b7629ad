import { keyOf } from "#contract";
import type {
  IdentityName,
  JsonObject,
  Outcome,
  ReadCommand,
  Resource,
  UpdateStatusCommand,
} from "#contract";
import type { KindDescription, StatusMode, Target } from "#targets";
import { composeStatus, statusToSend } from "./compose-status.ts";
import type { StagedChanges, StagedStatus } from "./staged-status.ts";
import { StatusNotWritten } from "./status-not-written.ts";
import { correctStatusRules } from "./flush-rules.ts";
import type { StatusRules } from "./flush-rules.ts";

/** The endpoint, identity and rules of a status writer. */
export interface StatusWriting {
  readonly target: Pick<Target, "description" | "execute">;
  readonly identity?: IdentityName;
  /** The field manager. None by default. */
  readonly fieldManager?: string;
  readonly now: () => Date;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive), for the jitter that separates competing writers. */
  readonly random: () => number;
  /** Waits. Returns early when the signal aborts. */
  readonly wait: (pauseMs: number, signal: AbortSignal) => Promise<void>;
  readonly rules?: StatusRules;
}

/**
 * The result of a flush. `unchanged`: the stored status is current, and nothing was sent. `superseded`: the status
 * already reports a newer generation. `gone`: the object, or its incarnation, no longer exists.
 */
export type Flush =
  | { readonly flush: "written"; readonly object: Resource; readonly attempts: number }
  | { readonly flush: "unchanged" | "superseded" | "gone"; readonly attempts: number };

interface Flushing {
  readonly writing: StatusWriting;
  readonly rules: StatusRules;
  readonly started: Resource;
  readonly signal: AbortSignal;
}

/**
 * Writes all staged changes in one request. Sends none if nothing differs. After a conflict, reads the object again and
 * merges the staged changes into its current status, so that fields of other writers are kept.
 *
 * @throws StatusNotWritten if the status could not be stored, even after the last retry.
 */
export async function flushStatus(
  staged: StagedStatus,
  writing: StatusWriting,
  signal: AbortSignal,
): Promise<Flush> {
  const rules = writing.rules ?? correctStatusRules;
  const flushing: Flushing = { writing, rules, started: staged.object, signal };
  let changes = staged.changes();
  let current = staged.object;
  for (let attempts = 0; ;) {
    const wanted = compose(changes, current, flushing);
    if (wanted === undefined) return { flush: "superseded", attempts };
    if (!rules.needsWrite(current.status, wanted)) return { flush: "unchanged", attempts };
    const outcome = await send(current, wanted, flushing);
    attempts += 1;
    const step = rules.nextStep(outcome);
    const failure = new StatusNotWritten(keyOf(current), { outcome, attempts });
    if (step.next === "end") {
      return { flush: "written", object: writtenBy(outcome) ?? current, attempts };
    }
    if (step.next === "forget") return { flush: "gone", attempts };
    if (step.next === "fail" || attempts >= rules.attempts) throw failure;
    if (step.next === "wait") {
      await writing.wait(step.pauseMs, signal);
      continue;
    }
    await writing.wait(rules.pauseMs(attempts, writing.random()), signal);
    const reread = await read(current, flushing);
    if (reread === undefined) return { flush: "gone", attempts };
    if (rules.lostClaims(changes, { started: staged.object, current: reread }).length > 0) {
      throw failure;
    }
    current = reread;
    changes = rules.afterConflict(changes);
  }
}

/**
 * Returns undefined if the stored status already reports a newer generation than the one that this reconcile observed.
 */
function compose(
  changes: StagedChanges,
  current: Resource,
  { writing, rules, started }: Flushing,
): JsonObject | undefined {
  const observes = writing.target.description.features.includes("status.observedGeneration");
  const snapshots = { started, current };
  if (observes && rules.isSuperseded(snapshots)) return undefined;
  const now = writing.now().toISOString();
  return composeStatus({ changes, snapshots, rules, observes, now });
}

async function send(
  current: Resource,
  wanted: JsonObject,
  { writing, rules, started, signal }: Flushing,
): Promise<Outcome> {
  const { target, identity = "controller", fieldManager } = writing;
  const { via, mode } = mutationFor(target.description.kinds, current.kind);
  const resourceVersion = rules.precondition({ started, current });
  const { uid } = current.metadata;
  const command: UpdateStatusCommand = {
    verb: "updateStatus",
    identity,
    ...(via === undefined ? {} : { via }),
    key: keyOf(current),
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
    ...(target.description.features.includes("precondition.uid") ? { uid } : {}),
    status: statusToSend(current.status, wanted, mode),
    ...(fieldManager === undefined ? {} : { options: { fieldManager } }),
  };
  const { outcome } = await target.execute(command, signal);
  return outcome;
}

/** Prefers every other mutation to an apply, because an apply removes omitted fields. */
function mutationFor(
  kinds: readonly KindDescription[],
  name: string,
): { readonly via?: string; readonly mode: StatusMode } {
  const kind = kinds.find((known) => known.name === name);
  const via = kind?.operations.updateStatus.find((id) => kind.statusModes[id] !== "apply");
  if (kind === undefined || via === undefined) return { mode: "replace" };
  return { via, mode: kind.statusModes[via] ?? "replace" };
}

/** Reads the current object. Returns undefined if the object, or its incarnation, no longer exists. */
async function read(
  current: Resource,
  { writing, rules, started, signal }: Flushing,
): Promise<Resource | undefined> {
  const { target, identity = "controller" } = writing;
  const command: ReadCommand = { verb: "read", identity, key: keyOf(current) };
  const { outcome } = await target.execute(command, signal);
  if (outcome.result === "object") {
    return rules.isSameObject({ started, current: outcome.object }) ? outcome.object : undefined;
  }
  if (outcome.result === "refused" && outcome.refusal.reason === "notFound") return undefined;
  throw new StatusNotWritten(keyOf(current), { outcome, attempts: 1 });
}

function writtenBy(outcome: Outcome): Resource | undefined {
  return outcome.result === "object" ? outcome.object : undefined;
}
