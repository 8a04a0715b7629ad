import { expect, it } from "vitest";
import { wrongIn } from "../testing/history-fixture.ts";
import { operationFixture } from "../testing/operation-fixture.ts";

const initial = { kind: "initial", object: "default/a", version: "7" } as const;

/**
 * Three concurrent writes, in lines 3 to 5. Version 10 replaces version 8, so these two form a pair. The third version,
 * 9, may precede or follow the pair.
 */
const operations = [
  initial,
  ...["c1 put >8 @1-5", "c2 put >9 @1-5", "c3 cas 8>10 @1-5"].map(operationFixture),
];

it.each([
  ["the pair, and then the third", "after 7, a 8, a 10, a 9", ""],
  ["the third, and then the pair", "after 7, a 9, a 8, a 10", ""],
  ["the third within the pair", "after 7, a 8, a 9, a 10", "event-out-of-order 9 5"],
  ["the pair without its first", "after 7, a 9, a 10", "missing-event 8 3"],
  ["the pair without its first, at the beginning", "after 7, a 10", ""],
  ["one of them twice", "after 7, a 8, a 8", "duplicate-event 8 3"],
])("where the order of an object is open: %s", (_, watch, wrong) => {
  const found = wrongIn({ versions: "opaque", operations, watch: watch.split(", ") });
  expect(found.join(", ")).toBe(wrong);
});
