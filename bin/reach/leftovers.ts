import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { HeaderLine, RecordLine } from "#verdicts";
import { readRecordFile } from "../output/load-record.ts";

/** What the record of a run says about objects that may still be there. */
export interface Leftovers {
  readonly header: HeaderLine;
  /** Created by the run, for all that is known, and not removed by it. */
  readonly own: readonly ObjectKey[];
  /** Announced by the run under names that others may use as well, and not seen to be created. */
  readonly doubtful: readonly ObjectKey[];
  /** Every name that the run announced. */
  readonly names: readonly string[];
}

/**
 * Reads what a run has left behind. The announcement of an object is on disk before its request is sent, so
 * the record of a run that was killed names everything that it may have created.
 *
 * @throws UsageError when the file cannot be read, or is no record.
 */
export async function readLeftovers(path: string): Promise<Leftovers | undefined> {
  const announced = new Map<string, ObjectKey>();
  /** Those that can be nobody else's. */
  const own = new Set<string>();
  const names = new Set<string>();
  let header: HeaderLine | undefined;
  for await (const line of readRecordFile(path)) {
    if (line.line === "header") header = line;
    if (line.line === "fixture") noteFixture(line, announced, names);
    if (isCreation(line)) own.add(describeKey(line.command.key));
    if (line.line === "fixture" && line.isDrawn === true) own.add(describeKey(line.key));
  }
  if (header === undefined) return undefined;
  const left = [...announced];
  return {
    header,
    own: left.filter(([id]) => own.has(id)).map(([, key]) => key),
    doubtful: left.filter(([id]) => !own.has(id)).map(([, key]) => key),
    names: [...names],
  };
}

function noteFixture(
  { event, key }: Extract<RecordLine, { readonly line: "fixture" }>,
  announced: Map<string, ObjectKey>,
  names: Set<string>,
): void {
  const id = describeKey(key);
  switch (event) {
    case "creating":
      announced.set(id, key);
      names.add(key.name);
      return;
    case "not-created":
    case "removed":
      announced.delete(id);
      return;
    case "left-behind":
  }
}

type Creation = Extract<RecordLine, { readonly line: "exchange" }> & {
  readonly command: { readonly verb: "create"; readonly key: ObjectKey };
};

function isCreation(line: RecordLine): line is Creation {
  if (line.line !== "exchange" || line.command.verb !== "create") return false;
  return line.outcome.result === "object" || line.outcome.result === "done";
}
