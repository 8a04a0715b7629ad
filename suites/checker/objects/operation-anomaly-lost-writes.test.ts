import { expect, it } from "vitest";
import type { VersionOrder } from "../history/history.ts";
import { anomaliesIn } from "../testing/operation-anomalies.ts";
import { initial, checkFixture } from "../testing/history-fixture.ts";
import { operationFixture } from "../testing/operation-fixture.ts";

/** Anomalies that lost writes can explain, and anomalies that they cannot explain. Operations start at line 3. */
it.each<readonly [name: string, versions: VersionOrder, text: string, verdict: string]>([
  [
    "a lost deletion of what was replaced since explains no absence",
    "opaque",
    "c1 cas 7>8 @1-2; c2 read >8 @3-4; c1 delete 7>? @5; c2 read >not-found @7-8",
    "illegal: spurious-not-found 6",
  ],
  [
    "a lost write that came after what was written upon explains no version before it",
    "opaque",
    "c1 put >8 @1-3 =h2; c4 cas 8>9 @2-4 =h4; c2 cas 9>10 @9-11 =h8; c4 put >? @5 =h7; c1 read >11 @7-8 =h7",
    "illegal: future-read 7 5, or lost-update 5",
  ],
  [
    "nor does it beside a write at the same time",
    "opaque",
    "c1 put >8 @1-3 =h2; c4 cas 8>9 @2-4 =h4; c2 cas 9>10 @9-11 =h8; c4 put >? @5 =h7; c1 read >11 @7-8 =h7; c3 put >12 @6-12 =h11",
    "illegal: stale-read 7 5 4, or lost-update 5",
  ],
  [
    "a lost deletion explains no absence before a write that was answered",
    "comparable",
    "c1 delete >? @1 ~u1; c2 cas 7>8 @5-6; c3 read >not-found @3-4",
    "illegal: spurious-not-found 5 4, or write-after-delete 4",
  ],
  [
    "a deletion that was answered explains no absence before it",
    "opaque",
    "c2 read >not-found @1-2; c1 delete @3-4 ~u1; c2 create >9 @5-6 ~u2",
    "illegal: spurious-not-found 3 4, or double-delete 4",
  ],
  [
    "a lost write that came after a conflict does not explain it",
    "comparable",
    "c2 delete 7>conflict @1-3; c3 read >9 @2-5; c1 put >? @4 =h3",
    "illegal: spurious-conflict 3 5, or non-monotonic-version 5",
  ],
  [
    "a lost write with another content explains nothing that was seen too early",
    "comparable",
    "c1 put >9 @7-8 =h1; c1 put >? @4 =h2; c2 read >9 @3-6 =h1; c3 read >9 @2-6 =h1",
    "illegal: future-read 5 3, or future-read 3; future-read 6 3, or future-read 3",
  ],
])("%s", (_, versions, text, verdict) => {
  expect(anomaliesIn({ versions, first: [initial], text })).toBe(verdict);
});

it.each([
  [
    "two lost deletions of an object that was never there",
    [],
    "c2 delete >? @1 ~u1; c1 delete @2-3 ~u3",
  ],
  [
    "a lost deletion upon a version of which nobody told",
    [initial],
    "c2 cas 8>not-found @1-3; c1 delete 8>? @2",
  ],
  [
    "a lost write upon another version, with the content of one that was answered",
    [initial],
    "c1 put >8 @1-2 =h2; c1 cas 5>? @3 =h2; c2 read >9 @5-6 =h6",
  ],
])("says why it says nothing: %s", (_, first, text) => {
  const operations = [...first, ...text.split("; ").map(operationFixture)];
  const { verdict, anomalies, open } = checkFixture({ versions: "opaque", operations, watch: [] });

  expect([verdict, anomalies]).toEqual(["undetermined", []]);
  expect(open).toEqual([
    {
      object: "default/a",
      reason: "several writes with unknown outcomes could have produced the same version",
    },
  ]);
});
