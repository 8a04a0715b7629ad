import { keyOf } from "#contract";
import {
  acceptedObject,
  defineCheck,
  isAccepted,
  judgeRefusals,
  rest,
  sampleStatus,
  statusWrite,
  tryRefusal,
  supports,
} from "#harness";
import type { CheckContext, TriedMistake, Written } from "#harness";

const requirement = "concurrency.stale-status-write-conflicts";

const attempts = [
  { sample: 1, because: "an earlier write replaced the version" },
  { sample: 1, because: "the version is stale, even if the write submits the stored status" },
  { sample: 0, because: "the version is stale, no matter how often the write is sent" },
] as const;

export const noWayAroundTheVersion = defineCheck<readonly TriedMistake[]>({
  id: "concurrency/no-way-around-the-version",
  title:
    "A stale version always conflicts, regardless of the type of write and of intervening events",
  covers: [requirement, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  scope: "kind",

  async drive(context) {
    const created = await context.fixture();
    const { key } = created;
    const { resourceVersion: replaced } = created.object.metadata;
    await report(context, created);
    await rest(context);

    const tried: TriedMistake[] = [];
    // Sequential, because each attempt depends on the results of earlier ones.
    for (const { sample, because } of attempts) {
      const held = { resourceVersion: replaced, status: sampleStatus(context, sample) };
      const trial = await tryRefusal(context, {
        key,
        attempt: statusWrite(context, key, held),
        repair: ({ metadata: { resourceVersion } }) =>
          statusWrite(context, key, { ...held, resourceVersion }),
      });
      tried.push({ because, trial });
      // Stops if the control was not accepted. The attempt may still take effect, and the next attempt must not be
      // judged by that effect.
      if (trial.control === undefined || !isAccepted(trial.control)) break;
    }
    return tried;
  },

  judge: (tried) => judgeRefusals({ requirement, reasons: ["conflict"] }, tried),
});

async function report(context: CheckContext, { object }: Written): Promise<void> {
  const key = keyOf(object);
  const [first, second] = [sampleStatus(context, 0), sampleStatus(context, 1)];
  const { resourceVersion } = object.metadata;
  const step = await context.call(statusWrite(context, key, { resourceVersion, status: first }));
  const { metadata } = acceptedObject(step, "a status write failed");
  if (!supports(context, "dry-run")) return;
  const next = { resourceVersion: metadata.resourceVersion, status: second };
  await context.call({ ...statusWrite(context, key, next), options: { dryRun: true } });
}
