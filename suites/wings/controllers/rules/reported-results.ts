import { jsonEquals } from "#contract";
import type { JsonObject, Resource } from "#contract";
import type { KeptEvidence } from "./kept-evidence.ts";
import { isForeign, noRule } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import { reportedGenerationOf } from "./observed-generation.ts";
import { isSame, leavesOf, placeOf } from "./status-leaves.ts";
import type { Leaf, Leaves } from "./status-leaves.ts";

const requirement = "controller.observed-generation-of-start";

/** Maximum number of reports and of final states that are kept for an object. */
const remembered = 16;

/** Number of undisturbed reports that show that the controller reports a generation only with its result. */
const sufficient = 2;

interface Asked {
  readonly spec: JsonObject;
  readonly evidence: KeptEvidence;
  /** True if the object reached a final state with this spec before the next one. */
  isReached: boolean;
}

/** The first status for the newest generation of the object. */
interface FirstReport {
  readonly leaves: Leaves;
  readonly evidence: KeptEvidence;
}

/** A first report and the final status for the same generation. */
interface Report extends FirstReport {
  /** The specs since the preceding final state, oldest first, starting with the spec of that state. */
  readonly asked: readonly Asked[];
  readonly before: Leaves;
  readonly final: Leaves;
}

/**
 * A status for the newest generation does not contain the result of an earlier one. A status may be intermediate,
 * because the result takes time. So this counts only for a spec that was replaced before it was reported, and only if
 * the same controller always reports the result together with the generation when the spec changes once. The results of
 * a spec are the final status of the same object with that spec. Kinds with acknowledgements have a rule of their own.
 */
export function reportedResults(first: FirstState, context: RuleContext): ObjectRule {
  if (context.promises.acknowledgements !== undefined) return noRule;
  return new ReportedResults(first, context);
}

class ReportedResults implements ObjectRule {
  readonly #context: RuleContext;
  readonly #agents = new Set<string>();
  #object: Resource;
  #isShared: boolean;
  #asked: readonly Asked[];
  #final: Leaves = new Map();
  #first: FirstReport | undefined;
  #reports: readonly Report[] = [];
  #ends: readonly { readonly spec: JsonObject; readonly leaves: Leaves }[] = [];

  constructor({ object, evidence, writer }: FirstState, context: RuleContext) {
    this.#context = context;
    this.#object = object;
    this.#isShared = writer?.role === "rival";
    this.#asked = [{ spec: object.spec ?? {}, evidence, isReached: false }];
  }

  step(step: StateStep): void {
    const { after, evidence } = step;
    this.#object = after;
    this.#isShared ||= step.writer?.role === "rival";
    if (step.spec.length > 0) {
      const asked = { spec: after.spec ?? {}, evidence, isReached: false };
      this.#asked = [...this.#asked, asked].slice(-remembered);
      this.#first = undefined;
    }
    if (step.status.length === 0 || isForeign(step)) return;
    this.#agents.add(step.write?.agent ?? "");
    if (this.#first !== undefined || !reportsNewest(after)) return;
    this.#first = { leaves: leavesOf(after.status ?? {}), evidence };
  }

  settled(): void {
    const { metadata, spec = {}, status = {} } = this.#object;
    if (metadata.deletionTimestamp !== undefined || !reportsNewest(this.#object)) return;
    const final = leavesOf(status);
    const others = this.#ends.filter((end) => !jsonEquals(end.spec, spec));
    this.#ends = [...others, { spec, leaves: final }].slice(-remembered);
    if (this.#first !== undefined) {
      const report = { ...this.#first, asked: this.#asked, before: this.#final, final };
      this.#reports = [...this.#reports, report].slice(-remembered);
    }
    this.#first = undefined;
    this.#final = final;
    this.#asked = this.#asked.slice(-1).map((asked) => ({ ...asked, isReached: true }));
  }

  end(): void {
    // One program may report the generation, and another one the result.
    if (this.#isShared || this.#agents.size > 1) return;
    for (const report of this.#reports) this.#judge(report);
  }

  #judge({ asked, leaves, evidence, final }: Report): void {
    const [newest, ...earlier] = asked.toReversed();
    for (const replaced of earlier.filter(({ isReached }) => !isReached)) {
      const end = this.#ends.find(({ spec }) => jsonEquals(spec, replaced.spec));
      if (newest === undefined || end === undefined) continue;
      const different = differences(end.leaves, final);
      if (different.length === 0 || !this.#isImmediate(different)) continue;
      this.#context.tried(requirement);
      if (!different.every(([key]) => hasSame(key, leaves, end.leaves))) continue;
      const detail = describe({ different, leaves, final, replaced, newest });
      this.#context.broken(requirement, [replaced.evidence, newest.evidence, evidence], detail);
      return;
    }
  }

  /** True if the controller reports these values together with the generation whenever the spec changes once. */
  #isImmediate(values: readonly Difference[]): boolean {
    const plain = this.#reports.flatMap(({ asked, before, leaves, final }) => {
      const isPlain = asked.length === 2 && asked[0]?.isReached === true;
      const changed = values.filter(([key]) => !hasSame(key, before, final));
      if (!isPlain || changed.length === 0) return [];
      return [changed.every(([key]) => hasSame(key, leaves, final))];
    });
    return plain.length >= sufficient && plain.every(Boolean);
  }
}

type Difference = readonly [key: string, leaf: Leaf];

function reportsNewest(object: Resource): boolean {
  const { generation } = object.metadata;
  return generation !== undefined && reportedGenerationOf(object) === generation;
}

function differences(left: Leaves, right: Leaves): readonly Difference[] {
  return [...new Map([...left, ...right])].filter(([key]) => !hasSame(key, left, right));
}

function hasSame(key: string, left: Leaves, right: Leaves): boolean {
  return isSame(left.get(key)?.value, right.get(key)?.value);
}

function describe({ different, leaves, final, replaced, newest }: Described): string {
  const [key = "", leaf] = different[0] ?? [];
  const place = placeOf(leaf?.path ?? []);
  const [older, newer] = [replaced, newest].map(({ evidence }) => evidence.generation ?? "?");
  const [wrong, right] = [leaves, final].map((one) => textOf(one.get(key)));
  return `the status reports generation ${newer}, but ${place} is ${wrong}, which is the result of generation ${older}; the later result of generation ${newer} is ${right}`;
}

interface Described {
  readonly different: readonly Difference[];
  readonly leaves: Leaves;
  readonly final: Leaves;
  readonly replaced: Asked;
  readonly newest: Asked;
}

function textOf(leaf: Leaf | undefined): string {
  return leaf === undefined ? "absent" : JSON.stringify(leaf.value);
}
