import type { ListCommand, Resource, ResourceVersion } from "#contract";
import {
  countedStatus,
  defineCheck,
  describeEvents,
  eventsOf,
  freshCount,
  givenResumption,
  acceptedObject,
  listOf,
  statusWrite,
  vacuous,
  watchOf,
  exercised,
} from "#harness";
import type { CheckContext, Finding, Fixture, Step, WatchObservation } from "#harness";
import { listsToWatch } from "./lists-to-watch.ts";
import type { ListDuringWrites } from "./lists-to-watch.ts";

const requirement = "watch.list-then-watch";

const writes = 12;

/**
 * Lists sent back to back at the same time. Several are needed to hit the short time between two reads of the server.
 */
const listers = 4;

const mostLists = 60;

const mostWatches = 6;

interface Start {
  readonly list: Step;
  readonly watch: WatchObservation;
  /**
   * Set if the list shows one state. Pages may be read at different times, so a later page may show a state that is
   * newer than the version of the list.
   */
  readonly isWhole?: true;
}

interface Written {
  readonly name: string;
  readonly versions: readonly { readonly version: string; readonly exchange: number }[];
  readonly starts: readonly Start[];
}

interface Observations extends Written {
  /** The same with lists of several pages. Absent if pages may show different states. */
  readonly inPages?: Written;
}

/**
 * Detects a list that reads its objects and its version at different times. If a write falls in between, a watch from
 * the list misses the write (objects first), or returns to states before the listed one (version first).
 */
export const listsDuringWrites = defineCheck<Observations>({
  id: "watch/lists-during-writes",
  title: "During writes, a list and a watch from its version together show every write once",
  covers: [requirement],
  scope: "kind",
  // The version of the list is then a version of the written object, so contradictions between the two are visible.
  isAlone: true,
  takesTurns: true,
  features: ["read.list", "list.version", "watch.resume"],
  verbs: ["list", "watch"],
  needsCounter: true,

  async drive(context) {
    const { arePagesOneState, pageSize, operations, pagedLists = [] } = context.kind;
    const [via = ""] = operations.list;
    const seen = await tryList(context, await context.fixture(), via);
    const [paged] = pagedLists;
    if (arePagesOneState !== true || pageSize === undefined || paged === undefined) return seen;
    const last = await createOnLastPage(context, { via: paged, pageSize });
    return { ...seen, inPages: await tryList(context, last, paged) };
  },

  judge({ inPages, ...whole }) {
    const findings = [whole, ...(inPages === undefined ? [] : [inPages])].flatMap(
      ({ starts, ...written }) => starts.flatMap((start) => judgeStart(start, written)),
    );
    return findings.length === 0
      ? vacuous([requirement], "no list during the writes shows the written object")
      : findings;
  },
});

async function tryList(context: CheckContext, fixture: Fixture, via: string): Promise<Written> {
  const { versions, lists } = await context.alone(() => writeAndList(context, fixture, via));
  const starts = await Promise.all(lists.map((list) => watchFrom(context, fixture, list)));
  return { name: fixture.key.name, versions, starts: starts.flat() };
}

/**
 * Creates more objects than fit on a page. Returns one that lists show on their last page, because servers differ in
 * the order of a list.
 */
async function createOnLastPage(
  context: CheckContext,
  { via, pageSize }: { readonly via: string; readonly pageSize: number },
): Promise<Fixture> {
  const first = await context.fixture();
  const more = Array.from({ length: pageSize }, () => context.fixture());
  const fixtures = [first, ...(await Promise.all(more))];
  const { outcome } = await context.call({ ...listOf(context, first.key), via });
  const listed = outcome.result === "list" ? outcome.items.map(({ metadata }) => metadata.uid) : [];
  const place = ({ object }: Fixture): number => listed.indexOf(object.metadata.uid);
  return fixtures.reduce((last, one) => (place(one) > place(last) ? one : last), first);
}

async function watchFrom(
  context: CheckContext,
  { key }: Fixture,
  list: Step<ListCommand>,
): Promise<readonly Start[]> {
  const resourceVersion = versionOf(list);
  if (resourceVersion === undefined) return [];
  await using probe = await context.watch({ ...watchOf(context, key), resourceVersion });
  await probe.fence();
  const start = { list, watch: probe.observe() };
  return [isOneState(context, list) ? { ...start, isWhole: true } : start];
}

function isOneState({ kind }: CheckContext, { command, partial }: Step<ListCommand>): boolean {
  const { pagedLists = [], arePagesOneState } = kind;
  const isPaged = pagedLists.includes(command.via ?? kind.operations.list[0] ?? "");
  return !isPaged || (arePagesOneState === true && partial === undefined);
}

interface Listed extends ListDuringWrites {
  readonly list: Step<ListCommand>;
}

/**
 * Writes counted statuses, and lists during all of these writes. Returns the versions, the creation's first, and the
 * lists to watch from.
 */
async function writeAndList(
  context: CheckContext,
  { key, object, exchange }: Fixture,
  via: string,
): Promise<Pick<Written, "versions"> & { readonly lists: readonly Step<ListCommand>[] }> {
  const versions = [{ version: object.metadata.resourceVersion, exchange }];
  const listed: Listed[] = [];
  let sent = 0;
  const written = new AbortController();
  const list = async (): Promise<void> => {
    while (!written.signal.aborted && sent < mostLists) {
      sent += 1;
      const step = await context.call({
        ...listOf(context, key),
        via,
        identity: "controller",
      });
      const version = versionOf(step);
      const shown = itemIn(step, key.name)?.metadata.resourceVersion;
      if (version !== undefined && shown !== undefined) listed.push({ list: step, version, shown });
    }
  };
  const write = async (): Promise<void> => {
    let { resourceVersion } = object.metadata;
    for (let count = 1; count <= writes; count += 1) {
      const status = countedStatus(context, freshCount(context, count));
      const step = await context.call(statusWrite(context, key, { resourceVersion, status }));
      ({ resourceVersion } = acceptedObject(step, "a status write failed").metadata);
      versions.push({ version: resourceVersion, exchange: step.exchange });
    }
  };
  const writing = write().finally(() => written.abort());
  await Promise.all([writing, ...Array.from({ length: listers }, list)]);
  const known = versions.map(({ version }) => version);
  const selected = listsToWatch(listed, { versions: known, most: mostWatches });
  return { versions, lists: selected.map((one) => one.list) };
}

function itemIn({ outcome }: Step, name: string): Resource | undefined {
  const items = outcome.result === "list" ? outcome.items : [];
  return items.find(({ metadata }) => metadata.name === name);
}

function versionOf({ outcome }: Step): ResourceVersion | undefined {
  return outcome.result === "list" ? outcome.resourceVersion : undefined;
}

function judgeStart(
  { list, watch, isWhole }: Start,
  { name, versions }: Omit<Written, "starts">,
): readonly Finding[] {
  const item = itemIn(list, name);
  const shown = item?.metadata.resourceVersion;
  const place = versions.findIndex(({ version }) => version === shown);
  // Another client may have written the listed state.
  if (item === undefined || place < 0) return [];
  const { namespace } = item.metadata;
  const key = { kind: item.kind, name, ...(namespace === undefined ? {} : { namespace }) };
  const events = eventsOf(watch.events, key);
  const delivered = new Set<string | undefined>(
    events.map(({ resourceVersion }) => resourceVersion),
  );
  const later = versions.slice(place + 1);
  const missing = later.filter(({ version }) => !delivered.has(version));
  const listed = isWhole === true ? versions.slice(0, place + 1) : [];
  const repeated = listed.filter(({ version }) => delivered.has(version));
  const evidence = [list, ...missing, ...repeated].map(({ exchange }) => exchange);
  const start = versionOf(list) ?? "";
  return [
    givenResumption(requirement, { watches: [watch], evidence, mayExpire: true }, () => ({
      holds: missing.length === 0 && repeated.length === 0,
      expected: `the list of version ${start} shows version ${item.metadata.resourceVersion} of the object, and a watch from ${start} delivers every later version and no other`,
      actual: `it ${describeDefects({ missing, repeated })}: ${describeEvents(events)}`,
      ...exercised(later.length > 0, "every list during the writes shows the last write"),
    })),
  ];
}

type Versions = Written["versions"];

function describeDefects(of: { readonly missing: Versions; readonly repeated: Versions }): string {
  const [missing, repeated] = [of.missing, of.repeated].map((some) =>
    some.map(({ version }) => version).join(", "),
  );
  return [
    ...(missing === "" ? [] : [`lacks ${missing ?? ""}`]),
    ...(repeated === "" ? [] : [`delivers ${repeated ?? ""}, which the list already contains`]),
  ].join(" and ");
}
