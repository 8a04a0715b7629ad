import { isMembers } from "#contract";
import type { Resource } from "#contract";
import { isEvent } from "./idle-observations.ts";

type Members = Readonly<Record<string, unknown>>;

/** Enumerates the mutations of a location. Each mutation is created on demand, because most of them are not used. */
type Changes = (value: unknown, world: World) => readonly Group[];

interface Group {
  readonly mistake: Mistake;
  readonly make: () => readonly unknown[];
}

interface World {
  readonly objects: readonly Members[];
  /** Refusals, at most one per reason and code. */
  readonly refusals: readonly Members[];
  /** Objects in requests, such as specs, statuses, labels and foreign fields. At most one per set of field names. */
  readonly sent: readonly Members[];
}

/** Defects of a target that appear at a single location in the observations, with descriptions. */
export const mistakes = {
  "accepts-what-is-refused": "a request accepted instead of rejected",
  "other-reason": "a rejection for the wrong reason",
  "no-code": "a rejection without its code",
  "no-delay": "a rejection without a retry delay",
  "other-cause": "a rejection that names the wrong field, or no field",
  "refuses-what-is-accepted": "a request rejected instead of accepted",
  "other-form": "a list instead of an object",
  "versions-of-one-sequence": "versions that form one sequence across objects",
  "other-version": "a wrong version",
  "other-generation": "a wrong generation",
  "other-label": "an extra label, or lost labels",
  "other-annotation": "an extra annotation",
  "other-uid": "a wrong uid",
  "no-ownership": "lost finalizers, field owners or deletion time",
  "other-name": "an object with the wrong name",
  "other-metadata": "another metadata field changed or lost",
  "no-status": "a lost status",
  "no-spec": "a lost spec",
  "takes-in-what-was-sent": "a field of the request stored in the wrong place",
  "other-spec-member": "a spec field that was changed, added or removed",
  "other-status-member": "a status field that was changed, added or removed",
  "spec-of-another": "the spec of another object or of an older state",
  "status-of-another": "the status of another object or of an older state",
  "entry-lost": "a missing event or item",
  "entry-twice": "a duplicate event or item",
  "entries-swapped": "two events or items in the wrong order",
  "strange-entry": "an item that the list must not contain",
  "other-event-type": "an event of the wrong type",
  "other-event-version": "an event with the wrong version",
  "early-event": "an event that arrives too early",
  "late-event": "an event that arrives too late",
  "strange-event": "an event without a cause",
  "no-events": "no events at all",
  "watch-refused": "a watch rejected instead of served",
  "watch-ended": "a watch that ends too soon",
} as const;

export type Mistake = keyof typeof mistakes;

export interface Changed {
  readonly mistake: Mistake;
  readonly value: unknown;
}

/**
 * Mutates observations as if the target had a defect. A rejected request is accepted or is rejected for a different
 * reason, or an accepted request is rejected. A response has a different value, version or generation. An event is
 * lost, repeated, swapped, or contains a different object; a list has fewer or more items. Each mutation changes one
 * location, except for the one that renumbers all versions. `isWanted` filters defects.
 */
export function* changedObservations(
  observations: unknown,
  isWanted: (mistake: Mistake) => boolean = () => true,
): Generator<Changed, void> {
  const world = {
    objects: objectsIn(observations),
    sent: sentIn(observations),
    refusals: refusalsIn(observations),
  };
  const together = "versions-of-one-sequence";
  if (isWanted(together))
    yield { mistake: together, value: countedTogether(observations, 0).value };
  for (const place of placesIn(observations)) yield* changedAt(place, world, isWanted);
}

/** Yields the mutations of one location. `isWanted` may become false between two mutations of the same defect. */
function* changedAt(
  { value, put }: Place,
  world: World,
  isWanted: (mistake: Mistake) => boolean,
): Generator<Changed, void> {
  const groups = allChanges.flatMap((changes) => changes(value, world));
  for (const { mistake, make } of groups) {
    if (!isWanted(mistake)) continue;
    for (const changed of make()) if (isWanted(mistake)) yield { mistake, value: put(changed) };
  }
}

/** Renumbers the versions of all objects as one sequence, in the order of observation. */
function countedTogether(
  value: unknown,
  before: number,
): { readonly value: unknown; readonly count: number } {
  if (isObject(value)) {
    const count = before + 1;
    return { value: withMetadata(value, { resourceVersion: String(count) }), count };
  }
  if (Array.isArray(value)) {
    let count = before;
    const items = value.map((item: unknown) => {
      const counted = countedTogether(item, count);
      count = counted.count;
      return counted.value;
    });
    return { value: items, count };
  }
  if (!isMembers(value)) return { value, count: before };
  const names = Object.keys(value);
  const counted = countedTogether(Object.values(value), before);
  const members: readonly unknown[] = Array.isArray(counted.value) ? counted.value : [];
  const entries = names.map((name, index) => [name, members[index]] as const);
  return { value: Object.fromEntries(entries), count: counted.count };
}

interface Place {
  readonly value: unknown;
  readonly put: (changed: unknown) => unknown;
}

function placesIn(observations: unknown): readonly Place[] {
  const places: Place[] = [];
  const collect = (value: unknown, put: Place["put"]): void => {
    places.push({ value, put });
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        collect(item, (changed) => put(value.with(index, changed)));
      return;
    }
    if (!isMembers(value) || isLeafGroup(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name !== "command") collect(inner, (changed) => put({ ...value, [name]: changed }));
    }
  };
  collect(observations, (changed) => changed);
  return places;
}

/**
 * Whether a value is an object of the target. Objects are mutated as a whole, so their fields are not mutated again.
 */
function isLeafGroup(value: Members): boolean {
  return isObject(value);
}

function isObject(value: unknown): value is Members & { readonly metadata: Members } {
  return (
    isMembers(value) &&
    typeof value["kind"] === "string" &&
    isMembers(value["metadata"]) &&
    typeof value["metadata"]["resourceVersion"] === "string"
  );
}

function objectsIn(value: unknown): readonly Members[] {
  if (isObject(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isMembers(value) ? Object.values(value).flatMap(objectsIn) : [];
}

function refusalsIn(observations: unknown): readonly Members[] {
  const found = new Map<string, Members>();
  collectRefusals(observations, found);
  return [...found.values()];
}

function collectRefusals(value: unknown, found: Map<string, Members>): void {
  if (Array.isArray(value)) for (const item of value) collectRefusals(item, found);
  if (!isMembers(value)) return;
  const given = value["refusal"];
  if (isMembers(given)) found.set(`${String(given["reason"])} ${String(given["code"])}`, given);
  for (const name of Object.keys(value)) {
    if (name !== "refusal") collectRefusals(value[name], found);
  }
}

function sentIn(value: unknown): readonly Members[] {
  const found = new Map<string, Members>();
  collectSent(value, found);
  return [...found.values()];
}

function collectSent(value: unknown, found: Map<string, Members>): void {
  if (Array.isArray(value)) for (const item of value) collectSent(item, found);
  if (!isMembers(value)) return;
  const { command } = value;
  if (isMembers(command)) {
    for (const content of contentsOf(command)) found.set(Object.keys(content).join(), content);
  }
  for (const name of Object.keys(value)) {
    const inner = value[name];
    if (name !== "command" && !isObject(inner)) collectSent(inner, found);
  }
}

function contentsOf(command: Members): readonly Members[] {
  return Object.entries(command).flatMap(([name, value]) => {
    if (name === "key" || !isMembers(value)) return [];
    return [value, ...contentsOf(value)];
  });
}

const maxBorrowed = 8;

const otherVersion = "999999999999";

const refusal = { reason: "invalid", code: "INVALID", message: "It is rejected.", causes: [] };

const otherReasons = ["invalid", "conflict", "notFound", "internal", "unclassified"] as const;

function as(mistake: Mistake, make: Group["make"]): Group {
  return { mistake, make };
}

const outcomes: Changes = (value, { objects, sent, refusals: others }) => {
  if (!isMembers(value) || typeof value["result"] !== "string") return [];
  if (value["result"] === "refused" && isMembers(value["refusal"])) {
    const given = value["refusal"];
    const refusedAs = (other: Members): Members => ({ ...value, refusal: other });
    return [
      as("accepts-what-is-refused", () => accepted(objects, sent)),
      as("other-reason", () => [
        ...otherReasons
          .filter((reason) => reason !== given["reason"])
          .map((reason) => refusedAs({ ...given, reason, code: reason })),
        ...others
          .filter((other) => other !== given)
          .map((other) => refusedAs({ ...other, message: given["message"] })),
      ]),
      as("no-code", () => [refusedAs(withoutMember(given, "code"))]),
      as("no-delay", () => [refusedAs(withoutMember(given, "retryAfterSeconds"))]),
      as("other-cause", () => [
        refusedAs({ ...given, message: `${String(given["message"])} at 7`, causes: [] }),
        refusedAs({ ...given, message: refusal.message, causes: [] }),
      ]),
    ];
  }
  if (!["object", "list", "done"].includes(value["result"])) return [];
  return [
    as("refuses-what-is-accepted", () => refusals),
    as("other-form", () =>
      value["result"] === "object" ? [{ result: "list", items: [value["object"]] }] : [],
    ),
  ];
};

function withoutMember(members: Members, name: string): Members {
  const { [name]: _removed, ...rest } = members;
  return rest;
}

const refusals = ["invalid", "notFound", "forbidden", "conflict"].map((reason) => ({
  result: "refused",
  refusal: { ...refusal, reason, code: reason },
}));

function accepted(objects: readonly Members[], sent: readonly Members[]): readonly unknown[] {
  const object = objects.at(-1);
  if (object === undefined) return [{ result: "done" }];
  const moved = withMetadata(object, { resourceVersion: otherVersion });
  return [
    ...[moved, ...sent.map((status) => ({ ...moved, status }))].map((shown) => ({
      result: "object",
      object: shown,
    })),
    { result: "list", items: [object] },
  ];
}

const namedInMistakes: ReadonlySet<string> = new Set<keyof Resource["metadata"]>([
  "resourceVersion",
  "generation",
  "labels",
  "uid",
  "annotations",
  "managedFields",
  "finalizers",
  "deletionTimestamp",
  "name",
  "namespace",
]);

const metadataChanges: Changes = (value, { objects }) => {
  if (!isObject(value)) return [];
  const { generation, resourceVersion, labels } = value.metadata;
  const count = typeof generation === "number" ? generation : 1;
  const changed = (mistake: Mistake, make: () => readonly Members[]): Group =>
    as(mistake, () => make().map((change) => withMetadata(value, change)));
  return [
    changed("other-version", () => {
      const versions = objects.flatMap(({ metadata }) =>
        isMembers(metadata) && metadata["resourceVersion"] !== resourceVersion
          ? [metadata["resourceVersion"]]
          : [],
      );
      return [otherVersion, ...new Set(versions)].map((version) => ({ resourceVersion: version }));
    }),
    changed("other-generation", () => [{ generation: count + 1 }, { generation: count - 1 }]),
    changed("other-label", () => [
      { labels: { ...(isMembers(labels) ? labels : {}), strange: "yes" } },
      { labels: {} },
    ]),
    changed("other-uid", () => [{ uid: "another" }]),
    changed("other-annotation", () => [{ annotations: { strange: "yes" } }]),
    changed("no-ownership", () => [
      { managedFields: [], finalizers: [], deletionTimestamp: undefined },
    ]),
    changed("other-name", () => [{ namespace: "strange", name: "strange" }]),
    changed("other-metadata", () =>
      Object.entries(value.metadata).flatMap(([name, member]) =>
        namedInMistakes.has(name)
          ? []
          : [{ [name]: typeof member === "string" ? `${member}0` : undefined }],
      ),
    ),
  ];
};

const contentChanges: Changes = (value, { objects, sent }) => {
  if (!isObject(value)) return [];
  const others = (): readonly Members[] => objects.filter((other) => other !== value).slice(0, 3);
  const changed = (side: "spec" | "status"): readonly unknown[] =>
    changedMembers(value[side]).map((content) => ({ ...value, [side]: content }));
  return [
    as("no-status", () => [withoutMember(value, "status")]),
    as("no-spec", () => [withoutMember(value, "spec")]),
    as("takes-in-what-was-sent", () => {
      const { spec, status } = value;
      return sent.flatMap((content) => [
        { ...value, status: { ...(isMembers(status) ? status : {}), ...content } },
        { ...value, spec: { ...(isMembers(spec) ? spec : {}), ...content } },
        withMetadata(value, { labels: content }),
      ]);
    }),
    as("other-spec-member", () => changed("spec")),
    as("other-status-member", () => changed("status")),
    as("spec-of-another", () => others().map((other) => ({ ...value, spec: other["spec"] }))),
    as("status-of-another", () => others().map((other) => ({ ...value, status: other["status"] }))),
  ];
};

function withMetadata(object: Members & { readonly metadata?: unknown }, change: Members): Members {
  const metadata = isMembers(object.metadata) ? object.metadata : {};
  return { ...object, metadata: { ...metadata, ...change } };
}

function changedMembers(content: unknown): readonly unknown[] {
  const members = isMembers(content) ? content : {};
  const names = Object.keys(members);
  return [
    { ...members, strange: 7 },
    ...names.map((name) => ({ ...members, [name]: otherValue(members[name]) })),
    ...names.map((name) => Object.fromEntries(Object.entries(members).filter(([n]) => n !== name))),
  ];
}

function otherValue(value: unknown): unknown {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value === "string") return `${value}-strange`;
  if (Array.isArray(value)) return value.length === 0 ? ["strange"] : [...value, ...value];
  return { strange: 7 };
}

const listChanges: Changes = (value, { objects }) => {
  if (!Array.isArray(value)) return [];
  const items: readonly unknown[] = value;
  if (!items.every(isEntry)) return [];
  return [
    as("entry-lost", () => items.map((_, index) => items.toSpliced(index, 1))),
    as("entry-twice", () => [
      ...items.map((item, index) => items.toSpliced(index, 0, item)),
      ...items.map((item, index) => items.toSpliced(index + 1, 0, asNew(item))),
    ]),
    as("entries-swapped", () =>
      items.flatMap((item, index) => {
        const next = items[index + 1];
        return next === undefined ? [] : [items.with(index, next).with(index + 1, item)];
      }),
    ),
    as("strange-entry", () => {
      if (items.some(isEvent)) return [];
      const shown = new Set(items.map(nameOf));
      const others = objects.filter((object) => !shown.has(nameOf(object)));
      return others.slice(0, maxBorrowed).map((other) => [...items, other]);
    }),
  ];
};

function nameOf(object: unknown): unknown {
  const metadata = isMembers(object) ? object["metadata"] : undefined;
  return isMembers(metadata) ? metadata["name"] : undefined;
}

function isEntry(item: unknown): boolean {
  return isObject(item) || isEvent(item);
}

function asNew(item: unknown): unknown {
  return isEvent(item) ? { ...item, resourceVersion: otherVersion, arrivedMs: Infinity } : item;
}

const types = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"];

const eventChanges: Changes = (value, { objects }) => {
  if (!isEvent(value)) return [];
  return [
    as("other-event-type", () =>
      types.filter((type) => type !== value["type"]).map((type) => ({ ...value, type })),
    ),
    as("other-event-version", () => {
      const versions = objects.flatMap(({ metadata }) =>
        isMembers(metadata) ? [metadata["resourceVersion"]] : [],
      );
      const others = [...new Set(versions)].filter(
        (version) => version !== value["resourceVersion"],
      );
      return [otherVersion, ...others.slice(0, maxBorrowed)].map((version) => ({
        ...value,
        resourceVersion: version,
      }));
    }),
    as("early-event", () => [{ ...value, arrivedMs: 0 }]),
    as("late-event", () => [{ ...value, arrivedMs: Number.MAX_SAFE_INTEGER }]),
  ];
};

const watchChanges: Changes = (value, { objects }) => {
  if (!isMembers(value) || !Array.isArray(value["events"])) return [];
  const events: readonly unknown[] = value["events"];
  return [
    as("strange-event", () => {
      const [object] = objects;
      const shown = {
        type: "ADDED",
        resourceVersion: otherVersion,
        arrivedMs: Number.MAX_SAFE_INTEGER,
        ...(object === undefined ? {} : { object }),
      };
      const open = withoutMember(value, "end");
      return [
        { ...open, events: [...events, shown], reached: true },
        { ...value, events: [...events, { ...shown, type: "MODIFIED" }] },
        { ...open, events: [shown, ...events] },
      ];
    }),
    as("no-events", () => [{ ...value, events: [] }]),
    as("watch-refused", () => [{ ...value, end: { end: "refused", refusal } }]),
    as("watch-ended", () => [{ ...value, end: { end: "completed" } }]),
  ];
};

const allChanges: readonly Changes[] = [
  outcomes,
  metadataChanges,
  contentChanges,
  listChanges,
  eventChanges,
  watchChanges,
];
