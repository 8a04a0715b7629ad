import type { OperationLine } from "../history/history.ts";
import type { SmallHistory } from "./oracle.ts";
import type { Random } from "./random-source.ts";

/** Changes one field or the outcome of one operation, which usually makes the history illegal. */
export function mutated(random: Random, history: SmallHistory): SmallHistory {
  return changeOne(random, history, (line) => {
    switch (random.below(6)) {
      case 0:
        return { ...line, ...withVersion(line, pickText(random, history, "version")) };
      case 1:
        return line.precondition === undefined
          ? line
          : { ...line, precondition: pickText(random, history, "version") ?? line.precondition };
      case 2:
        return line.value === undefined
          ? line
          : { ...line, value: pickText(random, history, "value") };
      case 3:
        return line.uid === undefined ? line : { ...line, uid: pickText(random, history, "uid") };
      case 4:
        return refused(random, line);
      default:
        return lost(line);
    }
  });
}

export function retimed(random: Random, history: SmallHistory): SmallHistory {
  const end = Math.max(...history.operations.map((line) => line.return ?? line.invoke));
  return changeOne(random, history, (line) => {
    const invoke = random.below(end + 1);
    if (line.return === undefined) return { ...line, invoke };
    const isMoved = random.chance(0.5);
    const from = isMoved ? invoke : Math.min(invoke, line.return);
    const length = isMoved ? Math.min(line.return - line.invoke, 3) : 0;
    return { ...line, invoke: from, return: isMoved ? from + length : Math.max(from, line.return) };
  });
}

function changeOne(
  random: Random,
  history: SmallHistory,
  change: (line: OperationLine) => OperationLine,
): SmallHistory {
  const chosen = random.below(history.operations.length);
  return {
    ...history,
    operations: history.operations.map((line, i) => (i === chosen ? change(line) : line)),
  };
}

function withVersion(line: OperationLine, version: string | undefined): Partial<OperationLine> {
  return line.version === undefined || version === undefined ? {} : { version };
}

function refused(random: Random, line: OperationLine): OperationLine {
  const outcomes = {
    read: ["not-found"],
    cas: ["conflict", "not-found", "failed"],
    put: ["not-found", "failed"],
    create: ["exists", "failed"],
    delete: ["conflict", "not-found", "failed"],
  } as const;
  if (line.return === undefined) return line;
  const outcome = random.pick(outcomes[line.operation]);
  const uid = line.operation === "delete" ? line.uid : undefined;
  return { ...line, outcome, version: undefined, uid };
}

function lost(line: OperationLine): OperationLine {
  const uid = line.operation === "delete" ? line.uid : undefined;
  return { ...line, outcome: "unknown", return: undefined, version: undefined, uid };
}

function pickText(
  random: Random,
  history: SmallHistory,
  member: "version" | "value" | "uid",
): string | undefined {
  const lines =
    history.initial === undefined ? history.operations : [history.initial, ...history.operations];
  const texts = lines.map((line) => line[member]).filter((text) => text !== undefined);
  const foreign = { version: "5", value: "h-foreign", uid: "u-foreign" } as const;
  return random.chance(0.1) || texts.length === 0 ? foreign[member] : random.pick(texts);
}
