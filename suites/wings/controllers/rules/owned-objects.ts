import { agreeing, counted, describeKey } from "#contract";
import type { ControllerRequirementId, Resource } from "#contract";
import type { ControllerStateEvent, OwnedEvent } from "./controller-event.ts";
import { noRule } from "./controller-rule.ts";
import type {
  FirstState,
  ObjectRule,
  RuleContext,
  Settling,
  StateStep,
} from "./controller-rule.ts";
import { DueReport } from "./due-report.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { ownedKindsOf } from "./kind-promises.ts";
import { endOf } from "./ends.ts";
import { mostOwned } from "./owned-numbers.ts";
import type { OwnedNumber } from "./owned-numbers.ts";
import { reportsReadiness } from "./reads-as-ready.ts";

const violated = {
  left: "controller.owned-objects-match",
  many: "controller.owned-objects-match",
  missing: "controller.ready-agrees-with-owned",
  unready: "controller.ready-agrees-with-owned",
} as const satisfies Record<string, ControllerRequirementId>;

interface Difference {
  readonly about: keyof typeof violated;
  readonly detail: string;
}

/**
 * Each object has as many owned objects as undisturbed objects with the same spec. They are deleted together with their
 * owner. An object of whose owned objects one is missing or not ready is not ready. A difference is a violation only if
 * it persists for the time limit, because the states of two kinds arrive independently and a controller needs time.
 */
export function ownedObjects(first: FirstState, context: RuleContext): ObjectRule {
  const kinds = new Set(ownedKindsOf(context.promises).map(({ kind }) => kind));
  const [only, ...more] = [...kinds].map((kind) => new OwnedObjects(kind, first, context));
  if (only === undefined) return noRule;
  return more.length === 0 ? only : new AllOf([only, ...more]);
}

/** Checks the rule on each kind of owned objects. */
class AllOf implements ObjectRule {
  readonly #rules: readonly OwnedObjects[];

  constructor(rules: readonly OwnedObjects[]) {
    this.#rules = rules;
  }

  step(step: StateStep): void {
    for (const rule of this.#rules) rule.step(step);
  }

  gone(evidence: KeptEvidence): void {
    for (const rule of this.#rules) rule.gone(evidence);
  }

  owned(event: OwnedEvent, evidence: KeptEvidence): void {
    for (const rule of this.#rules) rule.owned(event, evidence);
  }

  controller(event: ControllerStateEvent): void {
    for (const rule of this.#rules) rule.controller(event);
  }

  settled(at: Settling): void {
    for (const rule of this.#rules) rule.settled(at);
  }

  time(atMs: number): void {
    for (const rule of this.#rules) rule.time(atMs);
  }
}

class OwnedObjects implements ObjectRule {
  readonly #kind: string;
  readonly #context: RuleContext;
  readonly #due: DueReport;
  /** The owned objects, with the reason if one is not ready. */
  readonly #existing = new Map<string, string | undefined>();
  /**
   * Owned objects of other objects with the same name: of a preceding one, or of one whose creation has yet to arrive.
   */
  readonly #others = new Set<string>();
  /** Owned objects that the garbage collector deletes after their owner. */
  readonly #collected = new Set<string>();
  /** True if there has been an owned object since the spec last changed. */
  #hasOwned = false;
  #isEdited: boolean;
  readonly #uid: string;
  readonly #firstMs: number;
  #object: Resource;
  /** The newest state of the object or of an owned object. */
  #newest: KeptEvidence;
  #isGone = false;
  #wasReady = false;
  #toldOfFailure = false;
  #difference: Difference | undefined;
  /** Time of the first state with the current spec, in milliseconds. */
  #specMs: number;
  /** Time since which the object has had too many, in milliseconds. */
  #tooManyMs = 0;

  constructor(kind: string, first: FirstState, context: RuleContext) {
    this.#kind = kind;
    this.#uid = first.object.metadata.uid;
    this.#firstMs = first.evidence.atMs;
    this.#specMs = this.#firstMs;
    this.#isEdited = (first.object.metadata.generation ?? 1) > 1;
    this.#object = first.object;
    this.#newest = first.evidence;
    this.#context = context;
    this.#due = new DueReport(context);
  }

  step({ after: object, evidence, atMs, spec }: StateStep): void {
    this.#object = object;
    if (spec.length > 0) [this.#hasOwned, this.#isEdited, this.#specMs] = [false, true, atMs];
    this.#newest = evidence;
    this.#compare(atMs);
  }

  gone(evidence: KeptEvidence): void {
    this.#isGone = true;
    this.#newest = evidence;
    this.#compare(evidence.atMs);
  }

  owned(event: OwnedEvent, evidence: KeptEvidence): void {
    const { key, ownerUid, state, unready, atMs, isCollected } = event;
    if (key.kind !== this.#kind) return;
    this.#newest = evidence;
    const name = describeKey(key);
    const isOther = ownerUid !== undefined && ownerUid !== this.#uid;
    if (state === "gone" || isOther) this.#existing.delete(name);
    else {
      this.#existing.set(name, unready);
      this.#hasOwned = true;
    }
    if (state !== "gone" && isCollected === true) this.#collected.add(name);
    else this.#collected.delete(name);
    if (state === "gone" || !isOther || isCollected === true) this.#others.delete(name);
    else this.#others.add(name);
    if (isOther) return this.#compare(atMs);
    if (state === "exists" && this.#existing.size === 1) this.#context.tried(violated.many);
    this.#compare(atMs);
  }

  controller(event: ControllerStateEvent): void {
    this.#due.controller(event);
  }

  /** The final state may have shown how many owned objects the spec requests. */
  settled({ atMs }: Settling): void {
    this.#compare(atMs);
  }

  time(atMs: number): void {
    this.#noteNumber(atMs);
    const { cause } = this.#due;
    if (cause === undefined || this.#difference === undefined || !this.#due.isLate(atMs)) return;
    this.#due.settle();
    const { about, detail } = this.#difference;
    this.#context.tried(violated[about]);
    const events = cause === this.#newest ? [cause] : [cause, this.#newest];
    const report = (): void => this.#context.broken(violated[about], events, detail);
    if (about === "many") this.#addSurplus(report);
    else report();
  }

  #addSurplus(report: () => void): void {
    const { spec } = endOf(this.#object);
    this.#context.ends.surpluses.add({
      kind: this.#kind,
      spec,
      most: mostOwned(this.#number()),
      sinceMs: this.#tooManyMs,
      ageMs: this.#tooManyMs - this.#specMs,
      judged: (grown) => {
        if (grown === undefined) report();
        else this.#context.doubted(violated.many, grown);
      },
    });
  }

  #noteNumber(atMs: number): void {
    if (this.#isGone || this.#isEdited) return;
    this.#context.ends.surpluses.note({
      uid: this.#object.metadata.uid,
      kind: this.#kind,
      spec: endOf(this.#object).spec,
      firstMs: this.#firstMs,
      ageMs: atMs - this.#firstMs,
      number: this.#existing.size,
    });
  }

  #compare(atMs: number): void {
    const before = this.#difference;
    const difference = this.#differ();
    this.#difference = difference;
    this.#countTold(before);
    if (difference?.about === before?.about) return;
    if (before !== undefined && difference === undefined) {
      this.#context.tried(violated[before.about]);
    }
    this.#due.settle();
    if (difference?.about === "many") this.#tooManyMs = Math.max(atMs, this.#firstMs);
    if (difference === undefined) return;
    // An owned object can be older than the first known state of its owner.
    this.#due.expect(this.#newest, Math.max(atMs, this.#firstMs));
  }

  /**
   * The states of the two kinds arrive independently. If the report of a failure arrives before the failure, the two
   * never differ, but the controller has reported the failure all the same.
   */
  #countTold(before: Difference | undefined): void {
    const object = this.#object;
    const isReady = reportsReadiness(object);
    this.#wasReady ||= isReady;
    const { deletionTimestamp } = object.metadata;
    const isJudged = this.#wasReady && !this.#isGone && deletionTimestamp === undefined;
    const states = [...this.#existing.values()];
    const hasFailed = states.length === 0 || states.some((reason) => reason !== undefined);
    const wasTold = this.#toldOfFailure;
    this.#toldOfFailure = isJudged && hasFailed && !isReady;
    if (!this.#toldOfFailure || wasTold || before !== undefined) return;
    this.#context.tried("controller.ready-agrees-with-owned");
  }

  #differ(): Difference | undefined {
    const own = this.#differInOwn();
    if (own !== undefined || this.#isGone || this.#others.size === 0) return own;
    const left = leftBehind([...this.#others]);
    return {
      about: "left",
      detail: `the preceding object with the same name is gone, but ${left}`,
    };
  }

  #differInOwn(): Difference | undefined {
    const object = this.#object;
    const { size } = this.#existing;
    if (this.#isGone) return this.#differWhenGone();
    const names = [...this.#existing.keys()].join(", ");
    if (object.metadata.deletionTimestamp !== undefined) return undefined;
    const { least, most } = this.#number();
    if (size > mostOwned({ most })) {
      const wanted = most === 1 ? "one" : String(most);
      const detail = `the object owns ${counted(size, "object")} instead of ${wanted}: ${names}`;
      return { about: "many", detail };
    }
    if (!reportsReadiness(object)) return undefined;
    const unready = [...this.#existing].find(([, reason]) => reason !== undefined);
    if (unready !== undefined) {
      const [name, reason] = unready;
      const detail = `the object appears ready, but ${name} is not: ${reason}`;
      return { about: "unready", detail };
    }
    if (size >= least) return undefined;
    const has = size === 0 ? `no ${this.#kind}` : `only ${size} of ${least}: ${names}`;
    return { about: "missing", detail: `the object appears ready, but it has ${has}` };
  }

  /** If the number is unknown, an object that has had an owned object must still have one. */
  #number(): OwnedNumber {
    const known = this.#context.ends.ownedNumberOf(this.#kind, this.#object, this.#isEdited);
    return known ?? { least: this.#hasOwned ? 1 : 0, most: Infinity };
  }

  #differWhenGone(): Difference | undefined {
    const left = [...this.#existing.keys()].filter((name) => !this.#collected.has(name));
    if (left.length === 0) return undefined;
    return { about: "left", detail: `the object is gone, but ${leftBehind(left)}` };
  }
}

function leftBehind(names: readonly string[]): string {
  return `${names.join(", ")} ${agreeing(names.length, "remains", "remain")}`;
}
