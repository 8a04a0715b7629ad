import { expect, it } from "vitest";
import { checkFixture } from "../testing/history-fixture.ts";
import { operationFixture } from "../testing/operation-fixture.ts";

const initial = { kind: "initial", object: "default/a", version: "7", value: "h0" } as const;

type Row = readonly [name: string, operations: string, verdict: string, wrong: string];

const variants = "c1 put >? @1 =h1; c2 put >? @1 =h2";

it.each<Row>([
  ["a version is of the write with its content", `${variants}; c3 read >8 @3-4 =h2`, "legal", ""],
  [
    "each version is of its write",
    `${variants}; c3 read >8 @3-4 =h2; c3 read >9 @5-6 =h1`,
    "legal",
    "",
  ],
  [
    "a content that nobody wrote",
    `${variants}; c3 read >8 @3-4 =h3`,
    "illegal",
    "phantom-version 5",
  ],
  [
    "a version without a content is of what is left",
    `${variants}; c3 read >8 @3-4; c3 read >9 @5-6 =h1`,
    "legal",
    "",
  ],
  ["a version is of the only write there is", "c1 put >? @1 =h1; c2 read >8 @3-4", "legal", ""],
  [
    "a write without a content may be of any version",
    "c1 put >? @1; c2 read >8 @3-4 =h5",
    "legal",
    "",
  ],
  [
    "two versions of one write",
    "c1 put >? @1 =h1; c2 read >8 @3-4 =h1; c2 read >9 @5-6 =h1",
    "illegal",
    "duplicate-apply 5 3",
  ],
  [
    "more versions than writes",
    "c1 put >? @1 =h1; c2 read >8 @3-4; c2 read >9 @5-6",
    "illegal",
    "phantom-version 5",
  ],
  [
    "a version from before its write began",
    "c2 read >8 @1-2 =h1; c1 put >? @3 =h1",
    "illegal",
    "future-read 3 4",
  ],
  [
    "a deletion makes no version",
    "c1 delete >? @1; c2 read >8 @3-4",
    "illegal",
    "phantom-version 4",
  ],
  [
    "a conditional write makes no version that it names",
    "c1 cas 8>? @1 =h1; c2 read >8 @3-4 =h1",
    "illegal",
    "phantom-version 4",
  ],
  [
    "what a lost conditional write replaced was there",
    "c1 cas 8>? @1 =h2; c2 read >9 @3-4 =h2",
    "illegal",
    "phantom-precondition 3",
  ],
  [
    "and may be of another lost write",
    "c1 cas 8>? @1 =h2; c3 put >? @1 =h1; c2 read >9 @3-4 =h2",
    "legal",
    "",
  ],
  [
    "a lost write may have been carried out or not",
    "c1 cas 7>? @1 =h1; c2 read >7 @3-4; c3 cas 7>8 @5-6 =h2",
    "legal",
    "",
  ],
  [
    "one of two with one content leaves it open",
    "c1 put >? @1 =h1; c2 put >? @5 =h1; c3 read >8 @6-7 =h1; c3 read >7 @8-9",
    "undetermined",
    "",
  ],
  [
    "an answered write with the same content leaves it open",
    "c1 put >? @1 =h1; c2 put >8 @3-4 =h1; c3 read >7 @5-6",
    "undetermined",
    "",
  ],
  [
    "an answered write with another content does not",
    "c1 put >? @1 =h1; c2 put >8 @3-4 =h2; c3 read >8 @5-6; c4 read >7 @7-8",
    "illegal",
    "stale-read 6 4",
  ],
  [
    "a lost deletion is no write with a content",
    "c1 delete >? @1; c2 put >8 @3-4 =h1; c3 read >8 @5-6; c4 read >7 @7-8",
    "illegal",
    "stale-read 6 4",
  ],
  [
    "an answered write without a content leaves it open",
    "c1 put >? @1 =h1; c2 put >8 @3-4; c3 read >7 @5-6",
    "undetermined",
    "",
  ],
  [
    "a write that keeps the version, and whose content nobody reads",
    "c1 cas 7>7 @1-2 =h1; c2 read >7 @3-4 =h0",
    "illegal",
    "dropped-write 3",
  ],
  [
    "a write that keeps the version, and whose content is read",
    "c1 cas 7>7 @1-2 =h1; c2 read >7 @3-4 =h1",
    "illegal",
    "torn-value 3,torn-value 4",
  ],
  [
    "what is wrong besides is told",
    "c1 put >? @1 =h1; c2 put >? @1 =h1; c3 read >8 @3-4 =h1; c4 read >7 @1-2 =h9",
    "illegal",
    "torn-value 6",
  ],
])("%s", (_, text, expected, wrong) => {
  const operations = [initial, ...text.split("; ").map(operationFixture)];
  const { verdict, anomalies, open } = checkFixture({ versions: "opaque", operations, watch: [] });

  expect(verdict).toBe(expected);
  expect(open).toHaveLength(expected === "undetermined" ? 1 : 0);
  expect(anomalies.map(({ type, operations: lines }) => [type, ...lines].join(" ")).join()).toBe(
    wrong,
  );
});
