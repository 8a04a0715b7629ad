import type { ObjectKey } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  isAccepted,
  listOf,
  nothingToJudge,
  readOf,
  undecided,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";

const requirement = "write.list-namespace-filter";

interface Place {
  readonly key: ObjectKey;
  readonly uid: string;
}

interface Observations {
  readonly places: readonly Place[];
  /** For each operation, a list of the first namespace and one of the second. */
  readonly lists: readonly Step[];
  readonly reads: readonly Step[];
}

/** A list that ignores its namespace exposes the objects of all tenants. */
export const listNamespaceFilter = defineCheck<Observations>({
  id: "write/list-namespace-filter",
  title: "A list limited to one namespace contains the objects of this namespace and no others",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["read.list"],
  verbs: ["list"],

  async drive(context) {
    const { namespaces, namespacedLists = [] } = context.kind;
    if (namespaces.length < 2 || namespacedLists.length === 0) {
      return { places: [], lists: [], reads: [] };
    }
    const places = await Promise.all([createIn(context, 0), createIn(context, 1)]);
    const lists: Step[] = [];
    for (const via of namespacedLists) {
      for (const { key } of places) {
        lists.push(await context.call({ ...listOf(context, key), via }));
      }
    }
    const reads = await Promise.all(places.map(({ key }) => context.call(readOf(key))));
    return { places, lists, reads };
  },

  judge({ places, lists, reads }) {
    if (places.length === 0) {
      return vacuous(
        [requirement],
        "no list operation accepts a namespace, or there is only one namespace",
      );
    }
    return lists.flatMap((list, index): readonly Finding[] => {
      const [own, other] = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
      const [home, away, read] = [places[own], places[other], reads[other]];
      return home === undefined || away === undefined || read === undefined
        ? []
        : [judgeList(list, { home, away, read })];
    });
  },
});

async function createIn(context: CheckContext, namespace: number): Promise<Place> {
  const { key, object } = await context.fixture({ namespace });
  return { key, uid: object.metadata.uid };
}

interface Sides {
  readonly home: Place;
  readonly away: Place;
  readonly read: Step;
}

function judgeList(list: Step, { home, away, read }: Sides): Finding {
  const evidence = [list.exchange, read.exchange];
  const lost = failureOf(list) ?? failureOf(read);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  if (list.outcome.result !== "list") return nothingToJudge(requirement, list, evidence);
  const { items } = list.outcome;
  const has = ({ key, uid }: Place): boolean =>
    items.some(({ metadata }) => metadata.name === key.name && metadata.uid === uid);
  if (!has(away) && !(isAccepted(read) && has(home))) {
    const reason =
      "the list lacks the object from its own namespace, or a read did not return the object from the other namespace";
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: !has(away),
    expected: `a list in namespace ${home.key.namespace ?? ""} that contains only objects from this namespace`,
    actual: `it contains ${away.key.name} from namespace ${away.key.namespace ?? ""}`,
    evidence,
  });
}
