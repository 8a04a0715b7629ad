import { describeOutcome } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  refusalOf,
  sampleStatus,
  statusWrite,
  undecided,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly attempt: Step;
  readonly control: Step;
}

const requirement = "errors.options-before-existence";

/** One character longer than the Kubernetes limit for the name of a field manager (`ValidateFieldManager`). */
export const tooLong = "m".repeat(129);

export const optionsBeforeExistence = defineCheck<Observations>({
  id: "errors/options-before-existence",
  title: "An invalid option is reported before a missing object",
  covers: [requirement],
  scope: "status-write",
  features: ["field-manager"],

  async drive(context) {
    const key = context.unusedKey();
    const { resourceVersion } = (await context.fixture()).object.metadata;
    const write = statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) });
    const attempt = await context.call({ ...write, options: { fieldManager: tooLong } });
    return { attempt, control: await context.call(write) };
  },

  judge({ attempt, control }) {
    const evidence = [attempt.exchange, control.exchange];
    const broken = failureOf(attempt) ?? failureOf(control);
    if (broken !== undefined) return [errored(requirement, broken, evidence)];
    if (refusalOf(control)?.reason !== "notFound") {
      const reason = `the same write without the option is not rejected as not found: ${describeOutcome(control.outcome)}`;
      return [undecided(requirement, reason, evidence)];
    }
    return [
      claim(requirement, {
        holds: refusalOf(attempt)?.reason === "invalid",
        expected: "rejected as invalid, because the name of the manager is too long",
        actual: describeOutcome(attempt.outcome),
        evidence,
      }),
    ];
  },
});
