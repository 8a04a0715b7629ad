import type { JsonObject, Resource } from "#contract";
import {
  defineCheck,
  describeDifferences,
  failureOf,
  given,
  isSame,
  isSent,
  objectOf,
  readOf,
  sampleStatus,
  statusWrite,
  writeStatuses,
  incidental,
} from "#harness";
import type { Finding, Step } from "#harness";

interface Observations {
  readonly submitted: JsonObject;
  readonly before: Step;
  readonly tried: Step;
  readonly after: Step;
  /** The same write as in the dry run, without the dry-run option. */
  readonly earnest: Step;
}

const requirements = [
  "write.dry-run-stores-nothing",
  "write.dry-run-returns-the-result",
  "write.dry-run-takes-no-version",
] as const;

export const dryRunShowsTheResult = defineCheck<Observations>({
  id: "write/dry-run-shows-the-result",
  title:
    "A dry run of a status write returns the result that the write would have, and stores nothing",
  covers: requirements,
  scope: "status-write",
  features: ["dry-run"],

  async drive(context) {
    const created = await context.fixture();
    const { key } = created;
    const { resourceVersion: replaced } = created.object.metadata;
    const submitted = sampleStatus(context, context.random.below(3));
    await writeStatuses(context, created, [1]);
    // An earlier rejection must not affect the dry run.
    await context.call(statusWrite(context, key, { resourceVersion: replaced, status: submitted }));

    const before = await context.call(readOf(key));
    const { resourceVersion } = (objectOf(before) ?? created.object).metadata;
    const write = statusWrite(context, key, { resourceVersion, status: submitted });
    const tried = await context.call({ ...write, options: { dryRun: true } });
    const after = await context.call(readOf(key));
    const earnest = await context.call(write);
    return { submitted, before, tried, after, earnest };
  },

  judge(observations) {
    const { before, tried, after } = observations;
    if (!isSent(tried)) return incidental(requirements, "the status mutation has no dry run");
    // A response without an object shows that the dry run was accepted. That is sufficient.
    const isSilent = tried.outcome.result === "done";
    const both: Readonly<Record<"after" | "before", Step>> = { before, after };
    const shown = isSilent ? both : { before, tried, after };
    return [
      given("write.dry-run-stores-nothing", shown, (of) => ({
        holds: isSame(of.before, of.after),
        expected: `the stored object stays unchanged, at version ${of.before.metadata.resourceVersion}`,
        actual: describeDifferences("the stored object", of.before, of.after),
      })),
      judgeResult(observations),
      given("write.dry-run-takes-no-version", { before, tried }, (of) => ({
        holds: of.tried.metadata.resourceVersion === of.before.metadata.resourceVersion,
        expected: `the response has the current version, ${of.before.metadata.resourceVersion}`,
        actual: `it has version ${of.tried.metadata.resourceVersion}`,
      })),
    ];
  },
});

/**
 * Requires that the two responses are equal, except for versions. If the write without dry run is rejected, compares
 * the response to the dry run with the submitted status.
 */
function judgeResult({ submitted, tried, earnest }: Observations): Finding {
  const requirement = "write.dry-run-returns-the-result";
  return earnest.outcome.result === "object" || failureOf(earnest) !== undefined
    ? given(requirement, { tried, earnest }, (of) => ({
        holds: isSame(withoutVersion(of.earnest), withoutVersion(of.tried)),
        expected:
          "the response equals that of the same write without dry run, except for the version",
        actual: describeDifferences(
          "the response",
          withoutVersion(of.earnest),
          withoutVersion(of.tried),
        ),
      }))
    : given(requirement, { tried }, (of) => ({
        holds: isSame(submitted, of.tried.status),
        expected: `the response has the status ${JSON.stringify(submitted)}`,
        actual: describeDifferences("the status", submitted, of.tried.status),
      }));
}

function withoutVersion({ metadata, ...rest }: Resource): Readonly<Record<string, unknown>> {
  const { resourceVersion: _version, ...kept } = metadata;
  return { ...rest, metadata: kept };
}
