import type { Resource } from "#contract";
import { flushStatus } from "../status-writer/flush-status.ts";
import type { StatusWriting } from "../status-writer/flush-status.ts";
import type { Reported, StatusWork } from "../status-writer/report-status.ts";
import { StagedStatus } from "../status-writer/staged-status.ts";

interface ReportInParts {
  readonly writing: StatusWriting;
  readonly signal: AbortSignal;
  readonly groupOf: (member: string) => string;
  readonly managerOf?: (group: string | undefined) => string;
}

/** Flushes the conditions first, and then the fields in groups. */
export async function reportInParts(
  object: Resource,
  work: StatusWork<void>,
  { writing, signal, groupOf, managerOf }: ReportInParts,
): Promise<Reported<void>> {
  const staged = new StagedStatus(object);
  const [worked] = await Promise.allSettled([work(staged)]);
  const { members, conditions } = staged.changes();
  const first = new StagedStatus(object);
  for (const condition of conditions) first.condition(condition);
  const writingAs = (group?: string): StatusWriting => ({
    ...writing,
    ...(managerOf === undefined ? {} : { fieldManager: managerOf(group) }),
  });
  const groups = new Map<string, StagedStatus>();
  for (const [member, value] of Object.entries(members)) {
    const group = groupOf(member);
    const part = groups.get(group) ?? new StagedStatus(object);
    groups.set(group, part);
    part.set(member, value);
  }
  let flush = await flushStatus(first, writingAs(), signal);
  for (const [group, part] of groups) {
    const now = flush.flush === "written" ? flush.object : object;
    const next = new StagedStatus(now);
    for (const [member, value] of Object.entries(part.changes().members)) next.set(member, value);
    flush = await flushStatus(next, writingAs(group), signal);
  }
  if (worked.status === "rejected") throw worked.reason;
  return { result: undefined, flush };
}
