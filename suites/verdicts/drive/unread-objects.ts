import { setTimeout as wait } from "node:timers/promises";
import { describeOutcome } from "#contract";
import type { ObjectKey, Outcome, Resource } from "#contract";
import { hookVia, readOf } from "#harness";
import type { CheckContext, Target } from "#harness";
import { Misfit, placeOf, variablesOf } from "./misfit.ts";

/** Doubles with each attempt. Replicas and caches usually follow within a second. */
const firstWaitMs = 25;

const attempts = 7;

interface Created {
  readonly context: CheckContext;
  readonly target: Target;
  readonly key: ObjectKey;
  /** The object in the response of its creation. Absent if the response does not contain it. */
  readonly object?: Resource;
}

/**
 * Reports that no read finds a new object, although a list shows it: the arguments of the reads are then probably
 * wrong. Undefined if no list shows the object, because the endpoint may have lost it.
 */
export async function findUnread(created: Created): Promise<Misfit | undefined> {
  const { context, target, key } = created;
  const { kind, signal } = context;
  const reads = kind.operations.read.filter((via) => via !== hookVia);
  const [via] = reads;
  if (via === undefined) return undefined;
  const shown = await listedObject(created);
  if (shown === undefined || !(await isNeverFound(context, key, reads))) return undefined;
  // Resends a read, so that the message shows exactly this request and its response.
  const { outcome, request } = await target.execute({ ...readOf(key), via }, signal);
  if (!isNotFound(outcome)) return undefined;
  const { name, uid } = shown.object.metadata;
  const creation = kind.operations.create[0] ?? "";
  return new Misfit(
    `${kind.name} does not match its dialect: no read finds an object that ${creation} created, although ${shown.via} shows it with the name ${name} and the uid ${uid}: ${via}, sent as author, was ${describeOutcome(outcome)}; the variables of the last request were ${variablesOf(request)}`,
    {
      place: placeOf(kind, "read", via),
      fix: `Fix the arguments of ${reads.join(", ")}. If they are correct, fix the endpoint first: no requirement can be checked without a read.`,
    },
  );
}

async function isNeverFound(
  context: CheckContext,
  key: ObjectKey,
  reads: readonly string[],
): Promise<boolean> {
  const { signal } = context;
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
    const steps = await Promise.all(reads.map((via) => context.call({ ...readOf(key), via })));
    if (!steps.every(({ outcome }) => isNotFound(outcome))) return false;
    await wait(firstWaitMs * 2 ** attempt, undefined, { signal }).catch(() => undefined);
  }
  return !signal.aborted;
}

function isNotFound(outcome: Outcome): boolean {
  return outcome.result === "refused" && outcome.refusal.reason === "notFound";
}

interface Shown {
  readonly object: Resource;
  readonly via: string;
}

async function listedObject({ context, key, object }: Created): Promise<Shown | undefined> {
  const { kind, namespace } = key;
  const where = namespace === undefined ? {} : { namespace };
  for (const via of context.kind.operations.list) {
    const list = { verb: "list", identity: "author", kind, via, ...where } as const;
    const { outcome } = await context.call(list);
    if (outcome.result !== "list") continue;
    const found = outcome.items.find(
      ({ metadata }) =>
        (metadata.name === key.name && metadata.namespace === namespace) ||
        metadata.uid === object?.metadata.uid,
    );
    if (found !== undefined) return { object: found, via };
  }
  return undefined;
}
