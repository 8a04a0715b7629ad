import { describeKey } from "#contract";
import type { ObjectKey } from "#contract";
import type { Step } from "../judging/recorded-step.ts";

/** The ages of the objects that a case has created, by the suite's clock. */
export class ObjectAges {
  readonly #now: () => number;
  readonly #createdMs = new Map<string, number>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Notes the time of the response to a create request. */
  async noted<Sent extends Step>(sent: Promise<Sent>): Promise<Sent> {
    const step = await sent;
    const { command } = step;
    if (command.verb === "create") this.#createdMs.set(describeKey(command.key), this.#now());
    return step;
  }

  /** Returns the age in milliseconds. Undefined for an object that the case has not created. */
  ageMs(key: ObjectKey): number | undefined {
    const createdMs = this.#createdMs.get(describeKey(key));
    return createdMs === undefined ? undefined : this.#now() - createdMs;
  }
}
