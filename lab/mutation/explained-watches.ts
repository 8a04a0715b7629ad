import type { Explanation } from "./explanation.ts";

export const explainedWatches: readonly Explanation[] = [
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: "this.#isWhole = namespace === undefined && object === none;",
    becomes: "this.#isWhole = false;",
    because: "Only the fast path is skipped; the full check has the same result.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: 'const type = watchEventTypes[intAt(watches.event, row)] ?? "close";',
    becomes: 'const type = watchEventTypes[intAt(watches.event, row)] ?? "";',
    because: "Every number in the column is an event type; only the compiler requires a default.",
  },
  {
    file: "suites/checker/watches/infer-from-watches.ts",
    was: "for (let row = 0; row < changes.length; row += 1) {",
    becomes: "for (let row = 0; row <= changes.length; row += 1) {",
    because: "There is no deletion beyond the last change.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: "#isWhole = true;",
    becomes: "#isWhole = false;",
    because: "Opening a watch sets this field before it is read.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: "for (let at = intAt(lines.starts, watch); at < end; at += 1) {",
    becomes: "for (let at = intAt(lines.starts, watch); at <= end; at += 1) {",
    because: "Beyond the last line, another watch starts, which does not change the findings.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: "if (at < end) this.#take(lines.rowAt(at));",
    becomes: "if (true) this.#take(lines.rowAt(at));",
    because: "Beyond the last line, another watch starts, which does not change the findings.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: "if (at < end) this.#take(lines.rowAt(at));",
    becomes: "if (at <= end) this.#take(lines.rowAt(at));",
    because: "Beyond the last line, another watch starts, which does not change the findings.",
  },
  {
    file: "suites/checker/watches/watch-checker.ts",
    was: 'case "expired": return;',
    becomes: 'case "expired":',
    because: "An expired watch has no version, and nothing is due.",
  },
  {
    file: "suites/checker/watches/watch-report.ts",
    was: 'watch: history.texts.watches[this.#watch] ?? "",',
    becomes: 'watch: history.texts.watches[this.#watch] ?? "Stryker was here!",',
    because: "Every watch that is judged has a name; only the compiler requires a default.",
  },
  {
    file: "suites/checker/watches/infer-from-watches.ts",
    was: 'compareDecimals(texts.versions[other] ?? "", texts.versions[version] ?? "") > 0;',
    becomes:
      'compareDecimals(texts.versions[other] ?? "", texts.versions[version] ?? "Stryker was here!") > 0;',
    because: "Every event has a version; only the compiler requires a default.",
  },
];
