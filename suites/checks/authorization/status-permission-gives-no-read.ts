import { describeOutcome } from "#contract";
import {
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  judgeDenials,
  sampleStatus,
  statusWrite,
  tryEveryOperation,
  undecided,
} from "#harness";
import type { DenialTrial, Step } from "#harness";

interface Observations {
  readonly reads: readonly DenialTrial[];
  readonly report: Step;
}

const requirement = "authorization.status-permission-gives-no-read";

export const statusPermissionGivesNoRead = defineCheck<Observations>({
  id: "authorization/status-permission-gives-no-read",
  title: "An identity with permission only to write the status can neither read nor list objects",
  covers: [requirement],
  scope: "kind",
  features: ["authorization.statusOnly"],
  identities: ["reporter"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const status = sampleStatus(context, 0);
    const [reads, report] = await Promise.all([
      tryEveryOperation(context, { verbs: ["read", "list"], denied: "reporter" }),
      context.call({
        ...statusWrite(context, key, { resourceVersion, status }),
        identity: "reporter",
      }),
    ]);
    return { reads, report };
  },

  judge({ reads, report }) {
    const broken = failureOf(report);
    if (broken !== undefined) return [errored(requirement, broken, [report.exchange])];
    const findings = judgeDenials(reads, requirement);
    if (isAccepted(report)) return findings;
    const reason = `no positive control: even the reporter's status write was not accepted (${describeOutcome(report.outcome)})`;
    return findings.map((finding) =>
      finding.result === "held" ? undecided(requirement, reason, [report.exchange]) : finding,
    );
  },
});
