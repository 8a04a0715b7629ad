import { describeOutcome } from "#contract";
import type { RequirementId, Resource, UpdateCommand, UpdateStatusCommand } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  objectOf,
  refusalOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusWrite,
  undecided,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  readonly authorReports: Step;
  readonly controllerWrites: Step;
  readonly report: Step;
  readonly update: Step;
  /** Absent if objects of the kind cannot be deleted. */
  readonly remove?: Step;
}

export const eachSideSuffices = defineCheck<Observations>({
  id: "authorization/each-side-suffices",
  title:
    "An author only needs permission to write the object, and a controller only needs " +
    "permission to write the status",
  covers: [
    "authorization.controller-needs-no-spec-permission",
    "authorization.author-needs-no-status-permission",
  ],
  scope: "status-write",
  verbs: ["update"],

  async drive(context) {
    const { key, object } = await context.fixture();
    const { resourceVersion } = object.metadata;
    const reporting = statusWrite(context, key, {
      resourceVersion,
      status: sampleStatus(context, 0),
    });
    const wishing = specWrite(key, { resourceVersion, spec: sampleSpec(context, 1) });

    const [authorReports, controllerWrites] = await Promise.all([
      context.call({ ...reporting, identity: "author" }),
      context.call({ ...wishing, identity: "controller" }),
    ]);
    // Continues from the newest object, because an attempt that was wrongly accepted must not cause a conflict here.
    // Other checks judge such attempts.
    const current = objectOf(authorReports) ?? objectOf(controllerWrites) ?? object;
    const report = await context.call(at(current, reporting));
    const update = await context.call(at(objectOf(report) ?? current, wishing));

    const seen = { authorReports, controllerWrites, report, update };
    if (context.kind.operations.delete.length === 0) return seen;
    return { ...seen, remove: await context.call({ verb: "delete", identity: "author", key }) };
  },

  judge({ authorReports, controllerWrites, report, update, remove }) {
    const controllers = "authorization.controller-needs-no-spec-permission";
    const authors = "authorization.author-needs-no-status-permission";
    return [
      judgeOwnSide(controllers, { otherSide: controllerWrites, ownSide: report }),
      judgeOwnSide(authors, { otherSide: authorReports, ownSide: update }),
      ...(remove === undefined
        ? []
        : [judgeOwnSide(authors, { otherSide: authorReports, ownSide: remove })]),
    ];
  },
});

function at<C extends UpdateCommand | UpdateStatusCommand>(object: Resource, command: C): C {
  return { ...command, resourceVersion: object.metadata.resourceVersion };
}

interface Sides {
  readonly otherSide: Step;
  readonly ownSide: Step;
}

/**
 * Judges a write by the identity that owns the written side, such as a spec write by the author. Other requirements
 * judge rejections for reasons other than a missing permission.
 */
function judgeOwnSide(requirement: RequirementId, { otherSide, ownSide }: Sides): Finding {
  const { identity, verb } = ownSide.command;
  const evidence = [otherSide.exchange, ownSide.exchange];
  const broken = failureOf(otherSide) ?? failureOf(ownSide);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const isDenied = refusalOf(ownSide)?.reason === "forbidden";
  if (!isDenied && !isAccepted(ownSide)) {
    const reason = `nothing to judge, because ${verb} as ${identity} was neither accepted nor denied: ${describeOutcome(ownSide.outcome)}`;
    return undecided(requirement, reason, evidence);
  }
  if (!isDenied && refusalOf(otherSide)?.reason !== "forbidden") {
    const reason = `${otherSide.command.verb} as ${identity} was not denied (${describeOutcome(otherSide.outcome)}), so the accepted ${verb} proves nothing`;
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: !isDenied,
    expected: `${verb} as ${identity} is not denied`,
    actual: describeOutcome(ownSide.outcome),
    evidence,
  });
}
