import type { Explanation } from "./explanation.ts";

/** Explanations of surviving mutants in watch progress. */
export const explainedWatchProgress: readonly Explanation[] = [
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (row <= 0) break;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) {",
    becomes: "while (at <= codes.length && this.#begin(expected, intAt(codes, at))) {",
    because: "There is no change beyond the last line.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) {",
    becomes: "while (at >= codes.length && this.#begin(expected, intAt(codes, at))) {",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "for (; at < codes.length; at += 1) {",
    becomes: "for (; false; at += 1) {",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "} else if (expected.ranks !== undefined && !mayBeCurrent) this.#checkRank(context, row, shown);",
    becomes: "} else if (true && !mayBeCurrent) this.#checkRank(context, row, shown);",
    because: "Without an order of versions, no change has a rank, and the called function returns.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#startRank = -Infinity;",
    becomes: "#startRank = +Infinity;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#hasStart = false;",
    becomes: "#hasStart = true;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#lastRank = -Infinity;",
    becomes: "#lastRank = +Infinity;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) {",
    becomes: "while (false) {",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) {",
    becomes: "while (true && this.#begin(expected, intAt(codes, at))) {",
    because: "There is no change beyond the last line.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) { at = this.#advance(expected, codes, at); }",
    becomes: "while (at < codes.length && this.#begin(expected, intAt(codes, at))) {}",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "for (; at < codes.length; at += 1) {",
    becomes: "for (; at >= codes.length; at += 1) {",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (true) break;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (row >= 0) break;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (false) break;",
    because: "A missing row has no place either, which also ends the loop.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (place <= 0 || place !== intAt(placeIn, object) + 1) break;",
    becomes: "if (true) break;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (place <= 0 || place !== intAt(placeIn, object) + 1) break;",
    becomes: "if (place < 0 || place !== intAt(placeIn, object) + 1) break;",
    because:
      "The first change is next only if the watch started before it; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank <= lastRank || rank <= bookmark) break;",
    becomes: "if (true) break;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity) lastRank = rank;",
    becomes: "if (true) lastRank = rank;",
    because: "Every change that a watch has shown has a version and therefore a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (shown < 0 || !this.#hasStart) return false;",
    becomes: "if (false || !this.#hasStart) return false;",
    because: "A missing row starts an object where it would start anyway.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank === Infinity) return;",
    becomes: "if (false) return;",
    because: "Every change that a watch has shown has a version and therefore a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;",
    becomes: "if (true && rank > this.#lastRank) this.#lastRank = rank;",
    because: "Every change that a watch has shown has a version and therefore a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;",
    becomes: "if (rank !== Infinity && rank >= this.#lastRank) this.#lastRank = rank;",
    because: "Assigning an equal rank changes nothing.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#isResumed = false;",
    becomes: "#isResumed = true;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#bookmark = -Infinity;",
    becomes: "#bookmark = +Infinity;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (expected.ranks !== undefined) this.#forgiven += place - skipped;",
    becomes: "if (true) this.#forgiven += place - skipped;",
    because: "If versions can only be compared for equality, pending changes are not counted.",
  },
];
