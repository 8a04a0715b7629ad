import type { Explanation } from "./explanation.ts";

export const explainedChecker: readonly Explanation[] = [
  {
    file: "suites/checker/verdict/check-object.ts",
    was: 'return history.texts.objects[object] ?? "";',
    becomes: 'return history.texts.objects[object] ?? "Stryker was here!";',
    because: "Every object that is judged has a name; only the compiler requires a default.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "if (orphans.length === 0) return { isAmbiguous };",
    becomes: "if (false) return { isAmbiguous };",
    because: "Without orphans, the following code has no effect.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "for (let node = 0; node < view.nodeCount; node += 1) {",
    becomes: "for (let node = 0; node <= view.nodeCount; node += 1) {",
    because: "There is no orphan beyond the last node.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "for (let op = 0; op < view.count; op += 1) {",
    becomes: "for (let op = 0; op <= view.count; op += 1) {",
    because: "There is no write beyond the last operation.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "if (possible.length === 2) break;",
    becomes: "if (false) break;",
    because:
      "Two candidates suffice to show that there is a choice; searching for more only takes longer.",
  },
  {
    file: "suites/checker/search/decide.ts",
    was: "return violationOf(model, { order, hidden }, demands) === undefined;",
    becomes: "return false;",
    because: "A shortcut: the search has the same result but takes longer.",
  },
  {
    file: "suites/checker/search/decide.ts",
    was: '} else if (order !== undefined && isExplainedUnseen(model, order, demands)) { return { result: "legal" }; }',
    becomes: "} else if (order !== undefined && isExplainedUnseen(model, order, demands)) {}",
    because: "A shortcut: the search has the same result but takes longer.",
  },
  {
    file: "suites/checker/objects/attribution.ts",
    was: "if (writer !== none) this.#withValue(intAt(this.#view.value, writer)).delete(writer);",
    becomes: "if (true) this.#withValue(intAt(this.#view.value, writer)).delete(writer);",
    because: "Without a write, nothing is deleted from a list.",
  },
  {
    file: "suites/checker/verdict/check-object.ts",
    was: "return { mostSteps: 200_000 + 20 * events, mostConfigurations: 4_000 };",
    becomes: "return { mostSteps: 200_000 + 20 / events, mostConfigurations: 4_000 };",
    because: "The limit is approximate; no verdict depends on its exact value.",
  },
  {
    file: "suites/checker/verdict/check-object.ts",
    was: "return { mostSteps: 200_000 + 20 * events, mostConfigurations: 4_000 };",
    becomes: "return { mostSteps: 200_000 - 20 * events, mostConfigurations: 4_000 };",
    because: "The limit is approximate; no verdict depends on its exact value.",
  },
  {
    file: "suites/checker/verdict/check-object.ts",
    was: "const others = operations.filter((other) => other !== operation);",
    becomes: "const others = operations;",
    because: "No operation ends before itself or starts after itself.",
  },
  {
    file: "suites/checker/verdict/check-object.ts",
    was: "const others = operations.filter((other) => other !== operation);",
    becomes: "const others = operations.filter((other) => true);",
    because: "No operation ends before itself or starts after itself.",
  },
  {
    file: "suites/checker/search/decide.ts",
    was: 'if (order !== undefined && violation === undefined) return { result: "legal" };',
    becomes: 'if (false) return { result: "legal" };',
    because: "A shortcut: a history that is legal as recorded is also legal with unseen states.",
  },
  {
    file: "suites/checker/search/decide.ts",
    was: "} else if (order !== undefined && isExplainedUnseen(model, order, demands)) {",
    becomes: "} else if (false) {",
    because: "A shortcut: the search has the same result but takes longer.",
  },
];
