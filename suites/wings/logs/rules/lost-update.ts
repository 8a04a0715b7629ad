import { counted, jsonEquals } from "#contract";
import type { Change } from "#harness";
import { writerKey, writerName } from "../port/writer-finding.ts";
import type { LostField } from "../port/writer-finding.ts";
import { duration, shownPaths } from "./finding-words.ts";
import type { FieldWrite, RuleContext, WriterRule, WriteStep } from "./writer-rule.ts";

/** Time after which a writer without a version is assumed to have reread the object, in milliseconds. */
const staleMs = 300_000;

/**
 * Finds a read-modify-write without a version: the write reverts fields that another client changed, and also changes
 * other fields. A write that only reverts may be intended.
 */
export function lostUpdates(context: RuleContext): WriterRule {
  return { wrote: (step) => judge(step, context) };
}

interface Taken {
  readonly change: Change;
  readonly last: FieldWrite;
}

function judge(step: WriteStep, context: RuleContext): void {
  const { request, changes } = step;
  if (changes === undefined || request.precondition !== undefined) return;
  const taken = changes.flatMap((change) => takenBy(step, change, context));
  const [first] = taken;
  const isOwn =
    changes.length > taken.length && changes.some((change) => isNew(change, step, taken));
  if (first === undefined || !isOwn) return;
  const { last } = first;
  const lost = taken.filter((one) => writerKey(one.last.by) === writerKey(last.by));
  const paths = lost.map(({ change }) => change.path);
  context.report({
    rule: "lost-update",
    by: request.by,
    other: last.by,
    requests: [last.request, step.found],
    lost: lost.map(({ change }) => lostField(change)),
    detail: `${writerName(request.by)} wrote ${sideName(request.side)} without a version, ${duration(request.return - last.request.return)} after ${writerName(last.by)} wrote it, and reset ${counted(paths.length, "field")} to ${paths.length === 1 ? "its earlier value" : "their earlier values"}: ${shownPaths(paths)}`,
  });
}

function takenBy(
  { request, carries }: WriteStep,
  change: Change,
  context: RuleContext,
): readonly Taken[] {
  const last = context.lastWrite(change.path);
  if (last === undefined || writerKey(last.by) === writerKey(request.by)) return [];
  if (!isTakenBack(change, last) || !carries(change)) return [];
  const seen = context.seenBy(request.by);
  if (seen === undefined ? request.side !== "status" : seen >= last.position) return [];
  return request.return - last.request.return > staleMs ? [] : [{ change, last }];
}

function isNew(change: Change, { carries }: WriteStep, taken: readonly Taken[]): boolean {
  return carries(change) && taken.every((one) => one.change !== change);
}

export function isTakenBack({ before, after }: Change, last: FieldWrite): boolean {
  return jsonEquals(after, last.before) && jsonEquals(before, last.after);
}

export function lostField({ path, before, after }: Change): LostField {
  return {
    path,
    ...(before === undefined ? {} : { written: before }),
    ...(after === undefined ? {} : { became: after }),
  };
}

function sideName(side: string): string {
  return side === "main" ? "the object" : `the ${side}`;
}
