import type { Anomaly } from "#checker";
import type { RecordedLine, RecordedOperation } from "./recorded-line.ts";

/**
 * Chooses another explanation of an anomaly if the conflict that it suspects was justified: the response reported a
 * version that had replaced the expected one. Returns the anomaly itself if there is no other explanation.
 */
export function withProvenConflict(anomaly: Anomaly, lines: readonly RecordedLine[]): Anomaly {
  if (anomaly.kind !== "object" || anomaly.type !== "spurious-conflict") return anomaly;
  const [at = 0, ...rest] = anomaly.operations;
  const [other, ...others] = anomaly.alternatives.filter(({ type }) => type !== anomaly.type);
  const conflict = operationIn(lines[at - 1]);
  if (other === undefined || conflict === undefined) return anomaly;
  const isJustified =
    isProven(conflict, lines) ||
    isNewer(conflict, lines) ||
    isStillCurrent(conflict, operationIn(lines[other.line - 1]), lines);
  if (!isJustified) return anomaly;
  return {
    ...anomaly,
    type: other.type,
    operations: [other.line, at, ...rest.filter((line) => line !== other.line)],
    alternatives: others,
  };
}

/** Whether accepted writes lead from the expected version to the one that the conflict reported. */
function isProven(conflict: RecordedOperation, lines: readonly RecordedLine[]): boolean {
  const { object, current, precondition, return: returned = Infinity } = conflict;
  const replaced = new Map<string, string>();
  for (const line of lines) {
    const write = operationIn(line);
    if (write?.object !== object || write.outcome !== "ok" || write.invoke > returned) continue;
    if (write.version !== undefined && write.precondition !== undefined) {
      replaced.set(write.version, write.precondition);
    }
  }
  const seen = new Set<string>();
  let version = current;
  while (version !== undefined && version !== precondition && !seen.has(version)) {
    seen.add(version);
    version = replaced.get(version);
  }
  return version !== undefined && version !== current && version === precondition;
}

/**
 * Whether versions are ordered, and the conflict reported a later version of the object than the expected one. A write
 * without a response may lie between them.
 */
function isNewer(
  { object, current, precondition }: RecordedOperation,
  lines: readonly RecordedLine[],
): boolean {
  const [header] = lines;
  const isOrdered =
    header !== undefined && "versions" in header && header.versions === "comparable";
  if (!isOrdered || current === undefined || precondition === undefined) return false;
  const isShown = lines.some(
    (line) => "object" in line && line.object === object && line.version === current,
  );
  return isShown && isLater(current, precondition);
}

/**
 * Whether a read after the contradicting operation shows the version that the conflict reported. Versions are not
 * reused, so that version was current in between.
 */
function isStillCurrent(
  { object, current, precondition }: RecordedOperation,
  contradicting: RecordedOperation | undefined,
  lines: readonly RecordedLine[],
): boolean {
  const after = contradicting?.return ?? Infinity;
  if (current === undefined || current === precondition) return false;
  return lines.some((line) => {
    const read = operationIn(line);
    return (
      read?.op === "read" &&
      read.object === object &&
      read.version === current &&
      read.invoke > after
    );
  });
}

function isLater(version: string, than: string): boolean {
  return /^\d+$/u.test(version) && /^\d+$/u.test(than) && BigInt(version) > BigInt(than);
}

function operationIn(line: RecordedLine | undefined): RecordedOperation | undefined {
  return line !== undefined && "op" in line ? line : undefined;
}
