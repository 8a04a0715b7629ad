import type { Resource } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  listerIn,
  nothingToJudge,
  objectOf,
  readOf,
  undecided,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, Step } from "#harness";
import { createUnmatched, isUnmatched } from "./unmatched-objects.ts";

const requirement = "write.list-selector-filter";

interface Observations {
  readonly selector: Readonly<Record<string, string>>;
  readonly matching: string;
  /** The creation and a read of an object that does not match. Absent if no list accepts a selector. */
  readonly other?: Step;
  readonly read?: Step;
  readonly lists: readonly Step[];
}

/** A resolver may accept a selector for lists, and apply it only to watches. */
export const listSelectorFilter = defineCheck<Observations>({
  id: "write/list-selector-filter",
  title: "A list with a label selector contains the matching objects and no others",
  covers: [requirement],
  scope: "kind",
  needsNoStatus: true,
  features: ["read.list", "labels.write"],
  verbs: ["list"],

  async drive(context) {
    const { label: selector, kind } = context;
    const { selectedLists = [] } = kind;
    const nothing = { selector, matching: "", lists: [] };
    if (selectedLists.length === 0 || Object.keys(selector).length === 0) return nothing;
    const { key, object } = await context.fixture();
    const other = await createUnmatched(context);
    const stored = objectOf(other);
    if (stored === undefined) return nothing;
    const read = await context.call(readOf(other.command.key));
    const lists: Step[] = [];
    for (const via of selectedLists) lists.push(await listOwn(context, key.namespace, via));
    return { selector, matching: object.metadata.uid, other, read, lists };
  },

  judge(observations) {
    const { lists, read } = observations;
    if (read === undefined) {
      return vacuous(
        [requirement],
        "lists do not accept a label selector, or no object with another label could be created",
      );
    }
    return lists.map((list) => judgeList(list, read, observations));
  },
});

function listOwn(context: CheckContext, namespace: string | undefined, via: string): Promise<Step> {
  const where = namespace === undefined ? {} : { namespace };
  const { kind, label: selector } = context;
  return context.call({
    verb: "list",
    identity: listerIn(context),
    kind: kind.name,
    ...where,
    selector,
    via,
  });
}

function judgeList(
  list: Step,
  read: Step,
  { matching, selector }: Pick<Observations, "matching" | "selector">,
): Finding {
  const evidence = [read.exchange, list.exchange];
  const lost = failureOf(list) ?? failureOf(read);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  if (list.outcome.result !== "list") return nothingToJudge(requirement, list, evidence);
  const { items } = list.outcome;
  const uid = objectOf(read)?.metadata.uid;
  const strange = items.find((item) => item.metadata.uid === uid && isUnmatched(item, selector));
  const isShown = items.some(({ metadata }) => metadata.uid === matching);
  const stored: Resource | undefined = objectOf(read);
  if (strange === undefined && !(isShown && stored && isUnmatched(stored, selector))) {
    const reason =
      "the list lacks the matching object, or a read did not show the other object with its label";
    return undecided(requirement, reason, evidence);
  }
  return claim(requirement, {
    holds: strange === undefined,
    expected: `a list with the selector ${JSON.stringify(selector)} that contains only matching objects`,
    actual: `it contains ${strange?.metadata.name ?? ""} with the labels ${JSON.stringify(strange?.metadata.labels ?? {})}`,
    evidence,
  });
}
