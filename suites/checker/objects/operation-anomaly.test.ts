import { describe, expect, it } from "vitest";
import type { InitialLine, VersionOrder } from "../history/history.ts";
import { checkFixture, initial } from "../testing/history-fixture.ts";
import { anomaliesIn } from "../testing/operation-anomalies.ts";
import { operationFixture } from "../testing/operation-fixture.ts";

/** A name, the operations on an object from line 3 on, and the expected anomaly. */
type Row = readonly [name: string, operations: string, wrong: string];

function table(versions: VersionOrder, first: readonly InitialLine[], rows: readonly Row[]): void {
  it.each(rows)("%s", (_, text, wrong) => {
    expect(anomaliesIn({ versions, first, text })).toBe(
      wrong === "" ? "legal" : `illegal: ${wrong}`,
    );
  });
}

describe("refusals", () => {
  table(
    "opaque",
    [initial],
    [
      ["a read that found nothing", "c1 read >not-found @1-2", "spurious-not-found 3"],
      ["a write that found nothing", "c1 cas 7>not-found @1-2", "spurious-not-found 3"],
      ["a deletion that found nothing", "c1 delete >not-found @1-2", "spurious-not-found 3"],
      ["a creation that found something", "c1 create >exists @1-2", ""],
      ["a conflict with nothing", "c1 cas 7>conflict @1-2", "spurious-conflict 3"],
      ["a conflict about a version that there is not", "c1 cas 6>conflict @1-2", ""],
      ["a deletion in conflict with nothing", "c1 delete 7>conflict @1-2", "spurious-conflict 3"],
      ["a deletion in conflict with another uid", "c1 delete >conflict ~u9 @1-2", ""],
      [
        "a conflict that a write at the same time explains",
        "c1 cas 7>conflict @1-4; c2 cas 7>8 @2-3",
        "",
      ],
      [
        "a conflict before the write",
        "c1 cas 7>conflict @1-2; c2 cas 7>8 @3-4",
        "spurious-conflict 3 4, or lost-update 4",
      ],
      ["a conflict after the write", "c2 cas 7>8 @1-2; c1 cas 7>conflict @3-4", ""],
      ["what certainly failed", "c1 cas 7>failed @1-2; c1 read >7 @3-4", ""],
    ],
  );

  table(
    "opaque",
    [],
    [
      [
        "a creation that found something where nothing was",
        "c1 create >exists @1-2",
        "spurious-exists 2",
      ],
      ["a write in conflict with nothing at all", "c1 put >conflict @1-2", "spurious-conflict 2"],
    ],
  );
});

describe("observations", () => {
  table(
    "opaque",
    [initial],
    [
      [
        "before it was written",
        "c2 read >8 @1-2; c1 cas 7>8 @3-4",
        "future-read 3 4, or future-read 4",
      ],
      ["while it was written", "c2 read >8 @1-3; c1 cas 7>8 @2-4", ""],
      [
        "after it was replaced, as others saw",
        "c1 cas 7>8 @1-2; c2 read >8 @3-4; c3 read >7 @5-6",
        "stale-read 5 3",
      ],
      [
        "after it was replaced, as nobody saw",
        "c1 cas 7>8 @1-2; c3 read >7 @5-6",
        "stale-read 4 3, or dropped-write 3",
      ],
      [
        "after one replaced it oneself",
        "c1 cas 7>8 @1-2; c2 read >8 @3-4; c1 read >7 @5-6",
        "read-your-writes 5 3",
      ],
      [
        "after one saw a newer one",
        "c1 cas 7>8 @1-9; c2 read >8 @2-3; c2 read >7 @4-5",
        "non-monotonic-read 5 4, or future-read 4",
      ],
      [
        "after somebody else saw a newer one",
        "c1 cas 7>8 @1-9; c2 read >8 @2-3; c3 read >7 @4-5",
        "stale-read 5 4, or future-read 4",
      ],
      [
        "after it was gone",
        "c1 delete @1-2 ~u1; c1 read >not-found @3-4; c2 read >7 @5-6",
        "read-after-delete 5 3",
      ],
      [
        "after it was gone, as nobody saw",
        "c1 delete @1-2 ~u1; c2 read >7 @5-6",
        "read-after-delete 4 3, or dropped-write 3",
      ],
      [
        "by a write that changed nothing",
        "c1 cas 7>8 @1-2; c2 read >8 @3-4; c3 cas 7>7 @5-6 =h0",
        "lost-update 5 3",
      ],
    ],
  );
});

describe("writes", () => {
  table(
    "opaque",
    [initial],
    [
      ["twice upon one version", "c1 cas 7>8 @1-4; c2 cas 7>9 @2-5", "lost-update 4 3"],
      [
        "upon what was put since",
        "c1 put >8 @1-2; c2 put >9 @3-4; c3 cas 8>10 @5-6",
        "lost-update 5 4, or dropped-write 4",
      ],
      [
        "upon what was not there yet",
        "c1 cas 8>9 @1-2; c2 cas 7>8 @3-4",
        "future-read 4 3, or future-read 3",
      ],
      [
        "upon what was gone",
        "c1 delete @1-2 ~u1; c2 read >not-found @3-4; c1 cas 7>8 @5-6",
        "write-after-delete 5 3",
      ],
      ["over what is there", "c1 create >8 @1-2 ~u2", "create-over-existing 3"],
      [
        "over what was created before",
        "c1 delete @1-2; c1 create >8 @3-4 ~u2; c2 create >9 @5-6 ~u3",
        "create-over-existing 5 4, or create-over-existing 4",
      ],
      [
        "gone twice, whatever it was",
        "c1 delete @1-2; c2 read >not-found @3-4; c3 delete @5-6",
        "double-delete 5 3",
      ],
      [
        "gone, and then seen to be gone by two",
        "c1 delete @1-2; c2 delete >not-found @3-4; c3 read >not-found @3-4",
        "",
      ],
      [
        "read ahead of two writes",
        "c1 cas 7>8 @1-2; c2 read >9 @3-4; c3 cas 8>9 @5-6",
        "future-read 4 5, or future-read 5",
      ],
      [
        "lost, and carried out after it was seen",
        "c2 read >8 @1-2; c1 cas 7>? @3 =h1",
        "future-read 3 4, or future-read 4",
      ],
      [
        "created anew before it was gone",
        "c1 create >8 @1-2 ~u2; c2 delete @3-4 ~u1",
        "create-over-existing 3 4, or lost-update 4",
      ],
      ["gone twice", "c1 delete @1-2 ~u1; c2 delete @3-4 ~u1", "double-delete 4 3"],
      [
        "a deletion of what was replaced",
        "c1 cas 7>8 @1-2; c2 read >8 @3-4; c3 delete 7> @5-6",
        "lost-update 5 3",
      ],
      [
        "each upon the other, at one time",
        "c1 cas 7>8 @1-9; c2 cas 8>9 @1-9; c3 read >9 @10-11",
        "",
      ],
    ],
  );

  table(
    "comparable",
    [initial],
    [
      [
        "an older version after a newer one",
        "c1 put >9 @1-2; c2 put >8 @3-4",
        "non-monotonic-version 4 3, or dropped-write 3",
      ],
      ["an older version at the same time as a newer one", "c1 put >9 @1-4; c2 put >8 @2-3", ""],
      [
        "a newer version upon an older one",
        "c1 cas 7>9 @1-2; c2 cas 9>12 @3-4; c3 read >12 @5-6",
        "",
      ],
    ],
  );
});

describe("combinations", () => {
  table(
    "opaque",
    [initial],
    [
      [
        "each for itself",
        "c1 cas 7>8 @1-2; c2 read >8 @3-4; c3 read >7 @5-6; c3 read >not-found @7-8",
        "stale-read 5 3; spurious-not-found 6",
      ],
      [
        "a lost write explains one of them",
        "c1 cas 7>? @1 =h1; c2 cas 7>conflict @3-4; c3 read >not-found @5-6",
        "spurious-not-found 5",
      ],
    ],
  );
});

/** Which operation is suspected if several may be wrong. Operations start at line 3. */
it.each<readonly [name: string, versions: VersionOrder, text: string, verdict: string]>([
  [
    "two who each saw something before it was written",
    "comparable",
    "c1 put >9 @5-6 =h1; c2 read >9 @3-4 =h1; c3 put >10 @7-8 =h2; c2 read >10 @1-2 =h2",
    "illegal: future-read 6 5, or future-read 5; future-read 4 3, or future-read 3",
  ],
  [
    "a conflict between the write of its version and the next one",
    "comparable",
    "c1 cas 7>8 @1-1; c2 cas 8>9 @5-6; c1 cas 8>conflict @3-4",
    "illegal: spurious-conflict 5 4 3, or lost-update 4, or dropped-write 3",
  ],
  [
    "an absence before something is created and gone",
    "opaque",
    "c1 delete @1-2 ~u1; c2 cas 7>not-found @4-5; c1 create >8 @3-3 =h3; c1 delete @6-7 ~u5",
    "illegal: spurious-not-found 4 6 5, or double-delete 6, or create-over-existing 5",
  ],
  [
    "a version that is newer than those of two later writes",
    "comparable",
    "c2 put >8 @3-4; c1 put >9 @5-6; c3 put >12 @1-2",
    "illegal: non-monotonic-version 5",
  ],
  [
    "a conflict, and what its client saw after it",
    "opaque",
    "c1 cas 7>8 @1-9; c2 cas 7>conflict @2-3; c2 read >7 @4-5",
    "illegal: spurious-conflict 4 5, or stale-read 5",
  ],
])("%s", (_, versions, text, verdict) => {
  expect(anomaliesIn({ versions, first: [initial], text })).toBe(verdict);
});

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
