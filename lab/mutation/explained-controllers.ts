import type { Explanation } from "./explanation.ts";

export const explainedControllers: readonly Explanation[] = [
  {
    file: "suites/wings/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (true) {",
    because: "Without changed metadata there is nothing to infer; returning early only saves time.",
  },
  {
    file: "suites/wings/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (step.metadata.length >= 0) {",
    because: "Without changed metadata there is nothing to infer; returning early only saves time.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false) return;",
    because:
      "Without a changed condition or a known writer, nothing is counted; returning early only saves time and memory.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes:
      "if (step.status.length === 0 && this.#known === undefined && writer === undefined) return;",
    because:
      "Without a changed condition or a known writer, nothing is counted; returning early only saves time and memory.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false || (this.#known === undefined && writer === undefined)) return;",
    because:
      "Without a changed condition or a known writer, nothing is counted; returning early only saves time and memory.",
  },
  {
    file: "suites/wings/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (step.status.length === 0 || (false)) return;",
    because:
      "Without a changed condition or a known writer, nothing is counted; returning early only saves time and memory.",
  },
  {
    file: "suites/wings/controllers/rules/due-report.ts",
    was: "this.#cause !== undefined &&",
    becomes: "true &&",
    because: "The caller has already checked whether a report is due.",
  },
  {
    file: "suites/wings/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (true) this.#report(lost, writer, evidence);",
    because: "Nothing is reported if no field was lost.",
  },
  {
    file: "suites/wings/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (lost.length >= 0) this.#report(lost, writer, evidence);",
    because: "Nothing is reported if no field was lost.",
  },
  {
    file: "suites/wings/controllers/rules/generation-bounds.ts",
    was: "if (step.status.length === 0) return;",
    becomes: "if (false) return;",
    because: "An unchanged status has unchanged generations; returning early only saves time.",
  },
  {
    file: "suites/wings/controllers/rules/generation-bounds.ts",
    was: "if (observed > earlier) return;",
    becomes: "if (observed >= earlier) return;",
    because: "Equal values are skipped before the comparison.",
  },
  {
    file: "suites/wings/controllers/rules/acknowledged-requests.ts",
    was: "if (generation === undefined || reported === undefined) return;",
    becomes: "if (generation === undefined || false) return;",
    because: "An absent value is not a generation, and the next check returns.",
  },
  {
    file: "suites/wings/controllers/rules/acknowledged-requests.ts",
    was: 'const what = `${place} grants ${JSON.stringify(granted)} (requested by ${older.by}), but the status reports generation ${step.after.metadata.generation ?? "?"}, which requests ${JSON.stringify(wish.value)}`;',
    becomes:
      'const what = `${place} grants ${JSON.stringify(granted)} (requested by ${older.by}), but the status reports generation ${step.after.metadata.generation ?? ""}, which requests ${JSON.stringify(wish.value)}`;',
    because:
      "Objects without a generation have returned earlier; only the compiler requires a default.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: 'typeof value === "string" && isTime(value) ? "a time" : value,',
    becomes: 'typeof value === "string" && isTime(value) ? "" : value,',
    because: "Any constant can represent all times.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "for (let i = 0; i < text.length; i += 1) {",
    becomes: "for (let i = 0; i <= text.length; i += 1) {",
    because: "An additional step changes every hash in the same way.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) * 2 ** 26 - (high >>> 6);",
    because: "Each pair still gets its own number, and numbers are only compared for equality.",
  },
  {
    file: "suites/wings/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) / 2 ** 26 + (high >>> 6);",
    because: "Each pair still gets its own number, and numbers are only compared for equality.",
  },
  {
    file: "suites/wings/controllers/rules/field-at.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*/su, "]");',
    because:
      "Everything after the first bracket is removed in both cases, and the names stay consistent.",
  },
  {
    file: "suites/wings/controllers/rules/field-at.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*$/su, "");',
    because:
      "Everything after the first bracket is removed in both cases, and the names stay consistent.",
  },
  {
    file: "suites/wings/controllers/rules/transition-times.ts",
    was: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? [];',
    becomes: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? ["Stryker was here"];',
    because: "The first element of a match is not used.",
  },
  {
    file: "suites/wings/controllers/rules/unchanged-writes.ts",
    was: "#wasSure = true;",
    becomes: "#wasSure = false;",
    because: "A known state comes from an earlier write, which sets this field.",
  },
  {
    file: "suites/wings/controllers/rules/unchanged-writes.ts",
    was: 'const isSeen = step.write?.side === "status" && step.write.by === "controller";',
    becomes: 'const isSeen = step.write?.side === "status" && true;',
    because: "Writes by others have returned earlier.",
  },
];
