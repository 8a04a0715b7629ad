import { counted } from "#contract";
import type { ObjectKey } from "#contract";
import {
  claim,
  defineCheck,
  errored,
  failureOf,
  hookVia,
  isAccepted,
  listOf,
  nothingToJudge,
  objectOf,
  readOf,
  undecided,
  vacuous,
  supports,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step } from "#harness";
import { createUnmatched, isUnmatched } from "./unmatched-objects.ts";

const requirement = "write.listed-exactly-once";
const filter = "write.list-namespace-filter";
const selection = "write.list-selector-filter";

/**
 * Number of objects that no page may contain. They are created before, and again after, the listed objects. Some of
 * them are then beyond the first page, whether lists start with the oldest or the newest object.
 */
const strays = 2;

/** Number of objects. It exceeds common default page sizes: 10, 20, 25 and 50. */
const enough = 51;

/** Largest common page size of paginated lists whose requests state no size. */
const usualPageSize = 100;

/** Maximum number of objects to create so that a list needs a second page. */
const most = 101;

/** Number of objects if each is created by a command outside the API. */
const fewByHook = 11;

const mostReads = 3;

/** Maximum number of objects of finished cases to read. Most of those that a list lacks were deleted. */
const mostOthers = 100;

interface Created {
  readonly key: ObjectKey;
  readonly uid: string;
}

interface Listing {
  readonly list: Step;
  /** Reads, after the list, of the objects that it lacks. */
  readonly reads: readonly Step[];
  /** Reads, after the list, of the objects of finished cases that it lacks. Absent if the list has a selector. */
  readonly others?: readonly Step[];
  /** Objects in another namespace. Absent if the list has no pages or cannot be limited to a namespace. */
  readonly away?: readonly Created[];
  /** Objects that the selector of the list does not match. Absent if the list has no pages or no selector. */
  readonly unmatched?: {
    readonly selector: Readonly<Record<string, string>>;
    readonly uids: readonly string[];
  };
}

interface Observations {
  readonly created: readonly Created[];
  readonly listings: readonly Listing[];
}

/**
 * A default page size truncates long lists, and an off-by-one error loses or repeats the object between two pages, or
 * the first or last one. A list without a selector also contains the objects of finished cases, which may be at its
 * ends.
 */
export const listedExactlyOnce = defineCheck<Observations>({
  id: "write/listed-exactly-once",
  title: "A list of many objects contains each of them exactly once",
  covers: [requirement, filter, selection],
  scope: "kind",
  isAlone: true,
  takesTurns: true,
  features: ["read.list"],
  verbs: ["list"],

  async drive(context) {
    const before = await createStrays(context);
    const [first, ...others] = await createMany(context);
    const after = await createStrays(context);
    const away = [...before.away, ...after.away];
    const unmatched = {
      selector: context.label,
      uids: [...before.unmatched, ...after.unmatched],
    };
    const created = [first, ...others].map(createdOf);
    const tried = { first: first.key, created, away, unmatched };
    const listings = await context.alone(() => listEach(context, tried));
    return { created, listings };
  },

  judge({ created, listings }) {
    if (created.length < 2) {
      return vacuous([requirement, filter, selection], "fewer than two objects were created");
    }
    const filtered = listings.flatMap(({ list, away }) =>
      away === undefined ? [] : [judgeFilter(list, away)],
    );
    const selected = listings.flatMap(({ list, unmatched }) =>
      unmatched === undefined || unmatched.uids.length === 0
        ? []
        : [judgeSelection(list, unmatched)],
    );
    return [
      ...listings.map((listing) => judgeListing(created, listing)),
      ...(selected.length === 0
        ? vacuous([selection], "no paginated list accepts a label selector")
        : selected),
      ...(filtered.length === 0
        ? vacuous([filter], "no paginated list is limited to a namespace")
        : filtered),
    ];
  },
});

interface Tried extends Pick<Observations, "created"> {
  readonly first: ObjectKey;
  readonly away: readonly Created[];
  readonly unmatched: NonNullable<Listing["unmatched"]>;
}

async function listEach(
  context: CheckContext,
  { first, created, away, unmatched }: Tried,
): Promise<readonly Listing[]> {
  const listings: Listing[] = [];
  for (const via of context.kind.operations.list) {
    const list = await context.call({ ...listOf(context, first), via });
    const missing = missingIn(list, created).slice(0, mostReads);
    const reads = await Promise.all(missing.map(({ key }) => context.call(readOf(key))));
    const lacking = await readOthers(context, list);
    listings.push({
      list,
      reads,
      ...(lacking.length === 0 ? {} : { others: lacking }),
      ...(isInPages(context, via) ? { away } : {}),
      ...(isSelectedInPages(context, via) ? { unmatched } : {}),
    });
  }
  return listings;
}

/**
 * Reads the objects of finished cases that a list lacks. No client changes them, because the check runs alone: an object
 * that can still be read existed when it was listed.
 */
async function readOthers(
  context: CheckContext,
  { command, outcome }: Step,
): Promise<readonly Step[]> {
  if (outcome.result !== "list" || command.verb !== "list") return [];
  if (Object.keys(command.selector ?? {}).length > 0) return [];
  const shown = new Set(outcome.items.map(({ metadata }) => metadata.name));
  const lacking = context
    .leftByFinished()
    .filter((key) => key.namespace === command.namespace && !shown.has(key.name));
  return await Promise.all(lacking.slice(0, mostOthers).map((key) => context.call(readOf(key))));
}

/** Whether a list has pages and can be limited to one of several namespaces. */
function isInPages({ kind }: CheckContext, via: string): boolean {
  const { namespaces, namespacedLists = [], pagedLists = [] } = kind;
  return namespaces.length > 1 && namespacedLists.includes(via) && pagedLists.includes(via);
}

/** Whether a list has pages and can be limited by a label selector, as the lists of this check are. */
function isSelectedInPages(context: CheckContext, via: string): boolean {
  const { pagedLists = [], selectedLists = [] } = context.kind;
  const isSelected = supports(context, "watch.selector") && Object.keys(context.label).length > 0;
  return isSelected && pagedLists.includes(via) && selectedLists.includes(via);
}

interface Strays {
  readonly away: readonly Created[];
  readonly unmatched: readonly string[];
}

/**
 * Creates objects that no page may contain: in another namespace, and with another label. Creates none unless a list
 * has pages and accepts a namespace or a selector.
 */
async function createStrays(context: CheckContext): Promise<Strays> {
  const { list } = context.kind.operations;
  const isNarrowed = list.some((via) => isInPages(context, via));
  const isSelected = list.some((via) => isSelectedInPages(context, via));
  const [away, others] = await Promise.all([
    Promise.all(times(isNarrowed ? strays : 0, () => context.fixture({ namespace: 1 }))),
    Promise.all(times(isSelected ? strays : 0, () => createUnmatched(context))),
  ]);
  return {
    away: away.map(createdOf),
    unmatched: others.flatMap((step) => objectOf(step)?.metadata.uid ?? []),
  };
}

function times<Made>(length: number, make: () => Made): readonly Made[] {
  return Array.from({ length }, make);
}

function judgeSelection(
  list: Step,
  { selector, uids }: NonNullable<Listing["unmatched"]>,
): Finding {
  const evidence = [list.exchange];
  const lost = failureOf(list);
  if (lost !== undefined) return errored(selection, lost, evidence);
  if (list.outcome.result !== "list") return nothingToJudge(selection, list, evidence);
  const shown = list.outcome.items.filter(
    (item) => uids.includes(item.metadata.uid) && isUnmatched(item, selector),
  );
  return claim(selection, {
    holds: shown.length === 0,
    expected: `pages of a list with the selector ${JSON.stringify(selector)} that contain only matching objects`,
    actual: `they contain ${counted(shown.length, "object")} with another label`,
    evidence,
  });
}

function judgeFilter(list: Step, away: readonly Created[]): Finding {
  const evidence = [list.exchange];
  const lost = failureOf(list);
  if (lost !== undefined) return errored(filter, lost, evidence);
  if (list.outcome.result !== "list") return nothingToJudge(filter, list, evidence);
  const shown = away.filter((one) => timesIn(list, one) > 0);
  return claim(filter, {
    holds: shown.length === 0,
    expected: "pages that contain only objects from the list's own namespace",
    actual: `they contain ${counted(shown.length, "object")} from another namespace: ${namesOf(shown)}`,
    evidence,
  });
}

/** Creates more objects than fit on a page, or as many as the target accepts, but at least one. */
export async function createMany(context: CheckContext): Promise<readonly [Fixture, ...Fixture[]]> {
  const first = await context.fixture();
  const more = Array.from({ length: numberFor(context.kind) - 1 }, () => context.fixture());
  const made = await Promise.allSettled(more);
  return [first, ...made.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))];
}

/** Returns a number of objects that needs more than one page, unless pages are too long. */
export function numberFor({
  operations,
  preloaded,
  pagedLists = [],
  pageSize = pagedLists.length === 0 ? 0 : usualPageSize,
}: Pick<CheckContext["kind"], "operations" | "pagedLists" | "pageSize" | "preloaded">): number {
  if (preloaded !== undefined) return 2;
  if (operations.create[0] === hookVia) return fewByHook;
  return pageSize < most ? Math.max(enough, pageSize + 1) : enough;
}

function createdOf({ key, object }: Fixture): Created {
  return { key, uid: object.metadata.uid };
}

function judgeListing(created: readonly Created[], { list, reads, others = [] }: Listing): Finding {
  // Other requirements judge lists of objects that are being deleted.
  const kept = others.filter((read) => {
    const object = objectOf(read);
    return object !== undefined && object.metadata.deletionTimestamp === undefined;
  });
  const evidence = [list, ...reads, ...kept].map(({ exchange }) => exchange);
  const lost = failureOf(list);
  if (lost !== undefined) return errored(requirement, lost, evidence);
  if (list.outcome.result !== "list") return nothingToJudge(requirement, list, evidence);
  const missing = missingIn(list, created);
  const repeated = created.filter((one) => timesIn(list, one) > 1);
  if (reads.some((read) => !isAccepted(read))) {
    return undecided(requirement, "an object could not be read after it was created", evidence);
  }
  const found = [
    ...(missing.length === 0
      ? []
      : [`${counted(missing.length, "object")} missing: ${namesOf(missing)}`]),
    ...(repeated.length === 0
      ? []
      : [`${counted(repeated.length, "object")} repeated: ${namesOf(repeated)}`]),
    ...(kept.length === 0
      ? []
      : [
          `${counted(kept.length, "object")} of finished cases missing: ${shortened(kept.map(nameIn))}`,
        ]),
  ];
  return claim(requirement, {
    holds: found.length === 0,
    expected: `a list that contains each of ${counted(created.length, "object")} exactly once`,
    actual: found.join("; "),
    instances: created.length,
    evidence,
  });
}

function missingIn(list: Step, created: readonly Created[]): readonly Created[] {
  return list.outcome.result === "list" ? created.filter((one) => timesIn(list, one) === 0) : [];
}

function timesIn({ outcome }: Step, { key, uid }: Created): number {
  if (outcome.result !== "list") return 0;
  return outcome.items.filter(({ metadata }) => metadata.name === key.name && metadata.uid === uid)
    .length;
}

const mostNames = 3;

function namesOf(objects: readonly Created[]): string {
  return shortened(objects.map(({ key }) => key.name));
}

function nameIn(read: Step): string {
  return objectOf(read)?.metadata.name ?? "";
}

function shortened(names: readonly string[]): string {
  return [...names.slice(0, mostNames), ...(names.length > mostNames ? ["…"] : [])].join(", ");
}
