import type { Anomaly } from "#checker";
import type { RequirementId } from "#contract";
import type { RecordedLine, RecordedOperation } from "./recorded-line.ts";
import { requirementOf, successorDeletion } from "./requirement-of.ts";

/**
 * The requirement that accepted deletions of a deleted object violate. If a successor existed, a deletion ignored the
 * uid; if no object existed, it was not rejected as not found. What is certain for one deletion explains the others.
 */
export function requirementOfDoubleDeletions(
  anomalies: readonly Anomaly[],
  lines: readonly RecordedLine[],
): RequirementId {
  const found = anomalies.filter(({ type }) => type === "double-delete");
  const finds = new Set(found.map((anomaly) => foundBy(anomaly, lines)));
  const isOfSuccessor = finds.has("successor") && !finds.has("nothing");
  return isOfSuccessor ? successorDeletion : requirementOf("double-delete");
}

/** Counts the rejected deletions with the uid of a deleted object that would have deleted its successor. */
export function sparedSuccessors(lines: readonly RecordedLine[]): number {
  const operations = lines.flatMap(operationIn);
  const rejected = operations.filter(
    ({ op, outcome }) => op === "delete" && (outcome === "conflict" || outcome === "not-found"),
  );
  return rejected.filter((deletion) => foundOf(deletion, operations) === "successor").length;
}

type Found = "nothing" | "successor" | "unknown";

/** What the later of two deletions of an object found, as far as the order of the operations shows it. */
function foundBy({ operations }: Anomaly, lines: readonly RecordedLine[]): Found {
  const deletions = operations
    .flatMap((line) => operationIn(lines[line - 1]))
    .filter(({ op }) => op === "delete")
    .toSorted((left, right) => left.invoke - right.invoke);
  const late = deletions.at(-1);
  return late === undefined ? "unknown" : foundOf(late, lines.flatMap(operationIn));
}

function foundOf(late: RecordedOperation, all: readonly RecordedOperation[]): Found {
  if (late.uid === undefined) return "unknown";
  const ofObject = all.filter(({ object }) => object === late.object);
  const successors = ofObject.filter(
    ({ op, uid, outcome }) =>
      op === "create" && uid !== late.uid && (outcome === "ok" || outcome === "unknown"),
  );
  const lives = successors.map((creation) => lifeDuring(late, creation, ofObject));
  if (lives.includes("alive")) return "successor";
  return lives.every((life) => life === "absent") ? "nothing" : "unknown";
}

/** Whether the created object existed while a deletion was in progress. */
function lifeDuring(
  { invoke, return: returned = Infinity }: RecordedOperation,
  creation: RecordedOperation,
  ofObject: readonly RecordedOperation[],
): "absent" | "alive" | "unknown" {
  const ends = ofObject.filter((one) => one.op === "delete" && one.uid === creation.uid);
  if (creation.invoke > returned) return "absent";
  if (ends.some((end) => end.outcome === "ok" && (end.return ?? Infinity) < invoke))
    return "absent";
  const mayHaveEnded = ends.some(
    (end) => (end.outcome === "ok" || end.outcome === "unknown") && end.invoke < returned,
  );
  const isThere = creation.outcome === "ok" && (creation.return ?? Infinity) < invoke;
  return isThere && !mayHaveEnded ? "alive" : "unknown";
}

function operationIn(line: RecordedLine | undefined): readonly RecordedOperation[] {
  return line !== undefined && "op" in line ? [line] : [];
}
