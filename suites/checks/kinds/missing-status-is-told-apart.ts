import { describeOutcome } from "#contract";
import type { ObjectKey } from "#contract";
import {
  claim,
  countedStatus,
  defineCheck,
  errored,
  failureOf,
  inapplicable,
  objectOf,
  readOf,
  refusalOf,
  statusWrite,
  undecided,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

interface Comparison {
  readonly via: string;
  readonly statusless: Step;
  readonly missing: Step;
}

const covers = ["kinds.missing-status-is-told-apart", "errors.machine-code"] as const;
const [requirement] = covers;

export const missingStatusIsToldApart = defineCheck<readonly Comparison[]>({
  id: "kinds/missing-status-is-told-apart",
  title:
    "A status write to a kind without a status and a write to a missing object get " +
    "different errors",
  covers,
  scope: "kind-without-status",
  features: ["kinds.withoutStatus"],

  async drive(context) {
    const { key } = await context.fixture();
    const read = await context.call(readOf(key));
    const vias = new Set(context.target.kinds.flatMap(({ operations }) => operations.updateStatus));
    const compared = await Promise.all(
      Array.from(vias, async (via): Promise<Comparison> => {
        const other = context.target.kinds.find(({ operations }) =>
          operations.updateStatus.includes(via),
        );
        const [statusless, missing] = await Promise.all([
          write(context, via, { key, read }),
          write(context, via, { key: context.unusedKey(other), read }),
        ]);
        return { via, statusless, missing };
      }),
    );
    return compared.filter(({ statusless }) => statusless.outcome.result !== "unsupported");
  },

  judge(compared) {
    if (compared.length > 0) return compared.flatMap(judgeComparison);
    return inapplicable(
      covers,
      "no tested kind has a status write, so there is nothing to compare",
    );
  },
});

interface Aim {
  readonly key: ObjectKey;
  readonly read: Step;
}

function write(context: CheckContext, via: string, { key, read }: Aim): Promise<Step> {
  const resourceVersion = objectOf(read)?.metadata.resourceVersion;
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  const status = countedStatus(context, 1);
  return context.call(statusWrite(context, key, { via, ...version, status }));
}

function judgeComparison({ via, statusless, missing }: Comparison): readonly Finding[] {
  const evidence = [statusless.exchange, missing.exchange];
  const broken = failureOf(statusless) ?? failureOf(missing);
  if (broken !== undefined) return covers.map((covered) => errored(covered, broken, evidence));
  const refusal = refusalOf(statusless);
  const hasCode = (refusal?.code ?? "") !== "";
  const distinguishable =
    hasCode && refusalOf(missing)?.reason !== "notFound"
      ? undecided(
          requirement,
          `the write to the missing object was not rejected as not found, so there is nothing to compare: ${describeMissing(missing)}`,
          evidence,
        )
      : claim(requirement, {
          holds: hasCode && refusal?.code !== refusalOf(missing)?.code,
          expected: `${via} rejects the write to this kind with a different code than a write to a missing object`,
          actual: `${describeOutcome(statusless.outcome)}; ${describeMissing(missing)}`,
          evidence,
        });
  return [
    distinguishable,
    claim("errors.machine-code", {
      holds: refusal === undefined || hasCode,
      expected: "the rejection has a machine-readable code",
      actual: describeOutcome(statusless.outcome),
      evidence: [statusless.exchange],
      ...exercised(refusal !== undefined, "the write to a kind without a status was not rejected"),
    }),
  ];
}

function describeMissing(missing: Step): string {
  return `a missing object is ${describeOutcome(missing.outcome)}`;
}
