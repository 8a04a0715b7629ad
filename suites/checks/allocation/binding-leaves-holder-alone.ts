import type { ObjectKey, Resource, ResourceVersion } from "#contract";
import {
  acceptedObject,
  afterAccepted,
  claim,
  defineCheck,
  describeDifferences,
  describeEvents,
  given,
  isSame,
  readOf,
  readVersion,
  sampleStatus,
  specWrite,
  statusWrite,
  undecided,
  vacuous,
  withCause,
} from "#harness";
import type { CheckContext, Finding, KindDescription, SettledEvents, Step } from "#harness";

interface Observations {
  readonly holder: Resource;
  readonly versions: readonly ResourceVersion[];
  readonly binding: readonly Step[];
  readonly after: Step;
  readonly settled: SettledEvents;
}

const requirement = "allocation.binding-leaves-holder-alone";

export const bindingLeavesHolderAlone = defineCheck<Observations | null>({
  id: "allocation/binding-leaves-holder-alone",
  title:
    "Creating, changing or deleting a bound object does not affect the object of the same name",
  covers: [requirement],
  scope: "kind",
  features: ["delete"],

  async drive(context) {
    const bound = boundKind(context);
    if (bound === undefined) return null;
    const { key, object } = await context.fixture();
    const status = sampleStatus(context, 0);
    const { resourceVersion } = object.metadata;
    const first = await context.call(statusWrite(context, key, { resourceVersion, status }));
    const holder = await readVersion(context, acceptedObject(first, "a status write failed"));
    const binding = await bind(context, bound, { ...key, kind: bound.name });
    const after = await context.call(readOf(key));
    const versions = [resourceVersion, holder.metadata.resourceVersion];
    return { holder, versions, binding, after, settled: await context.settle(key) };
  },

  judge(observations) {
    if (observations === null)
      return vacuous([requirement], "the target has no other kind that can be bound to an object");
    const { holder, versions, binding, after, settled } = observations;
    const evidence = binding.map(({ exchange }) => exchange);
    const unchanged = given(requirement, { after }, (of) => ({
      holds: isSame(holder, of.after),
      expected: "the object of the same name keeps its content and its version",
      actual: describeDifferences("the object of the same name", holder, of.after),
    }));
    /**
     * If the binding was rejected, the rule was not exercised, so a pass counts no instance. A changed holder is always
     * a violation.
     */
    const ofWhole = (finding: Finding): Finding =>
      finding.result === "held" ? afterAccepted(requirement, binding, () => finding) : finding;
    const own = ofWhole(withCause(unchanged, binding));
    if (!settled.watched) return [own];
    if (!settled.reached) {
      return [
        own,
        undecided(
          requirement,
          settled.problem ?? "the watch did not deliver the sentinel event",
          evidence,
        ),
      ];
    }
    const since = settled.events.filter((event) => !versions.includes(event.resourceVersion));
    return [
      own,
      ofWhole(
        claim(requirement, {
          holds: since.length === 0,
          expected: "no event for the object of the same name",
          actual: describeEvents(since),
          evidence,
        }),
      ),
    ];
  },
});

/**
 * Selects another kind of the same scope whose objects can be updated and deleted, preferably one without a status.
 * Skips kinds that are registered for the run, unless all kinds are.
 */
function boundKind({ target, kind }: CheckContext): KindDescription | undefined {
  const others = target.kinds.filter(
    (other) =>
      other.name !== kind.name &&
      other.scope === kind.scope &&
      (!other.isRuntime || target.kinds.every(({ isRuntime }) => isRuntime)) &&
      other.operations.update.length > 0 &&
      other.operations.delete.length > 0,
  );
  return others.find(({ operations }) => operations.updateStatus.length === 0) ?? others[0];
}

async function bind(
  context: CheckContext,
  { samples }: KindDescription,
  key: ObjectKey,
): Promise<readonly Step[]> {
  const [first = {}, second = {}] = samples.specs;
  context.owning(key);
  const created = await context.call({ verb: "create", identity: "author", key, spec: first });
  const { resourceVersion } = acceptedObject(created, "no object could be bound").metadata;
  const changed = await context.call(specWrite(key, { resourceVersion, spec: second }));
  const deleted = await context.call({ verb: "delete", identity: "author", key });
  return [created, changed, deleted];
}
