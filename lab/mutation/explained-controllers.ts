import type { Explanation } from "./explanation.ts";

/** Explanations of surviving mutants in the controller rules. */
export const explainedControllers: readonly Explanation[] = [
  {
    file: "suites/wings/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (true) {",
    because: "Where no mark is new there is nothing to learn; not to look saves time.",
  },
  {
    file: "suites/wings/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (step.metadata.length >= 0) {",
    because: "Where no mark is new there is nothing to learn; not to look saves time.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes:
      "if (step.status.length === 0 && this.#known === undefined && writer === undefined) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false || (this.#known === undefined && writer === undefined)) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (step.status.length === 0 || (false)) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/wings/controllers/rules/due-report.ts",
    was: "this.#cause !== undefined &&",
    becomes: "true &&",
    because: "Whoever asks whether something is late has looked before whether anything is due.",
  },
  {
    file: "suites/wings/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (true) this.#report(lost, writer, evidence);",
    because: "Of nothing that was lost nothing is reported.",
  },
  {
    file: "suites/wings/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (lost.length >= 0) this.#report(lost, writer, evidence);",
    because: "Of nothing that was lost nothing is reported.",
  },
  {
    file: "suites/wings/controllers/rules/generation-bounds.ts",
    was: "if (step.status.length === 0) return;",
    becomes: "if (false) return;",
    because: "In a status that is the same no generation is another one; not to look saves time.",
  },
  {
    file: "suites/wings/controllers/rules/generation-bounds.ts",
    was: "if (later > earlier) return;",
    becomes: "if (later >= earlier) return;",
    because: "Two that are equal were returned before.",
  },
  {
    file: "suites/wings/controllers/rules/requests.ts",
    was: "if (generation === undefined || reported === undefined) return;",
    becomes: "if (generation === undefined || false) return;",
    because: "What is not said is no generation, and is returned right after.",
  },
  {
    file: "suites/wings/controllers/rules/requests.ts",
    was: 'const what = `${place} grants ${JSON.stringify(granted)}, as requested by ${older.by}, but claims to be about generation ${step.after.metadata.generation ?? "?"}, which requests ${JSON.stringify(wish.value)}`;',
    becomes:
      'const what = `${place} grants ${JSON.stringify(granted)}, as requested by ${older.by}, but claims to be about generation ${step.after.metadata.generation ?? ""}, which requests ${JSON.stringify(wish.value)}`;',
    because: "An object without a generation was returned before; only the compiler needs it.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: 'typeof value === "string" && isTime(value) ? "a time" : value,',
    becomes: 'typeof value === "string" && isTime(value) ? "" : value,',
    because: "Any word will do that stands for all times.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "for (let i = 0; i < text.length; i += 1) {",
    becomes: "for (let i = 0; i <= text.length; i += 1) {",
    because: "One step more changes every number in the same way.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) * 2 ** 26 - (high >>> 6);",
    because: "Another number of its own for each pair, of which only equality is asked.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) / 2 ** 26 + (high >>> 6);",
    because: "Another number of its own for each pair, of which only equality is asked.",
  },
  {
    file: "suites/wings/controllers/rules/split-flushes.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*/su, "]");',
    because: "What comes after the first bracket goes either way, and one is named like the other.",
  },
  {
    file: "suites/wings/controllers/rules/split-flushes.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*$/su, "");',
    because: "What comes after the first bracket goes either way, and one is named like the other.",
  },
  {
    file: "suites/wings/controllers/rules/transition-times.ts",
    was: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? [];',
    becomes: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? ["Stryker was here"];',
    because: "The first place of a match is not looked at.",
  },
  {
    file: "suites/wings/controllers/rules/unchanged-writes.ts",
    was: "#wasSure = true;",
    becomes: "#wasSure = false;",
    because: "A state is only known to be of a write that was told before, which sets it.",
  },
  {
    file: "suites/wings/controllers/rules/unchanged-writes.ts",
    was: 'const isSeen = step.write?.side === "status" && step.write.by === "controller";',
    becomes: 'const isSeen = step.write?.side === "status" && true;',
    because: "Those of anybody else were returned before.",
  },
];
