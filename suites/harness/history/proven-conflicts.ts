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
  if (other === undefined || conflict === undefined || !isProven(conflict, lines)) return anomaly;
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

function operationIn(line: RecordedLine | undefined): RecordedOperation | undefined {
  return line !== undefined && "op" in line ? line : undefined;
}
