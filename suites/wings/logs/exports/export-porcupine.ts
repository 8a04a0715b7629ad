import type { HistoryLine, OperationLine } from "#checker";
import type { Exported } from "./export-edn.ts";
import { isOnRegister, versionMadeBy, versionsByValue } from "./register-values.ts";
import type { SeenVersions } from "./register-values.ts";

/** The return time of operations with an unknown outcome: later than all others. Go parses it as a 64-bit number. */
const never = Number.MAX_SAFE_INTEGER;

/**
 * Exports a history as JSON of porcupine's `Operation`, with initial versions. Times are integers in the recorded
 * order. Create operations, delete operations and watches cannot be represented; they are counted as omitted.
 */
export function exportPorcupine(lines: Iterable<HistoryLine>): Exported {
  const operations: OperationLine[] = [];
  const initial: Record<string, string> = {};
  let omitted = 0;
  for (const line of lines) {
    if (line.kind === "initial") initial[line.object] = line.version;
    else if (line.kind === "operation" && isOnRegister(line)) operations.push(line);
    else omitted += 1;
  }
  const seen = versionsByValue(operations);
  const rank = rankOfTimes(operations);
  const clients = new Map<string, number>();
  const entries = operations
    .filter(({ outcome }) => outcome !== "failed")
    .map((own) => {
      const client = clients.get(own.client) ?? clients.size;
      clients.set(own.client, client);
      return JSON.stringify({
        ClientId: client,
        Input: inputOf(own, seen),
        Call: rank(own.invoke),
        Output: outputOf(own),
        Return: own.return === undefined ? never : rank(own.return),
      });
    });
  const text = `{"initial":${JSON.stringify(initial)},"operations":[\n${entries.join(",\n")}\n]}\n`;
  return { text, operations: entries.length, omitted };
}

/**
 * If one operation finishes at the time at which another one starts, porcupine treats them as concurrent, like this
 * checker.
 */
function rankOfTimes(operations: readonly OperationLine[]): (time: number) => number {
  const times = operations.flatMap((own) => [own.invoke, own.return ?? own.invoke]);
  const ordered = [...new Set(times)].toSorted((left, right) => left - right);
  const ranks = new Map(ordered.map((time, i) => [time, i]));
  return (time) => ranks.get(time) ?? 0;
}

function inputOf(own: OperationLine, seen: SeenVersions): Readonly<Record<string, string>> {
  const { operation, object, precondition } = own;
  if (operation === "read") return { op: "read", object };
  const version = versionMadeBy(own, seen);
  if (operation === "put") return { op: "write", object, version };
  return { op: "cas", object, precondition: precondition ?? "", version };
}

function outputOf({ outcome, version }: OperationLine): Readonly<Record<string, string>> {
  return outcome === "ok" && version !== undefined ? { outcome, version } : { outcome };
}
