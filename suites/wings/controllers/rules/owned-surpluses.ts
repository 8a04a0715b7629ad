import { jsonEquals } from "#contract";
import type { JsonObject, Uid } from "#contract";

/** An object with more owned objects than new objects with the same spec have had. */
export interface OwnedSurplus {
  readonly kind: string;
  readonly spec: JsonObject;
  /** Age of the object with this spec when it first had too many, in milliseconds. */
  readonly ageMs: number;
  readonly most: number;
  /** Time since which the object has had too many. */
  readonly sinceMs: number;
  /** Called at most once. `grown` describes a new object that came to own too many as well, if there is one. */
  readonly judged: (grown: string | undefined) => void;
}

/** The number of owned objects of an object that was never edited. */
export interface NumberedNew {
  readonly uid: Uid;
  readonly kind: string;
  readonly spec: JsonObject;
  readonly firstMs: number;
  readonly ageMs: number;
  readonly number: number;
}

/**
 * The surpluses in one history. A controller may create its objects one after another, with pauses that are longer than
 * the time for which new objects were observed. A new object that is created after the surplus shows whether the number
 * grows without a disturbance.
 */
export class OwnedSurpluses {
  readonly #surpluses: OwnedSurplus[] = [];
  readonly #numbers = new Map<string, NumberedNew>();

  add(surplus: OwnedSurplus): void {
    this.#surpluses.push(surplus);
  }

  note(numbered: NumberedNew): void {
    this.#numbers.set(`${numbered.uid} ${numbered.kind}`, numbered);
  }

  /** Empty once a new object owns too many as well. */
  get unexplained(): readonly OwnedSurplus[] {
    return this.#surpluses.filter(({ kind }) => this.#grownOf(kind) === undefined);
  }

  judge(): void {
    for (const { kind, judged } of this.#surpluses) judged(this.#grownOf(kind));
  }

  /** Describes a new object that came to own too many. One is enough for all specs. */
  #grownOf(kind: string): string | undefined {
    for (const surplus of this.#surpluses.filter((one) => one.kind === kind)) {
      const { most } = surplus;
      const grown = this.#controlsOf(surplus).find(({ number }) => number > most);
      if (grown !== undefined) return describe(grown, most);
    }
    return undefined;
  }

  #controlsOf({ kind, spec, sinceMs }: OwnedSurplus): readonly NumberedNew[] {
    return [...this.#numbers.values()].filter(
      (one) => one.kind === kind && one.firstMs > sinceMs && jsonEquals(one.spec, spec),
    );
  }
}

function describe({ kind, number, ageMs }: NumberedNew, most: number): string {
  const others = `others owned only ${most} when they appeared final`;
  const grown = `a new object with the same spec owned ${number} of kind ${kind} after ${Math.round(ageMs)} ms, but ${others}`;
  return `${grown}: the controller creates owned objects with pauses that are too long to learn their number`;
}
