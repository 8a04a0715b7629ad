import { checkHistory, HistoryBuilder } from "#checker";
import type { HistoryVerdict, VersionOrder } from "#checker";
import { writerName } from "../port/writer-finding.ts";
import type { FoundRequest } from "../port/writer-finding.ts";
import { isMaker } from "./operation-window.ts";
import type { LoggedOperation } from "./operation-window.ts";

/** The interval of a write that is not in the log and may therefore have occurred at any time. */
const anyTime = { invoke: -8.64e15, return: 8.64e15 } as const;

/** The version before the log starts. Lower than all comparable versions. */
const unknownVersion = "0";

export interface IncarnationHistory {
  readonly name: string;
  readonly uid: string;
  readonly operations: readonly LoggedOperation[];
}

export class JointHistory {
  readonly #builder: HistoryBuilder;
  readonly #requests = new Map<number, FoundRequest>();
  #operations = 0;

  constructor(order: VersionOrder) {
    this.#builder = new HistoryBuilder(order);
  }

  get operations(): number {
    return this.#operations;
  }

  count(operations: number): void {
    this.#operations += operations;
  }

  add(incarnation: IncarnationHistory): void {
    for (const operation of incarnation.operations) this.#operation(incarnation, operation);
    this.#complete(incarnation);
  }

  verdict(): HistoryVerdict {
    // Unlogged writes are not counted.
    return { ...checkHistory(this.#builder.finish()), operations: this.#operations };
  }

  requestAt(line: number): FoundRequest | undefined {
    return this.#requests.get(line);
  }

  #operation(
    { name }: IncarnationHistory,
    { kind, request, version, precondition }: LoggedOperation,
  ): void {
    const { ordinal } = request.place;
    this.#operations += 1;
    this.#requests.set(ordinal, request);
    this.#builder.add(
      {
        kind: "operation",
        operation: kind,
        outcome: "ok",
        object: name,
        client: writerName(request.by),
        invoke: request.isStartUnknown === true ? anyTime.invoke : request.invoke,
        return: request.return,
        ...(precondition === undefined ? {} : { precondition }),
        ...(version === undefined ? {} : { version }),
        ...(request.uid === undefined ? {} : { uid: request.uid }),
      },
      ordinal,
    );
  }

  #complete({ name, uid, operations }: IncarnationHistory): void {
    const known = uid === "" ? {} : { uid };
    if (operations.every(({ kind }) => kind !== "create")) {
      this.#builder.add({ kind: "initial", object: name, ...known, version: unknownVersion }, 0);
    }
    const client = "a client that is not in the log";
    const put = { operation: "put", outcome: "ok", object: name, client, ...known } as const;
    for (const version of unmadeVersions(operations)) {
      this.#builder.add({ kind: "operation", ...put, version, ...anyTime }, 0);
    }
  }
}

function unmadeVersions(operations: readonly LoggedOperation[]): Iterable<string> {
  const seen = new Set<string>();
  for (const { version, precondition } of operations) {
    if (version !== undefined) seen.add(version);
    if (precondition !== undefined) seen.add(precondition);
  }
  for (const operation of operations) {
    if (isMaker(operation) && operation.version !== undefined) seen.delete(operation.version);
  }
  return seen;
}
