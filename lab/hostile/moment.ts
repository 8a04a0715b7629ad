import type { Onset } from "./hostile-case.ts";

/** Counts the chances of a defect, and says which of them it takes. */
export class Moment {
  readonly #onset: Onset;
  #chances = 0;
  #strikes = 0;
  #isOpen: boolean;

  constructor(onset: Onset) {
    this.#onset = onset;
    this.#isOpen = onset.since === "contact";
  }

  /** The run has created an object: what counts only from then on starts. */
  created(): void {
    this.#isOpen = true;
  }

  /** How often the defect has struck. */
  get strikes(): number {
    return this.#strikes;
  }

  /** Notes one more chance. Says whether the defect takes it. */
  take(): boolean {
    if (!this.#isOpen) return false;
    const beyond = this.#chances - this.#onset.after;
    this.#chances += 1;
    const isStruck = beyond >= 0 && this.#isTaken(beyond);
    if (isStruck) this.#strikes += 1;
    return isStruck;
  }

  #isTaken(beyond: number): boolean {
    switch (this.#onset.pattern) {
      case "always":
        return true;
      case "once":
        return beyond === 0;
      case "one-in-three":
        return beyond % 3 === 0;
    }
  }
}
