import { counted } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  exercised,
  failureOf,
  ownSelector,
  refusalOf,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";
import { createMany } from "../write/listed-exactly-once.ts";

const requirement = "authorization.namespace-limits-hold";

/**
 * Number of foreign objects that are created before, and again after, the identity's own objects. Some of them are then
 * beyond the first page, whether lists start with the oldest or the newest object.
 */
const strays = 2;

interface Observations {
  /** Lists of all namespaces, by an identity that may read only one namespace. */
  readonly lists: readonly Step[];
  /** The uids of objects that the identity has no permission to read. */
  readonly foreign: readonly string[];
  readonly own: number;
}

/** A resolver may filter only the first page and continue from a cursor without the filter. */
export const laterPagesAreLimited = defineCheck<Observations>({
  id: "authorization/later-pages-are-limited",
  title:
    "If an identity is limited to one namespace, no list page contains objects from " +
    "another namespace",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["authorization.namespaces", "read.list"],
  identities: ["tenant"],
  verbs: ["list"],

  async drive(context) {
    const { name: kind, namespaces, pagedLists = [] } = context.kind;
    if (namespaces.length < 2 || pagedLists.length === 0) return { lists: [], foreign: [], own: 0 };
    const listVia = (via: string): Promise<Step> =>
      context.call({ verb: "list", identity: "tenant", kind, via, ...ownSelector(context) });
    // API servers reject such lists.
    const trials = await Promise.all(pagedLists.map(listVia));
    if (trials.every((trial) => refusalOf(trial) !== undefined)) {
      return { lists: trials, foreign: [], own: 1 };
    }
    const before = await createAway(context);
    const own = await createMany(context);
    const after = await createAway(context);
    const lists: Step[] = [];
    for (const via of pagedLists) lists.push(await listVia(via));
    return { lists, foreign: [...before, ...after].map(uidOf), own: own.length };
  },

  judge: ({ lists, foreign, own }) =>
    lists.length === 0
      ? vacuous([requirement], "no list is paginated, or there is only one namespace")
      : lists.map((list) => judgePages(list, { foreign, own })),
});

function createAway(context: CheckContext): Promise<readonly Fixture[]> {
  return Promise.all(Array.from({ length: strays }, () => context.fixture({ namespace: 1 })));
}

function uidOf({ object }: Fixture): string {
  return object.metadata.uid;
}

function judgePages(list: Step, { foreign, own }: Pick<Observations, "foreign" | "own">): Finding {
  const { outcome } = list;
  const evidence = [list.exchange];
  const lost = failureOf(list);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  const items = outcome.result === "list" ? outcome.items : [];
  const leaked = items.filter(({ metadata }) => foreign.includes(metadata.uid));
  return claim(requirement, {
    holds: leaked.length === 0,
    expected: "pages that contain only objects that the identity may read",
    actual: `${counted(leaked.length, "object")} from another namespace`,
    evidence,
    // The list is no evidence about later pages if the identity must specify a namespace or gets only one page.
    ...exercised(
      items.length >= own || leaked.length > 0,
      "the list is rejected, or contains only a part of the objects that the identity may read",
    ),
  });
}
