import type { KindOutcome } from "#reports";
import type { ChosenKind } from "#targets/kubernetes";

/** Outcomes with a verdict on each requirement. */
const judged: ReadonlySet<KindOutcome["outcome"]> = new Set(["broken", "conformant", "undecided"]);

/** Lets one custom resource test the requirements of the server for all others. */
export class ServerTester {
  readonly #isShared: boolean;
  #tester: string | undefined;

  /** If not `isShared`, each kind tests all requirements. */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /**
   * Calls `run` with the kind that tests the requirements of the server. Absent if the kind tests them itself. If its
   * run ends without verdicts, the next kind tests them.
   */
  async test(
    { name, isCustom }: Pick<ChosenKind, "isCustom" | "name">,
    run: (serverTestedOn: string | undefined) => Promise<KindOutcome>,
  ): Promise<KindOutcome> {
    if (isCustom !== true || !this.#isShared) return run(undefined);
    if (this.#tester !== undefined) return run(this.#tester);
    this.#tester = name;
    const outcome = await run(undefined);
    if (!judged.has(outcome.outcome)) this.#tester = undefined;
    return outcome;
  }
}
