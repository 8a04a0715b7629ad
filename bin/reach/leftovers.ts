import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { HeaderLine, RecordLine } from "#verdicts";
import { readRecordFile } from "../output/load-record.ts";
import type { Seal } from "../output/seal.ts";

export interface Leftovers {
  readonly header: HeaderLine;
  /** Objects that the run created, or may have created under a random name, and that it has not deleted. */
  readonly own: readonly ObjectKey[];
  /**
   * Objects whose creation was sealed by a run on this machine. For all others, the record's claim that the run created
   * them is unproven.
   */
  readonly sealed: readonly ObjectKey[];
  /** Announced objects whose names other clients may also use, and whose creation was not confirmed. */
  readonly doubtful: readonly ObjectKey[];
  readonly names: readonly string[];
}

/**
 * Determines from a record which objects a run orphaned. Each object is announced on disk before its create request is
 * sent, so the record of a killed run names every object that it may have created.
 *
 * @throws UsageError when the file cannot be read, or is not a record.
 */
export async function readLeftovers(
  path: string,
  seal: Seal | undefined,
): Promise<Leftovers | undefined> {
  const announced = new Map<string, ObjectKey>();
  const own = new Set<string>();
  const sealed = new Set<string>();
  const names = new Set<string>();
  let header: HeaderLine | undefined;
  for await (const line of readRecordFile(path)) {
    if (line.line === "header") header = line;
    if (line.line === "fixture") noteFixture(line, announced, names);
    if (header !== undefined && isSealed(line, header, seal)) sealed.add(describeKey(line.key));
    if (isCreation(line)) own.add(describeKey(line.command.key));
    if (line.line === "fixture" && line.isDrawn === true) own.add(describeKey(line.key));
  }
  if (header === undefined) return undefined;
  const left = [...announced];
  const ownLeft = left.filter(([id]) => own.has(id));
  return {
    header,
    own: ownLeft.map(([, key]) => key),
    sealed: ownLeft.filter(([id]) => sealed.has(id)).map(([, key]) => key),
    doubtful: left.filter(([id]) => !own.has(id)).map(([, key]) => key),
    names: [...names],
  };
}

type FixtureLine = Extract<RecordLine, { readonly line: "fixture" }>;

function isSealed(
  line: RecordLine,
  header: HeaderLine,
  seal: Seal | undefined,
): line is FixtureLine {
  if (line.line !== "fixture" || line.event !== "creating" || seal === undefined) return false;
  const { key, isDrawn = false } = line;
  return seal.fits(line.seal, { header, key, isDrawn });
}

function noteFixture(
  { event, key }: FixtureLine,
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
