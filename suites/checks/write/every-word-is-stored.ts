import { keyOf } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import {
  defineCheck,
  describeDifferences,
  describeEvents,
  eventsOf,
  failureOf,
  given,
  givenDelivery,
  isAccepted,
  isSame,
  judgeStatus,
  listOf,
  objectOf,
  readOf,
  sampleSpec,
  sampleStatus,
  specWrite,
  statusAfterWrite,
  statusWrite,
  withCause,
  incidental,
} from "#harness";
import type { CheckContext, Finding, SettledEvents, Step, ValueShape } from "#harness";

interface Change {
  readonly before: Resource;
  readonly write: Step;
  readonly read: Step;
}

interface Report extends Change {
  readonly member: string;
  readonly expected: JsonObject;
  /** Absent if the kind cannot be listed. */
  readonly list?: Step;
}

interface Observations {
  readonly reports: readonly Report[];
  /** The same values, written over another spec. Absent in records of earlier versions. */
  readonly again?: readonly Change[];
  /** Absent if the kind cannot be watched. */
  readonly settled?: SettledEvents;
}

const covers = [
  "write.stores-submitted-status",
  "write.visible-to-later-reads",
  "isolation.status-write-never-changes-spec",
  "watch.one-event-per-write",
  "watch.unique",
] as const;

const maxWords = 16;

/**
 * Samples contain only some values of each enum and Boolean. A defect in the handling of the others would stay
 * undetected.
 */
export const everyWordIsStored = defineCheck<Observations>({
  id: "write/every-word-is-stored",
  title: "Every enum value and Boolean in a status is stored, listed and delivered like any other",
  covers: [...covers],
  scope: "status-write",

  async drive(context) {
    const words = otherWords(context);
    if (words.length === 0) return { reports: [] };
    const { key, object } = await context.fixture();
    const isListed = context.kind.operations.list.length > 0;
    const reports: Report[] = [];
    let before = object;
    for (const { member, word } of words) {
      const submitted = { ...sampleStatus(context, 0), [member]: word };
      const { resourceVersion } = before.metadata;
      const write = await context.call(
        statusWrite(context, key, { resourceVersion, status: submitted }),
      );
      // A rejected value is skipped, because the server may restrict transitions between values.
      if (!isAccepted(write) && failureOf(write) === undefined) continue;
      const read = await context.call(readOf(key));
      const list = isListed ? { list: await context.call(listOf(context, key)) } : {};
      const expected = statusAfterWrite(context, before, submitted);
      reports.push({ member, expected, before, write, read, ...list });
      const after = objectOf(read);
      if (after === undefined || !isAccepted(write)) break;
      before = after;
    }
    const again = await underOtherSpec(context, before, words);
    const isWatched = context.kind.operations.watch.length > 0;
    const settled = isWatched ? { settled: await context.settle(key) } : {};
    return { reports, again, ...settled };
  },

  judge({ reports, again = [], settled }) {
    const findings = [
      ...reports.flatMap(judgeReport),
      ...again.map(judgeSpec),
      ...(settled === undefined ? [] : judgeEvents(reports, settled)),
    ];
    const found = new Set<string>(findings.map(({ requirement }) => requirement));
    const others = covers.filter((requirement) => !found.has(requirement));
    return [
      ...findings,
      ...incidental(
        others,
        "the status of the kind has no other enum value or Boolean that can be written",
      ),
    ];
  },
});

interface Word {
  readonly member: string;
  readonly word: JsonValue;
}

/**
 * Writes the values over another spec. A status write that sets a spec field may have set the value that the field
 * already had.
 */
async function underOtherSpec(
  context: CheckContext,
  { metadata, ...object }: Resource,
  words: readonly Word[],
): Promise<readonly Change[]> {
  if (context.kind.operations.update.length === 0) return [];
  const key = keyOf({ metadata, ...object });
  const { resourceVersion } = metadata;
  const spec = sampleSpec(context, 1);
  const authored = await context.call(specWrite(key, { resourceVersion, spec }));
  if (!isAccepted(authored)) return [];
  const changes: Change[] = [];
  let before = objectOf(await context.call(readOf(key)));
  for (const { member, word } of words) {
    if (before === undefined) break;
    const status = { ...sampleStatus(context, 0), [member]: word };
    const { resourceVersion: current } = before.metadata;
    const write = await context.call(
      statusWrite(context, key, { resourceVersion: current, status }),
    );
    if (!isAccepted(write)) continue;
    const read = await context.call(readOf(key));
    changes.push({ before, write, read });
    before = objectOf(read);
  }
  return changes;
}

/** Values of enums and Booleans that the first sample lacks. Values that all samples lack come first. */
function otherWords({ kind: { samples, shapes } }: Pick<CheckContext, "kind">): readonly Word[] {
  const members = shapes?.status?.kind === "object" ? shapes.status.members : [];
  const [sample = {}] = samples.statuses;
  const found = members
    .filter(({ name }) => name in sample)
    .flatMap(({ name: member, shape }) => {
      return wordsOf(shape)
        .filter((word) => word !== sample[member])
        .map((word) => ({ member, word, isNew: !isSampled(samples.statuses, member, word) }));
    });
  const ranked = [...found.filter(({ isNew }) => isNew), ...found.filter(({ isNew }) => !isNew)];
  return ranked.slice(0, maxWords);
}

function wordsOf(shape: ValueShape): readonly JsonValue[] {
  if (shape.kind === "boolean") return [true, false];
  return shape.kind === "choice" && shape.isSampled !== true ? shape.values : [];
}

function isSampled(statuses: readonly JsonObject[], member: string, word: JsonValue): boolean {
  return statuses.some((status) => status[member] === word);
}

function judgeReport(report: Report): readonly Finding[] {
  const { member, expected, write, read, list } = report;
  const stored = judgeStatus({
    requirement: "write.stores-submitted-status",
    write,
    read,
    status: { [member]: expected[member] ?? null },
    members: [member],
    because: "the value belongs to its enum, and the server accepted it",
  });
  const listed = list === undefined ? [] : [judgeListed({ read, list, member })];
  return [stored, judgeSpec(report), ...listed];
}

function judgeSpec({ before, write, read }: Change): Finding {
  return given("isolation.status-write-never-changes-spec", { write, read }, (of) => ({
    holds: isSame(before.spec, of.read.spec),
    expected: "the stored spec is unchanged by the status write",
    actual: describeDifferences("the stored spec", before.spec, of.read.spec),
  }));
}

function judgeListed({
  read,
  list,
  member,
}: Pick<Report, "member" | "read"> & { readonly list: Step }): Finding {
  const { outcome } = list;
  const visible = given("write.visible-to-later-reads", { read }, (of) => {
    const items = outcome.result === "list" ? outcome.items : [];
    const listed = items.find(({ metadata }) => metadata.uid === of.read.metadata.uid);
    const stored = of.read.status?.[member];
    return {
      holds: outcome.result !== "list" || isSame(stored, listed?.status?.[member]),
      expected: `the list shows the same ${member} as a read`,
      actual:
        listed === undefined
          ? "the object is not in the list"
          : describeDifferences(`the ${member} in the list`, stored, listed.status?.[member]),
    };
  });
  return withCause(visible, [list]);
}

function judgeEvents(reports: readonly Report[], settled: SettledEvents): readonly Finding[] {
  const [first] = reports;
  const written = reports.flatMap(({ before, read }) => {
    const version = objectOf(read)?.metadata.resourceVersion;
    return version === undefined || version === before.metadata.resourceVersion ? [] : [version];
  });
  if (first === undefined || written.length === 0) return [];
  const events = eventsOf(settled.events, keyOf(first.before));
  const missing = written.filter(
    (version) => !events.some(({ resourceVersion }) => resourceVersion === version),
  );
  const repeated = events.filter(({ resourceVersion }, index) =>
    events.slice(0, index).some((event) => event.resourceVersion === resourceVersion),
  );
  const of = { watches: [settled], evidence: reports.map(({ write }) => write.exchange) };
  return [
    givenDelivery("watch.unique", of, () => ({
      holds: repeated.length === 0,
      expected: "no version of the object is delivered twice",
      actual: `delivered again: ${describeEvents(repeated)}`,
    })),
    givenDelivery("watch.one-event-per-write", of, () => ({
      holds: missing.length === 0,
      expected: `one event for each write, with versions ${written.join(", ")}`,
      actual: `missing versions: ${missing.join(", ")}; received: ${describeEvents(events)}`,
    })),
  ];
}
