import type { Explanation } from "./explanation.ts";

/** Mutants of the checker that survive for a reason. */
export const explainedChecker: readonly Explanation[] = [
  {
    file: "suites/checker/check-object.ts",
    was: 'return history.texts.objects[object] ?? "";',
    becomes: 'return history.texts.objects[object] ?? "Stryker was here!";',
    because: "Every object that is judged has a name; the compiler alone needs to be told.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "if (orphans.length === 0) return { isAmbiguous };",
    becomes: "if (false) return { isAmbiguous };",
    because: "Without orphans nothing that follows does anything.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "for (let node = 0; node < view.nodeCount; node += 1) {",
    becomes: "for (let node = 0; node <= view.nodeCount; node += 1) {",
    because: "Behind the last one there is no orphan.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "for (let op = 0; op < view.count; op += 1) {",
    becomes: "for (let op = 0; op <= view.count; op += 1) {",
    because: "Behind the last one there is no write.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "if (possible.length === 2) break;",
    becomes: "if (false) break;",
    because: "Two are enough to know that there is a choice; to look for more only takes longer.",
  },
  {
    file: "suites/checker/search/decide.ts",
    was: "return violationOf(model, { order, hidden }, demands) === undefined;",
    becomes: "return false;",
    because: "A short cut: the search finds the same, only later.",
  },
  {
    file: "suites/checker/watches/watch-progress.ts",
    was: "if (row < 0) break;",
    becomes: "if (row <= 0) break;",
    because: "What is not taken at once is looked at closely, and comes to the same.",
  },
  {
    file: "suites/checker/watches/watch-stream.ts",
    was: "this.#isWhole = namespace === undefined && object === none;",
    becomes: "this.#isWhole = false;",
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
    file: "suites/checker/search/decide.ts",
    was: '} else if (order !== undefined && isExplainedUnseen(model, order, demands)) { return { result: "legal" }; }',
    becomes: "} else if (order !== undefined && isExplainedUnseen(model, order, demands)) {}",
    because: "A short cut: the search finds the same, only later.",
  },
  {
    file: "suites/checker/watches/watch-stream.ts",
    was: 'const type = watchEventTypes[intAt(watches.event, row)] ?? "close";',
    becomes: 'const type = watchEventTypes[intAt(watches.event, row)] ?? "";',
    because: "Every number in the column is that of a type; the compiler alone needs to be told.",
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
    file: "suites/checker/objects/attribution.ts",
    was: "if (writer !== none) this.#withValue(intAt(this.#view.value, writer)).delete(writer);",
    becomes: "if (true) this.#withValue(intAt(this.#view.value, writer)).delete(writer);",
    because: "Where there is no write, none is taken out of a list.",
  },
  {
    file: "suites/checker/watches/watch-lessons.ts",
    was: "for (let row = 0; row < changes.length; row += 1) {",
    becomes: "for (let row = 0; row <= changes.length; row += 1) {",
    because: "Behind the last change there is no deletion.",
  },
];
