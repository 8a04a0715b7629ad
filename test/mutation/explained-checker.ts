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
];
