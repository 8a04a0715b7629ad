import { keyOf } from "#contract";
import {
  createWithCursor,
  defineCheck,
  deleteObject,
  describeEvents,
  eventsOf,
  exchangesOf,
  givenResumption,
  incidental,
  undecided,
  watchOf,
  writeStatuses,
} from "#harness";
import type { CheckContext, Finding, Step, WatchObservation, Written } from "#harness";

interface Observations {
  readonly created: Written;
  readonly writes: readonly Written[];
  readonly deletion: Step;
  /** Two watches from the position after the creation, opened after the deletion. Empty if the position is unknown. */
  readonly watches: readonly WatchObservation[];
}

const requirements = {
  version: "watch.resumes-after-version",
  ofEvent: "semantics.watch-resumes-after-event",
} as const;

/** Some servers replay deletions from another source than changes, because the object no longer exists. */
export const resumptionShowsDeletions = defineCheck<Observations>({
  id: "watch/resumption-shows-deletions",
  title: "A watch that resumes after an object was deleted delivers its deletion once, and last",
  covers: Object.values(requirements),
  decides: [],
  scope: "kind",
  features: ["delete", "watch.resume"],
  verbs: ["delete", "watch"],

  async drive(context) {
    const { created, from } = await createWithCursor(context);
    const writes = await writeStatuses(context, created, [1]);
    const deletion = await deleteObject(context, created.key);
    const seen = { created, writes, deletion };
    if (from.resourceVersion === undefined) return { ...seen, watches: [] };
    const command = { ...watchOf(context, created.key), ...from };
    return { ...seen, watches: [await replay(context, command), await replay(context, command)] };
  },

  judge({ created, writes, deletion, watches }, { semantics: { cursor = "version" } }) {
    const requirement = requirements[cursor];
    const others = Object.values(requirements).filter((other) => other !== requirement);
    const evidence = [...exchangesOf([created, ...writes]), deletion.exchange];
    const silent = incidental(others, "watches resume from other positions");
    if (watches.length === 0) {
      const reason = "no event for the created object arrived, so no watch could resume after it";
      return [undecided(requirement, reason, evidence), ...silent];
    }
    const judged = watches.map((watch): Finding => {
      const events = eventsOf(watch.events, keyOf(created.object));
      const deletions = events.filter(({ type }) => type === "DELETED");
      return givenResumption(requirement, { watches: [watch], evidence, mayExpire: true }, () => ({
        holds: deletions.length === 1 && events.at(-1) === deletions[0],
        expected: `after ${watch.command.resourceVersion} one DELETED event of the object, after all its other events`,
        actual: describeEvents(events),
      }));
    });
    return [...judged, ...silent];
  },
});

async function replay(
  context: CheckContext,
  command: Parameters<CheckContext["watch"]>[0],
): Promise<WatchObservation> {
  await using watch = await context.watch(command);
  await watch.fence();
  return await watch.close();
}
