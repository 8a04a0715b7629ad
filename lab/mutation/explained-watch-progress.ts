import type { Explanation } from "./explanation.ts";

/** Explanations of surviving mutants in watch progress. */
export const explainedWatchProgress: readonly Explanation[] = [
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (row <= 0) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(world, intAt(codes, at))) {",
    becomes: "while (at <= codes.length && this.#begin(world, intAt(codes, at))) {",
    because: "Behind the last line there is no change to begin with.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(world, intAt(codes, at))) {",
    becomes: "while (at >= codes.length && this.#begin(world, intAt(codes, at))) {",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "for (; at < codes.length; at += 1) {",
    becomes: "for (; false; at += 1) {",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "} else if (world.ranks !== undefined && !mayBeCurrent) this.#checkRank(context, row, shown);",
    becomes: "} else if (true && !mayBeCurrent) this.#checkRank(context, row, shown);",
    because:
      "Without an order of versions no change has a rank, and what has none is returned there.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#startRank = -Infinity;",
    becomes: "#startRank = +Infinity;",
    because: "Each opening of a watch sets it before it is looked at.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#hasStart = false;",
    becomes: "#hasStart = true;",
    because: "Each opening of a watch sets it before it is looked at.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#lastRank = -Infinity;",
    becomes: "#lastRank = +Infinity;",
    because: "Each opening of a watch sets it before it is looked at.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(world, intAt(codes, at))) {",
    becomes: "while (false) {",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(world, intAt(codes, at))) {",
    becomes: "while (true && this.#begin(world, intAt(codes, at))) {",
    because: "Behind the last line there is no change to begin with.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "while (at < codes.length && this.#begin(world, intAt(codes, at))) { at = this.#advance(world, codes, at); }",
    becomes: "while (at < codes.length && this.#begin(world, intAt(codes, at))) {}",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "for (; at < codes.length; at += 1) {",
    becomes: "for (; at >= codes.length; at += 1) {",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (true) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (row >= 0) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (false) break;",
    because: "What is no row has no place either, which ends it just as well.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (place <= 0 || place !== intAt(placeIn, object) + 1) break;",
    becomes: "if (true) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (place <= 0 || place !== intAt(placeIn, object) + 1) break;",
    becomes: "if (place < 0 || place !== intAt(placeIn, object) + 1) break;",
    because:
      "The first change comes next only where a watch began before it; looked at closely it comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank <= lastRank || rank <= bookmark) break;",
    becomes: "if (true) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity) lastRank = rank;",
    becomes: "if (true) lastRank = rank;",
    because: "What a watch has shown has a version, and with it a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (shown < 0 || !this.#hasStart) return false;",
    becomes: "if (false || !this.#hasStart) return false;",
    because: "What is no row begins some object where that would begin anyway.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank === Infinity) return;",
    becomes: "if (false) return;",
    because: "What a watch has shown has a version, and with it a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;",
    becomes: "if (true && rank > this.#lastRank) this.#lastRank = rank;",
    because: "What a watch has shown has a version, and with it a rank.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (rank !== Infinity && rank > this.#lastRank) this.#lastRank = rank;",
    becomes: "if (rank !== Infinity && rank >= this.#lastRank) this.#lastRank = rank;",
    because: "It becomes what it was.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#isResumed = false;",
    becomes: "#isResumed = true;",
    because: "Each opening of a watch sets it before it is looked at.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "#bookmark = -Infinity;",
    becomes: "#bookmark = +Infinity;",
    because: "Each opening of a watch sets it before it is looked at.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (world.ranks !== undefined) this.#forgiven += place - skipped;",
    becomes: "if (true) this.#forgiven += place - skipped;",
    because: "Where versions are only equal or not, nobody counts what is due.",
  },
];
