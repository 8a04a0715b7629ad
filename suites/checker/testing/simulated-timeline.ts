import type { HistoryLine, OperationLine } from "../history/history.ts";
import type { Random } from "./random-source.ts";
import type { Committed, Recording } from "./workload.ts";

/** A state of an object, with the time during which it certainly existed. */
export interface Moment {
  readonly object: string;
  readonly made: Committed;
  readonly maker: OperationLine;
  readonly before: Committed | undefined;
  /** The start of the time during which no other state is possible. */
  readonly from: number;
  readonly to: number;
}

export class Timeline {
  readonly lines: readonly HistoryLine[];
  readonly operations: readonly OperationLine[];
  readonly #moments: readonly Moment[];
  readonly #random: Random;
  #tokens = 0;

  constructor({ lines, log }: Recording, random: Random) {
    this.lines = lines;
    this.operations = lines.filter((line) => line.kind === "operation");
    this.#random = random;
    this.#moments = momentsOf(this.operations, log);
  }

  moment(isMeant: (moment: Moment) => boolean): Moment {
    const fitting = this.#moments.filter(
      (moment) => moment.to - moment.from > 1 && isMeant(moment),
    );
    return this.#random.pick(fitting);
  }

  operation(isMeant: (line: OperationLine) => boolean): OperationLine {
    return this.#random.pick(this.operations.filter(isMeant));
  }

  token(): string {
    this.#tokens += 1;
    return `x${this.#tokens}`;
  }

  /** Returns all lines and one more operation during a state. */
  with(moment: Moment, line: Partial<OperationLine>): readonly HistoryLine[] {
    const added: OperationLine = {
      kind: "operation",
      operation: "read",
      outcome: "ok",
      object: moment.object,
      client: "intruder",
      invoke: moment.from + 0.25,
      return: moment.from + 0.5,
      ...line,
    };
    return [...this.lines, added];
  }
}

interface Standing {
  readonly made: Committed;
  readonly maker: OperationLine;
}

function momentsOf(
  operations: readonly OperationLine[],
  log: readonly Committed[],
): readonly Moment[] {
  const makers = new Map(operations.filter(isChange).map((line) => [makerKey(line), line]));
  const standing = new Map<string, Standing | undefined>();
  const before = new Map<string, Committed>();
  const moments: Moment[] = [];
  for (const made of log) {
    const { object } = made;
    const maker = makers.get(commitKey(made));
    const last = standing.get(object);
    if (last?.maker.return !== undefined && maker !== undefined) {
      const times = { from: last.maker.return, to: maker.invoke };
      moments.push({ object, ...last, before: before.get(object), ...times });
    }
    if (last !== undefined && last.made.type !== "DELETED") before.set(object, last.made);
    standing.set(object, maker === undefined ? undefined : { made, maker });
  }
  return moments;
}

function isChange({ operation, outcome, precondition, version }: OperationLine): boolean {
  if (operation === "delete") return outcome === "ok";
  return operation !== "read" && outcome === "ok" && precondition !== version;
}

function makerKey({ object, operation, version, uid }: OperationLine): string {
  return operation === "delete" ? `${object} without ${uid}` : `${object} at ${version}`;
}

function commitKey({ object, type, version, uid }: Committed): string {
  return type === "DELETED" ? `${object} without ${uid}` : `${object} at ${version}`;
}
