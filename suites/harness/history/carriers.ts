import type { CreateCommand, ObjectKey } from "#contract";
import type { CheckContext } from "../session/check.ts";
import { readOf, specWrite, statusWrite } from "../commands/sample-commands.ts";
import { objectOf } from "../judging/recorded-step.ts";
import { canMark, ContentMarks } from "./content-marks.ts";

/** Whether the target stores the markers that identify writes in a history, and the exchanges that show this. */
export interface Carriers {
  /** Whether the annotation that marks authors' writes is stored. */
  readonly annotation: boolean;
  /** Whether the counter that identifies a status write is stored. */
  readonly counter: boolean;
  /**
   * The largest common limit that the counter accepts. Absent if the counter can have a different value for each write.
   */
  readonly limit?: number;
  readonly evidence: readonly number[];
}

const usualLimits = [65_535, 10_000, 1_000, 255, 100, 10] as const;

/**
 * Writes the markers to an object that no client uses, and reads them back. A marker whose write is rejected counts as
 * stored, because the workload then records the rejection. `writes` is the largest marker of the workload.
 */
export async function probeCarriers(context: CheckContext, writes: number): Promise<Carriers> {
  const marks = new ContentMarks(context.kind, { isAnnotated: canMark(context.kind) });
  const key = context.unusedKey();
  const [first, second, third] = [marks.next(), marks.next(), marks.next()];
  const create: CreateCommand = {
    verb: "create",
    identity: "author",
    key,
    ...marks.authored(first),
    ...(Object.keys(context.label).length === 0 ? {} : { labels: context.label }),
  };
  const created = await context.call(create);
  const object = objectOf(created);
  if (object === undefined)
    return { annotation: true, counter: true, evidence: [created.exchange] };
  const { resourceVersion } = object.metadata;
  const updated = await context.call(
    specWrite(key, { resourceVersion, ...marks.authored(second) }),
  );
  const current = objectOf(updated) ?? object;
  const reported = await context.call(
    statusWrite(context, key, {
      resourceVersion: current.metadata.resourceVersion,
      status: marks.reported(third),
    }),
  );
  const read = await context.call(readOf(key));
  const replied = objectOf(reported) ?? objectOf(updated);
  const isBehind =
    replied !== undefined &&
    objectOf(read)?.metadata.resourceVersion !== replied.metadata.resourceVersion;
  // A read of a different version does not show which markers were stored.
  const stored = isBehind ? replied : objectOf(read);
  const evidence = [created, updated, reported, read].map(({ exchange }) => exchange);
  if (stored === undefined) return { annotation: true, counter: true, evidence };
  const isReported = objectOf(reported) !== undefined;
  const limit = isReported ? await limitOf(context, key, { marks, writes }) : undefined;
  const found = marks.of(stored);
  const wanted = marks.authoredMark(objectOf(updated) === undefined ? first : second);
  return {
    annotation: found.spec === wanted,
    counter: !isReported || found.status === String(third),
    ...(limit === undefined ? {} : { limit }),
    evidence,
  };
}

/**
 * Writes the largest marker and, if it is rejected as invalid, common limits. Returns the first limit that is not
 * rejected as invalid. Returns undefined if there is none, or if the largest marker is not rejected as invalid.
 */
async function limitOf(
  context: CheckContext,
  key: ObjectKey,
  { marks, writes }: { readonly marks: ContentMarks; readonly writes: number },
): Promise<number | undefined> {
  for (const mark of [writes, ...usualLimits.filter((limit) => limit < writes)]) {
    const current = objectOf(await context.call(readOf(key)));
    if (current === undefined) return undefined;
    const { resourceVersion } = current.metadata;
    const status = marks.reported(mark);
    const { outcome } = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const isInvalid = outcome.result === "refused" && outcome.refusal.reason === "invalid";
    if (!isInvalid) return mark === writes ? undefined : mark;
  }
  return undefined;
}
