import type { ReadableChange } from "./change.ts";

/** A mutant that no test can notice, or that none should, and why. */
export interface Explanation extends ReadableChange {
  readonly file: string;
  readonly because: string;
}

/** All mutants that survive for a reason. One that is killed, or that is made no longer, must leave this list. */
export const explained: readonly Explanation[] = [
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: 'const body = data.kind === "json" && isJsonObject(data.value) ? data.value : undefined;',
    becomes: "const body = true && isJsonObject(data.value) ? data.value : undefined;",
    because: "What is no JSON is a text, and a text is no object either.",
  },
  {
    file: "suites/targets/kubernetes/read-reply.ts",
    was: 'if (data.kind !== "json" || !isJsonObject(data.value)) {',
    becomes: "if (false || !isJsonObject(data.value)) {",
    because: "What is no JSON is a text, and a text is no object either.",
  },
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: "...(status === undefined ? {} : { http: status }),",
    becomes: "...(false ? {} : { http: status }),",
    because: "A status that is undefined is read like one that is absent.",
  },
  {
    file: "suites/targets/graphql/replies/outcome.ts",
    was: "...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),",
    becomes: "...(false ? {} : { retryAfterSeconds }),",
    because: "A time that is undefined is read like one that is absent.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: ': undecided(requirement, "nothing to judge", evidence);',
    becomes: ': undecided(requirement, "", evidence);',
    because: "Whatever has no object was returned before; the compiler alone needs to be told.",
  },
  {
    file: "suites/harness/judging/given.ts",
    was: "return Object.keys(steps).every((name) => Object.hasOwn(objects, name));",
    becomes: "return Object.keys(steps).some(name => Object.hasOwn(objects, name));",
    because: "Whatever has no object was returned before; the compiler alone needs to be told.",
  },
  {
    file: "suites/harness/judging/compare.ts",
    was: "for (let i = 0; i < length; i += 1) {",
    becomes: "for (let i = 0; i <= length; i += 1) {",
    because: "Behind the ends of both lists nothing stands beside nothing, which is equal.",
  },
  {
    file: "suites/harness/refusals/none-moved.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence, instances: 0 };',
    becomes:
      'const nothing = { holds: true, expected: "Stryker was here!", actual: "", evidence, instances: 0 };',
    because: "The words of a claim that holds are never said.",
  },
  {
    file: "suites/harness/refusals/none-moved.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence, instances: 0 };',
    becomes:
      'const nothing = { holds: true, expected: "", actual: "Stryker was here!", evidence, instances: 0 };',
    because: "The words of a claim that holds are never said.",
  },
  {
    file: "suites/harness/judging/vacuous.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 };',
    becomes:
      'const nothing = { holds: true, expected: "Stryker was here!", actual: "", evidence: [], instances: 0 };',
    because: "The words of a claim that holds are never said.",
  },
  {
    file: "suites/harness/judging/vacuous.ts",
    was: 'const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 };',
    becomes:
      'const nothing = { holds: true, expected: "", actual: "Stryker was here!", evidence: [], instances: 0 };',
    because: "The words of a claim that holds are never said.",
  },
  {
    file: "suites/checker/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (true) {",
    because: "Where no mark is new there is nothing to learn; not to look saves time.",
  },
  {
    file: "suites/checker/controllers/rules/authors-side.ts",
    was: "} else if (step.metadata.length > 0) {",
    becomes: "} else if (step.metadata.length >= 0) {",
    because: "Where no mark is new there is nothing to learn; not to look saves time.",
  },
  {
    file: "suites/checker/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/checker/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes:
      "if (step.status.length === 0 && this.#known === undefined && writer === undefined) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/checker/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (false || (this.#known === undefined && writer === undefined)) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/checker/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes: "if (step.status.length === 0 || (false)) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/checker/controllers/rules/condition-turns.ts",
    was: "if (step.status.length === 0 || (this.#known === undefined && writer === undefined)) return;",
    becomes:
      "if (step.status.length === 0 || (this.#known !== undefined && writer === undefined)) return;",
    because:
      "Where no condition is new, or nobody was known yet, nothing is counted; not to look saves time and room.",
  },
  {
    file: "suites/checker/controllers/rules/due-report.ts",
    was: "this.#cause !== undefined &&",
    becomes: "true &&",
    because: "Whoever asks whether something is late has looked before whether anything is due.",
  },
  {
    file: "suites/checker/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (true) this.#report(lost, writer, evidence);",
    because: "Of nothing that was lost nothing is reported.",
  },
  {
    file: "suites/checker/controllers/rules/foreign-fields.ts",
    was: "if (lost.length > 0) this.#report(lost, writer, evidence);",
    becomes: "if (lost.length >= 0) this.#report(lost, writer, evidence);",
    because: "Of nothing that was lost nothing is reported.",
  },
  {
    file: "suites/checker/controllers/rules/generation-bounds.ts",
    was: "if (step.status.length === 0) return;",
    becomes: "if (false) return;",
    because: "In a status that is the same no generation is another one; not to look saves time.",
  },
  {
    file: "suites/checker/controllers/rules/generation-bounds.ts",
    was: "if (later > earlier) return;",
    becomes: "if (later >= earlier) return;",
    because: "Two that are equal were returned before.",
  },
  {
    file: "suites/checker/controllers/rules/requests.ts",
    was: "if (generation === undefined || reported === undefined) return;",
    becomes: "if (generation === undefined || false) return;",
    because: "What is not said is no generation, and is returned right after.",
  },
  {
    file: "suites/checker/controllers/rules/requests.ts",
    was: 'const what = `${place} grants ${JSON.stringify(granted)}, as an earlier generation asked, and says to be about generation ${step.after.metadata.generation ?? "?"}, which asks for ${JSON.stringify(wish.value)}`;',
    becomes:
      'const what = `${place} grants ${JSON.stringify(granted)}, as an earlier generation asked, and says to be about generation ${step.after.metadata.generation ?? ""}, which asks for ${JSON.stringify(wish.value)}`;',
    because:
      "An object without a generation was returned before; the compiler alone needs to be told.",
  },
  {
    file: "suites/checker/controllers/rules/restlessness.ts",
    was: 'typeof value === "string" && isTime(value) ? "a time" : value,',
    becomes: 'typeof value === "string" && isTime(value) ? "" : value,',
    because: "Any word will do that stands for all times.",
  },
  {
    file: "suites/checker/controllers/rules/restlessness.ts",
    was: "for (let i = 0; i < text.length; i += 1) {",
    becomes: "for (let i = 0; i <= text.length; i += 1) {",
    because: "One step more changes every number in the same way.",
  },
  {
    file: "suites/checker/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) * 2 ** 26 - (high >>> 6);",
    because: "Another number of its own for each pair, of which only equality is asked.",
  },
  {
    file: "suites/checker/controllers/rules/restlessness.ts",
    was: "return (low >>> 6) * 2 ** 26 + (high >>> 6);",
    becomes: "return (low >>> 6) / 2 ** 26 + (high >>> 6);",
    because: "Another number of its own for each pair, of which only equality is asked.",
  },
  {
    file: "suites/checker/controllers/rules/split-flushes.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*/su, "]");',
    because: "What comes after the first bracket goes either way, and one is named like the other.",
  },
  {
    file: "suites/checker/controllers/rules/split-flushes.ts",
    was: 'return path.replace(/\\].*$/su, "]");',
    becomes: 'return path.replace(/\\].*$/su, "");',
    because: "What comes after the first bracket goes either way, and one is named like the other.",
  },
  {
    file: "suites/checker/controllers/rules/transition-times.ts",
    was: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? [];',
    becomes: 'const [, fraction = ""] = /\\.(\\d+)/u.exec(time) ?? ["Stryker was here"];',
    because: "The first place of a match is not looked at.",
  },
  {
    file: "suites/checker/controllers/rules/unchanged-writes.ts",
    was: "#wasSure = true;",
    becomes: "#wasSure = false;",
    because: "A state is only known to be of a write that was told before, which sets it.",
  },
  {
    file: "suites/checker/controllers/rules/unchanged-writes.ts",
    was: 'const isSeen = step.write?.side === "status" && step.write.by === "controller";',
    becomes: 'const isSeen = step.write?.side === "status" && true;',
    because: "Those of anybody else were returned before.",
  },
];
