import type { HistoryLine, OperationLine } from "#checker";
import { ednText } from "../port/edn.ts";
import type { Edn } from "../port/edn.ts";
import { isOnRegister, versionMadeBy, versionsByValue } from "./register-values.ts";
import type { SeenVersions } from "./register-values.ts";

export interface Exported {
  readonly text: string;
  readonly operations: number;
  /** Number of operations and other lines that the format cannot represent. */
  readonly omitted: number;
}

interface Event {
  readonly at: number;
  readonly isEnd: boolean;
  readonly operation: OperationLine;
}

/**
 * Exports a history in Jepsen's format, as one register per key whose values are the versions. Create operations,
 * delete operations and watches cannot be represented; they are counted as omitted.
 */
export function exportEdn(lines: Iterable<HistoryLine>): Exported {
  const operations: OperationLine[] = [];
  let omitted = 0;
  for (const line of lines) {
    if (line.kind === "operation" && isOnRegister(line)) operations.push(line);
    else if (line.kind !== "initial") omitted += 1;
  }
  const seen = versionsByValue(operations);
  const events = operations.flatMap(eventsOf).toSorted(inTime);
  const processes = new Processes();
  const text = events
    .map(
      (event, index) =>
        `${ednText(entryOf(event, { process: processes.of(event), index, seen }))}\n`,
    )
    .join("");
  return { text, operations: operations.length, omitted };
}

function eventsOf(operation: OperationLine): readonly Event[] {
  const begin = { at: operation.invoke, isEnd: false, operation };
  const end = { at: operation.return ?? Infinity, isEnd: true, operation };
  return [begin, end];
}

/**
 * Sorts events by time. If one operation finishes at the time at which another one starts, they are concurrent, so
 * invocations come first.
 */
function inTime(left: Event, right: Event): number {
  if (left.at !== right.at) return left.at - right.at;
  return Number(left.isEnd) - Number(right.isEnd);
}

/**
 * Assigns operations to processes. A process runs one operation at a time, and terminates with an operation whose
 * outcome is unknown. Each client has its own processes, because session guarantees are per client.
 */
class Processes {
  readonly #free = new Map<OperationLine["client"], number[]>();
  readonly #busy = new Map<OperationLine, number>();
  #count = 0;

  of({ operation, isEnd }: Event): number {
    const busy = this.#busy.get(operation);
    if (!isEnd || busy === undefined) return this.#begin(operation);
    const { client, outcome } = operation;
    if (outcome !== "unknown") this.#free.set(client, [...(this.#free.get(client) ?? []), busy]);
    return busy;
  }

  #begin(operation: OperationLine): number {
    const process = this.#free.get(operation.client)?.pop() ?? this.#count;
    if (process === this.#count) this.#count += 1;
    this.#busy.set(operation, process);
    return process;
  }
}

interface Context {
  readonly process: number;
  readonly index: number;
  readonly seen: SeenVersions;
}

function entryOf({ operation, isEnd }: Event, { process, index, seen }: Context): Edn {
  const { outcome, object } = operation;
  const at = isEnd ? operation.return : operation.invoke;
  return {
    ":process": process,
    ":type": isEnd ? typeOf(outcome) : ":invoke",
    ":f": operation.operation === "put" ? ":write" : `:${operation.operation}`,
    ":value": [object, valueOf(operation, isEnd, seen)],
    ...(at === undefined ? {} : { ":time": at }),
    ...(isEnd && typeOf(outcome) === ":fail" ? { ":error": `:${outcome}` } : {}),
    ":index": index,
  };
}

function typeOf(outcome: OperationLine["outcome"]): string {
  if (outcome === "ok") return ":ok";
  return outcome === "unknown" ? ":info" : ":fail";
}

function valueOf(own: OperationLine, isEnd: boolean, seen: SeenVersions): Edn {
  const { operation, version, precondition } = own;
  if (operation === "read") return isEnd ? (version ?? null) : null;
  const made = versionMadeBy(own, seen);
  return operation === "cas" ? [precondition ?? null, made] : made;
}
