import type { Command, RequirementId, ResourceVersion } from "#contract";
import {
  claim,
  countedStatus,
  defineCheck,
  exchangesOf,
  freshCount,
  incidental,
  isAccepted,
  judgeNoneMoved,
  judgeReason,
  objectOf,
  readOf,
  refusalOf,
  sampleSpec,
  specWrite,
  statusWrite,
  versionedUpdates,
  versionsOf,
  writeStatuses,
} from "#harness";
import type {
  CheckContext,
  Finding,
  Fixture,
  RefusalTrial,
  SettledEvents,
  Step,
  Written,
} from "#harness";

/**
 * Number of writes to the object. If versions are counted for each object, they get a second digit, so that the order
 * of numbers and that of strings differ.
 */
const writes = 12;

interface Attempt {
  readonly requirement: RequirementId;
  readonly attempt: Step;
  readonly control: Step;
}

interface Observations {
  /** The created object, and the accepted writes in order. */
  readonly written: readonly Written[];
  readonly before: Step;
  readonly attempts: readonly Attempt[];
  readonly after: Step;
  readonly settled: SettledEvents;
}

const staleStatus = "concurrency.stale-status-write-conflicts";
const staleSpec = "concurrency.stale-spec-write-conflicts";
const requirements = [staleStatus, staleSpec] as const;

/**
 * Some servers compare versions by their order, or as strings, or recognize only a limited number of old versions. All
 * earlier versions of one object are tried.
 */
export const longReplacedVersionsConflict = defineCheck<Observations>({
  id: "concurrency/long-replaced-versions-conflict",
  title: "A write conflicts with each of a dozen earlier versions of the object",
  covers: [...requirements, "isolation.refused-write-changes-nothing", "watch.nothing-for-refused"],
  decides: [staleStatus],
  scope: "status-write-group",

  async drive(context) {
    const created = await context.fixture();
    const counts = Array.from({ length: writes }, (_, index) => index + 1);
    const written = await writeStatuses(context, created, counts);
    const before = await context.call(readOf(created.key));
    const versions = [created, ...written].map(({ object }) => object.metadata.resourceVersion);
    // A read may show an older state than that of the last write.
    const current = new Set([objectOf(before)?.metadata.resourceVersion, versions.at(-1)]);
    const stale = [...new Set(versions)].filter((version) => !current.has(version));
    const routes = routesOf(context, created);
    const steps: { readonly route: Route; readonly attempt: Step }[] = [];
    for (const route of routes) {
      const all = stale.map((version) => route.write(version));
      const commands = all.filter((command) => context.fits(command));
      const sent = await Promise.all(commands.map((command) => context.call(command)));
      steps.push(...sent.map((attempt) => ({ route, attempt })));
    }
    const after = await context.call(readOf(created.key));
    const settled = await context.settle(created.key);
    const controls = await sendControls(context, routes, after);
    const attempts = steps.flatMap(({ route, attempt }) => {
      const control = controls.get(route);
      return control === undefined ? [] : [{ requirement: route.requirement, attempt, control }];
    });
    return { written: [created, ...written], before, attempts, after, settled };
  },

  judge({ written, ...observed }) {
    const { attempts } = observed;
    const because = "the version was replaced by later writes to the object";
    const silent = requirements.filter((one) =>
      attempts.every(({ requirement }) => requirement !== one),
    );
    return [
      ...attempts.map(({ requirement, ...attempt }) =>
        judgeReason(
          { ...around(observed), ...attempt },
          { requirement, reasons: ["conflict"], because },
        ),
      ),
      ...incidental(silent, "no such write specifies a version"),
      judgeReuse(written),
      ...judgeNoneMoved(rejectedOf(observed)),
    ];
  },
});

function judgeReuse(written: readonly Written[]): Finding {
  const versions = versionsOf(written);
  const reused = versions.filter((version, index) => versions.indexOf(version) !== index);
  return claim("concurrency.versions-advance", {
    holds: reused.length === 0,
    expected: "each write has its own version",
    actual: `used more than once: ${[...new Set(reused)].join(", ")}`,
    evidence: exchangesOf(written),
    instances: versions.length,
  });
}

interface Route {
  readonly requirement: typeof staleStatus | typeof staleSpec;
  readonly write: (version: ResourceVersion) => Command;
}

function routesOf(context: CheckContext, { key }: Fixture): readonly Route[] {
  const { unconditional = [] } = context.kind;
  const [update] = versionedUpdates(context);
  const vias = context.vias.filter((via) => !unconditional.includes(via));
  return [
    ...vias.map((via, index): Route => {
      const own = { ...context, via };
      const status = countedStatus(own, freshCount(own, writes + 1 + index));
      return {
        requirement: staleStatus,
        write: (resourceVersion) => statusWrite(own, key, { resourceVersion, status }),
      };
    }),
    ...(update === undefined
      ? []
      : [
          {
            requirement: staleSpec,
            write: (resourceVersion) =>
              specWrite(key, { via: update, resourceVersion, spec: sampleSpec(context, 1) }),
          } satisfies Route,
        ]),
  ];
}

async function sendControls(
  context: CheckContext,
  routes: readonly Route[],
  after: Step,
): Promise<ReadonlyMap<Route, Step>> {
  const controls = new Map<Route, Step>();
  let current = objectOf(after);
  for (const route of routes) {
    if (current === undefined) break;
    const control = await context.call(route.write(current.metadata.resourceVersion));
    controls.set(route, control);
    current = objectOf(control) ?? current;
  }
  return controls;
}

/** The reads before and after the attempts. An accepted attempt changes the object between them. */
function around({
  before,
  attempts,
  after,
}: Pick<Observations, "after" | "attempts" | "before">): Partial<
  Pick<RefusalTrial, "after" | "before">
> {
  return attempts.some(({ attempt }) => isAccepted(attempt)) ? {} : { before, after };
}

/** An accepted attempt changes the object, so the others then show nothing about rejected writes. */
function rejectedOf({
  before,
  attempts,
  after,
  settled: events,
}: Omit<Observations, "written">): readonly RefusalTrial[] {
  if (attempts.some(({ attempt }) => refusalOf(attempt) === undefined)) return [];
  return attempts
    .slice(0, 1)
    .map(({ attempt, control }) => ({ before, attempt, after, events, control }));
}
