import { describe, expect, it } from "vitest";
import type { OperationLine } from "./history.ts";
import { sampleOf } from "../testing/classes.ts";
import type { SmallHistory } from "../testing/oracle.ts";
import { Random } from "../testing/random-source.ts";
import { judge, textOf } from "../testing/small-history.ts";

const runs = 6000;

/** Legal histories that contain less information than the checker can use. */
describe.each(["comparable", "opaque"] as const)("a legal history, %s versions", (versions) => {
  const legal = Array.from({ length: runs }, (_, i) => sampleOf(2_000_000 + i, versions)).filter(
    ({ variant }) => variant === "valid",
  );

  it.each([
    ["in which several writes have one content", sharing(2)],
    ["in which all writes have one content", sharing(1)],
    ["without the contents", withoutMember("value")],
    ["without the uids", withoutMember("uid")],
    ["of which reads were not recorded", withoutSomeReads],
  ])("%s is never called illegal", (_, change) => {
    const falsePositives = legal
      .map(({ seed, history }) => change(history, new Random(seed)))
      .filter((history) => judge(history).verdict === "illegal");

    expect(legal.length).toBeGreaterThan(runs / 5);
    expect(falsePositives.slice(0, 3).map(textOf)).toEqual([]);
  });
});

type Change = (history: SmallHistory, random: Random) => SmallHistory;

function mapping(
  history: SmallHistory,
  change: <T extends { readonly value?: string | undefined; readonly uid?: string | undefined }>(
    line: T,
  ) => T,
): SmallHistory {
  const { initial, operations } = history;
  return {
    ...history,
    ...(initial === undefined ? {} : { initial: change(initial) }),
    operations: operations.map((line) => change(line)),
  };
}

/** Maps all contents to at most `contents` distinct values. Equal contents stay equal. */
function sharing(contents: number): Change {
  return (history) => {
    const numbers = new Map<string, number>();
    return mapping(history, (line) => {
      if (line.value === undefined) return line;
      const number = numbers.get(line.value) ?? numbers.size;
      numbers.set(line.value, number);
      return { ...line, value: `shared${number % contents}` };
    });
  };
}

function withoutMember(member: "value" | "uid"): Change {
  return (history) => mapping(history, (line) => ({ ...line, [member]: undefined }));
}

function withoutSomeReads(history: SmallHistory, random: Random): SmallHistory {
  const isKept = ({ operation }: OperationLine): boolean =>
    operation !== "read" || random.chance(0.5);
  return { ...history, operations: history.operations.filter(isKept) };
}
