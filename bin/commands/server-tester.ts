import type { KindOutcome } from "#reports";
import type { ChosenKind } from "#targets/kubernetes";

const judged: ReadonlySet<KindOutcome["outcome"]> = new Set(["broken", "conformant", "undecided"]);

/** Selects one custom kind, whose run tests the server-wide requirements. The runs of the other kinds skip them. */
export class ServerTester {
  readonly #isShared: boolean;
  #tester: string | undefined;

  /** If `isShared` is false, each kind tests all requirements. */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /**
   * Runs a kind. Passes to `run` the name of the kind that has already tested the requirements of the server, or
   * undefined if this kind must test them itself. If the run of the first custom kind ends without verdicts, the next
   * custom kind tests these requirements.
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
