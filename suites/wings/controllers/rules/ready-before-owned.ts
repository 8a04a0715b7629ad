import { describeKey } from "#contract";
import type { ResourceVersion } from "#contract";
import { isForeign, noRule } from "./controller-rule.ts";
import type { FirstState, ObjectRule, RuleContext, StateStep } from "./controller-rule.ts";
import type { OwnedEvent } from "./controller-event.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import { ownedKindsOf } from "./kind-promises.ts";
import { reportsReadiness } from "./reads-as-ready.ts";

interface Creation {
  readonly version: ResourceVersion;
  readonly name: string;
  readonly evidence: KeptEvidence;
}

/**
 * An object is not ready before its first owned object is created. Versions of one sequence show the order, however
 * late the events of the two kinds arrive. Checked only for a new object, and if the spec has not changed in between:
 * an earlier spec may have needed no owned object.
 */
export function readyBeforeOwned(first: FirstState, context: RuleContext): ObjectRule {
  const { object, predecessor } = first;
  const isNew = object.status === undefined && predecessor === undefined;
  return ownedKindsOf(context.promises).length === 0 || !isNew
    ? noRule
    : new ReadyBeforeOwned(first, context);
}

class ReadyBeforeOwned implements ObjectRule {
  readonly #uid: string;
  readonly #context: RuleContext;
  #ready: KeptEvidence | undefined;
  #creation: Creation | undefined;
  #isDone = false;

  constructor({ object }: FirstState, context: RuleContext) {
    this.#uid = object.metadata.uid;
    this.#context = context;
  }

  step(step: StateStep): void {
    if (this.#isDone) return;
    const { after, evidence } = step;
    const { version } = this.#creation ?? {};
    if (version !== undefined && !isBefore(after.metadata.resourceVersion, version)) {
      return this.#judge();
    }
    if (step.spec.length > 0) this.#ready = undefined;
    if (!isForeign(step) && reportsReadiness(after)) this.#ready ??= evidence;
  }

  owned({ key, ownerUid, createdAs }: OwnedEvent, evidence: KeptEvidence): void {
    if (this.#isDone || this.#creation !== undefined) return;
    const isOther = ownerUid !== undefined && ownerUid !== this.#uid;
    if (createdAs === undefined || isOther) {
      this.#isDone = true;
      return;
    }
    this.#creation = { version: createdAs, name: describeKey(key), evidence };
  }

  settled(): void {
    this.#judge();
  }

  end(): void {
    this.#judge();
  }

  #judge(): void {
    const [ready, creation] = [this.#ready, this.#creation];
    if (creation === undefined) return;
    this.#creation = undefined;
    this.#isDone = true;
    if (ready?.version === undefined || !isBefore(ready.version, creation.version)) return;
    const requirement = "controller.ready-agrees-with-owned";
    const detail = `version ${ready.version} appears ready, but ${creation.name} was only created as version ${creation.version}`;
    this.#context.tried(requirement);
    this.#context.broken(requirement, [ready, creation.evidence], detail);
  }
}

const decimal = /^(?:0|[1-9]\d*)$/u;

function isBefore(one: ResourceVersion, other: ResourceVersion): boolean {
  if (!decimal.test(one) || !decimal.test(other)) return false;
  return BigInt(one) < BigInt(other);
}
