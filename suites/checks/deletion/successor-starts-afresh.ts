import type { JsonObject, Resource } from "#contract";
import {
  acceptedObject,
  countsAnew,
  createAgain,
  defineCheck,
  deleteObject,
  describeDifferences,
  given,
  isSame,
  leakInto,
  readOf,
  rulesFor,
  sampleStatus,
  statusWrite,
  writeSpecOrStatus,
} from "#harness";
import type { Step } from "#harness";

interface Observations {
  readonly states: readonly Resource[];
  /** The status of a new object: the default of the kind, or none. */
  readonly beginning: JsonObject | null;
  readonly successor: Step;
  readonly isWithoutUid?: true;
  /** Whether versions are counted separately for each incarnation of an object, rather than for each name. */
  readonly countsAnew?: true;
  /**
   * Whether writes address objects by uid. A version of the deleted object then cannot be mistaken for a version of its
   * successor.
   */
  readonly isFoundByUid?: true;
}

const requirement = "deletion.successor-starts-afresh";

export const successorStartsAfresh = defineCheck<Observations>({
  id: "deletion/successor-starts-afresh",
  title: "A new object inherits no state from a deleted object of the same name",
  covers: [requirement],
  scope: "kind",
  presumes: { deletedName: "free" },
  features: ["delete"],
  verbs: ["delete", "update"],

  async drive(context) {
    const { key, object: created } = await context.fixture();
    const { resourceVersion } = created.metadata;
    const status = sampleStatus(context, 0);
    const write = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const reported = acceptedObject(write, "a status write failed");
    const { exchange } = write;
    const { object: changed } = await writeSpecOrStatus(context, { exchange, object: reported }, 1);
    await deleteObject(context, key);
    await createAgain(context, key);
    const successor = await context.call(readOf(key));
    const { status: beginning = null } = created;
    const { isWithoutUid, isFoundByUid } = context.kind;
    const states = [created, reported, changed] as const;
    const anew = countsAnew(rulesFor(context)) ? ({ countsAnew: true } as const) : {};
    const found = isFoundByUid === true ? { isFoundByUid } : {};
    const observed = { states, beginning, successor, ...anew, ...found };
    return isWithoutUid === true ? { ...observed, isWithoutUid } : observed;
  },

  judge({ states, beginning, successor, isWithoutUid = false, ...observed }) {
    return [
      given(requirement, { successor }, ({ successor: { metadata, status } }) => {
        const old = states.map((state) => state.metadata);
        // Equal first versions show that versions restart for each incarnation, although the dialect does not declare
        // this.
        const isRestarted = old[0]?.resourceVersion === metadata.resourceVersion;
        const isAnew =
          observed.countsAnew === true || (observed.isFoundByUid === true && isRestarted);
        const expected = {
          uid: "new",
          version: "new",
          generation: states[0]?.metadata.generation,
        };
        const actual = {
          uid: ageOf(isWithoutUid || old.every(({ uid }) => uid !== metadata.uid)),
          version: ageOf(
            isAnew || old.every((one) => one.resourceVersion !== metadata.resourceVersion),
          ),
          generation: metadata.generation,
        };
        const foreign = states.at(-1)?.status ?? {};
        const leak = leakInto({ foreign, unrelated: beginning ?? undefined, found: status });
        return {
          holds: leak === undefined && isSame(expected, actual),
          expected: `a new uid${isAnew ? "" : " and version"}, generation 1, and the status of a new object`,
          actual:
            leak === undefined
              ? describeDifferences("the successor", expected, actual)
              : `the successor's ${leak}`,
        };
      }),
    ];
  },
});

function ageOf(isNew: boolean): "new" | "old" {
  return isNew ? "new" : "old";
}
