import { expect, it } from "vitest";
import type { VersionOrder } from "../history/history.ts";
import { anomaliesIn } from "../testing/operation-anomalies.ts";
import { initial } from "../testing/history-fixture.ts";

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
