import { keyOf } from "#contract";
import type { Resource } from "#contract";
import type { ControllerRules } from "../runtime/controller-rules.ts";
import { reportStatus } from "../status-writer/report-status.ts";
import { StagedStatus } from "../status-writer/staged-status.ts";

type Report = ControllerRules["report"];

const gone = { result: undefined, flush: { flush: "gone", attempts: 0 } } as const;

/** Reads the object before it reconciles it, instead of using the state in the cache. */
export const reportAfterRead: Report = async (object, work, options) => {
  const read = await readAgain(object, options);
  return read === undefined ? gone : await reportStatus(read, work, options);
};

/** Reconciles the state of one read, and reports the result as if it described the state of a second read. */
export const reportOnSecondRead: Report = async (object, work, options) => {
  const first = await readAgain(object, options);
  if (first === undefined) return gone;
  const staged = new StagedStatus(first);
  await work(staged);
  const second = await readAgain(first, options);
  return second === undefined
    ? gone
    : await reportStatus(second, (later) => copy(staged, later), options);
};

/** Reconciles the state in the cache, and reports the result as if it described the state of a read. */
export const reportOnRead: Report = async (object, work, options) => {
  const staged = new StagedStatus(object);
  await work(staged);
  const read = await readAgain(object, options);
  return read === undefined
    ? gone
    : await reportStatus(read, (later) => copy(staged, later), options);
};

function copy(from: StagedStatus, to: StagedStatus): Promise<void> {
  const { members, conditions } = from.changes();
  for (const [member, value] of Object.entries(members)) to.set(member, value);
  for (const condition of conditions) to.condition(condition);
  return Promise.resolve();
}

async function readAgain(
  object: Resource,
  { writing, signal }: Parameters<Report>[2],
): Promise<Resource | undefined> {
  const { identity = "controller", target } = writing;
  const { outcome } = await target.execute({ verb: "read", identity, key: keyOf(object) }, signal);
  return outcome.result === "object" ? outcome.object : undefined;
}
