import type { ControllerLimits, ControllerRequirementId } from "#contract";
import type { EvidenceEvent } from "#harness";
import type { ControllerFinding } from "./controller-finding.ts";
import type { RuleContext } from "./controller-rule.ts";
import type { KeptEvidence } from "./kept-evidence.ts";
import type { KindPromises } from "./kind-promises.ts";
import type { ObjectLife } from "./object-life.ts";

export interface JudgeContext extends Pick<
  RuleContext,
  "doubted" | "ends" | "informedSinceMs" | "limits" | "isRunning" | "tried" | "unprompted"
> {
  promisesOf(kind: string): KindPromises;
  report(finding: ControllerFinding): void;
}

/** The context of one object's rules. A class, so that an instance holds only two references. */
export class ObjectContext implements RuleContext {
  readonly #judge: JudgeContext;
  readonly #life: ObjectLife;

  constructor(judge: JudgeContext, life: ObjectLife) {
    this.#judge = judge;
    this.#life = life;
  }

  get limits(): ControllerLimits {
    return this.#judge.limits;
  }

  get promises(): KindPromises {
    return this.#judge.promisesOf(this.#life.key.kind);
  }

  get ends(): RuleContext["ends"] {
    return this.#judge.ends;
  }

  get unprompted(): RuleContext["unprompted"] {
    return this.#judge.unprompted;
  }

  isRunning(): boolean {
    return this.#judge.isRunning();
  }

  informedSinceMs(): number {
    return this.#judge.informedSinceMs();
  }

  tried(requirement: ControllerRequirementId): void {
    this.#judge.tried(requirement);
  }

  doubted(requirement: ControllerRequirementId, reason: string): void {
    this.#judge.doubted(requirement, reason);
  }

  broken(
    requirement: ControllerRequirementId,
    events: readonly KeptEvidence[],
    detail: string,
  ): void {
    const { key, recent } = this.#life;
    const around = inOrder([...recent, ...events]);
    this.#judge.report({
      requirement,
      object: key,
      events: events.map(evidenceOf),
      around,
      detail,
    });
  }
}

function evidenceOf(event: KeptEvidence): EvidenceEvent {
  return event.toEvidence();
}

function inOrder(events: readonly KeptEvidence[]): readonly EvidenceEvent[] {
  const byOrdinal = new Map(events.map((event) => [event.ordinal, event]));
  return [...byOrdinal.values()]
    .toSorted((left, right) => left.ordinal - right.ordinal)
    .map(evidenceOf);
}
