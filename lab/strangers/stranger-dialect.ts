import type { JsonObject, JsonValue, WatchEvent } from "#contract";
import type { KindSamples } from "#targets";
import { describedFeatures, membersKey } from "#targets/graphql";
import type {
  ArgumentTree,
  Dialect,
  KindDialect,
  KindOperations,
  ListOperation,
  ObjectOperation,
  OutcomeMatcher,
  WatchOperation,
} from "#targets/graphql";
import {
  capital,
  groupName,
  listName,
  nestOf,
  objectName,
  observedName,
  preconditionOf,
  readName,
  streamNames,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import { callName, callsOf, compositeName, eventType, keyed } from "./stranger-schema.ts";
import type { Call } from "./stranger-schema.ts";
import type { KindWords, MemberWords, RefusalWord } from "./domain-words.ts";

export function dialectOf(stranger: Stranger): Dialect {
  const dialect: Dialect = {
    name: `stranger-${stranger.seed}`,
    credentials: {
      http: { header: "Authorization", format: "Bearer $credential" },
      ...(stranger.forms.watch === "none" || stranger.habits.news === "id"
        ? {}
        : {
            socket: {
              place: stranger.forms.socket,
              name: "Authorization",
              format: "Bearer $credential",
            },
          }),
    },
    identities: {
      author: { kind: "static", credential: "author-key" },
      controller: { kind: "static", credential: "controller-key" },
      reader: { kind: "static", credential: "reader-key" },
      stranger: { kind: "static", credential: "stranger-key" },
      invalid: { kind: "static", credential: "nobody-key" },
      expired: { kind: "notApplicable", reason: "keys never expire" },
      anonymous: { kind: "none" },
    },
    outcomes: outcomesOf(stranger),
    errors: errorsOf(stranger),
    features: [],
    semantics: {
      crossWrite: "rejected",
      precondition: "required",
      omittedMembers: "unchanged",
      nullMembers: "cleared",
      noOp: "keepsVersion",
      deletedEvent: stranger.habits.life === "union" ? "keyOnly" : "lastState",
      staleAndInvalid: "conflict",
    },
    kinds: stranger.kinds.map((kind) => kindOf(stranger, kind)),
  };
  const isWatched = stranger.forms.watch !== "none" && stranger.habits.news === "object";
  const shown = isWatched ? (["transport.socket", "watch.authorization"] as const) : [];
  return { ...dialect, features: [...describedFeatures(dialect), ...shown] };
}

const messages: Readonly<Record<RefusalWord, string>> = {
  unauthenticated: "who goes there",
  forbidden: "may not call",
  notFound: "does not exist",
  alreadyExists: "exists already",
  conflict: "somebody was faster",
  invalid: "is not valid",
};

const refusalWords: readonly RefusalWord[] = [
  "unauthenticated",
  "forbidden",
  "notFound",
  "alreadyExists",
  "conflict",
  "invalid",
];

function outcomesOf(stranger: Stranger): readonly OutcomeMatcher[] {
  const { codes, names, kinds, forms, habits } = stranger;
  const quoting = { ...messages, conflict: "changed meanwhile" };
  const words = habits.talk === "quoting" ? quoting : messages;
  const own = refusalWords
    .filter((reason) => reason !== "conflict" || forms.reply !== "union")
    .map((reason): OutcomeMatcher => {
      switch (forms.errors) {
        case "codes":
        case "extension":
          return { reason, code: codes[reason] };
        case "messages":
          return { reason, message: words[reason] };
      }
    });
  const clashes =
    forms.reply !== "union"
      ? []
      : kinds.map(({ kind }): OutcomeMatcher => {
          const payload = {
            path: "__typename",
            value: `${kind}Clash`,
            currentResourceVersion: `${names.version}Now`,
          };
          return { reason: "conflict", payload };
        });
  const missing =
    habits.asks !== "union"
      ? []
      : kinds.map(({ kind }): OutcomeMatcher => {
          return { reason: "notFound", payload: { path: "__typename", value: `${kind}Missing` } };
        });
  return [
    ...clashes,
    ...missing,
    ...own,
    { reason: "notFound", nullResult: true, verbs: ["read"] },
    { reason: "invalid", message: '^(Variable "\\$|Field ".*" of required type|Unknown argument)' },
    ...(forms.watch !== "none" && forms.socket !== "subscribePayload"
      ? [{ reason: "unauthenticated", closeCode: 4403 } as const]
      : []),
  ];
}

function errorsOf({ forms: { errors, reply }, habits: { details } }: Stranger): Dialect["errors"] {
  if (errors === "messages") return { code: "extensions.code" };
  const word = errors === "codes" ? "code" : "fault";
  const at = { extensions: "extensions.", beside: "info.", deep: "extensions.problem." }[details];
  return {
    code: details === "beside" ? `error${capital(word)}` : `${at}${word}`,
    ...(reply === "union" ? {} : { currentResourceVersion: `${at}current` }),
    causes: { list: `${at}causes`, field: "field", message: "message" },
  };
}

function kindOf(stranger: Stranger, kind: KindWords): KindDialect {
  const { names, forms } = stranger;
  const held = (name: string): string =>
    forms.identity === "nested" ? `${names.holder}.${name}` : name;
  const isFlat = forms.body === "flat";
  const isPlaced = stranger.habits.scope === "places";
  return {
    name: kind.kind,
    ...(isPlaced
      ? { scope: "namespaced", namespaces: stranger.places }
      : { scope: "cluster", namespaces: [] }),
    ...(forms.reply === "union" && stranger.habits.reading === "name" ? {} : { type: kind.kind }),
    paths: {
      name: held(names.name),
      ...(isPlaced ? { namespace: held(names.place) } : {}),
      uid: held(names.uid),
      resourceVersion: held(names.version),
      generation: held(names.generation),
      ...(stranger.habits.labels === "none" ? {} : { labels: held(stranger.labels) }),
      ...(stranger.habits.clock === "none" ? {} : { creationTimestamp: held(stranger.clock) }),
      spec: isFlat ? ownPaths(memberNames(stranger, kind, "spec")) : names.spec,
      status: isFlat ? ownPaths(memberNames(stranger, kind, "status")) : names.status,
    },
    ...(stranger.habits.marks === "pairs"
      ? { pairs: { labels: { key: "key", value: "value" } } }
      : {}),
    ...(observedName(stranger) === "observedGeneration"
      ? {}
      : { observedGeneration: observedName(stranger) }),
    operations: operationsOf(stranger, kind),
    samples: samplesOf(stranger, kind),
    ...(hasNoLists(stranger, kind) ? { semantics: { lists: "absent" } } : {}),
  };
}

/** Whether a status contains no list. The schema cannot show this if the status is an untyped value. */
function hasNoLists({ forms }: Stranger, { status }: KindWords): boolean {
  return forms.body === "boxed" && !status.some(({ type }) => type === "texts");
}

function placeOf({ names, habits: { scope } }: Stranger): Readonly<Record<string, ArgumentTree>> {
  return scope === "none" ? {} : { [names.place]: "$namespace" };
}

function keyOf(stranger: Stranger): Readonly<Record<string, ArgumentTree>> {
  return { ...furtherOf(stranger), ...placeOf(stranger), [stranger.names.name]: "$name" };
}

/** The argument for the additional key field. Its value is the same in all calls. */
function furtherOf({ further, furtherValue, habits }: Stranger): Readonly<Record<string, string>> {
  return habits.further === "none" ? {} : { [further]: furtherValue };
}

/** The path of a query, and the argument for the namespace, which is next to the query or belongs to its owner. */
function askedOf(
  stranger: Stranger,
  { id, field }: { readonly id: string; readonly field: string },
): {
  readonly called: { readonly id: string; readonly field: string };
  readonly place: Readonly<Record<string, ArgumentTree>>;
} {
  if (stranger.habits.nesting === "root")
    return { called: { id, field }, place: placeOf(stranger) };
  const nest = nestOf(stranger);
  return { called: { id, field: `${nest.field}.${field}` }, place: { [nest.key]: "$namespace" } };
}

function finderOf(
  stranger: Stranger,
  verb: keyof Stranger["verbs"],
): Readonly<Record<string, ArgumentTree>> {
  const isById = stranger.habits.reading === "node" && verb !== "create";
  return isById ? { [stranger.names.uid]: "$uid" } : keyOf(stranger);
}

/** Puts a key into the composite key, if that is one of several unique keys by which calls identify an object. */
function uniqueOf(
  stranger: Stranger,
  key: Readonly<Record<string, ArgumentTree>>,
): Readonly<Record<string, ArgumentTree>> {
  return stranger.habits.finding === "unique" ? { [compositeName(stranger)]: key } : key;
}

function ownPaths(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function memberNames(
  stranger: Stranger,
  kind: KindWords,
  side: "spec" | "status",
): readonly string[] {
  return [
    ...kind[side].map(({ name }) => name),
    ...(side === "status" ? [observedName(stranger)] : []),
  ];
}

function operationsOf(stranger: Stranger, kind: KindWords): KindOperations {
  const calls = callsOf(stranger, kind);
  const writes = (wanted: Call["verb"]): readonly ObjectOperation[] =>
    calls.filter(({ verb }) => verb === wanted).map((call) => writeOf(stranger, call, kind));
  return {
    create: writes("create"),
    read: [readOf(stranger, kind)],
    list: [listOf(stranger, kind)],
    update: writes("update"),
    updateStatus: writes("status").map((write) => ({ ...write, statusMode: "partial" })),
    patchStatus: [],
    delete: writes("remove"),
    watch: watchesOf(stranger, kind),
  };
}

function readOf(stranger: Stranger, kind: KindWords): ObjectOperation {
  const { asks, reading } = stranger.habits;
  if (reading === "node") {
    return { id: "node", field: "node", arguments: { id: "$uid" }, result: "" };
  }
  const own = called(readName(stranger, kind), groupName(stranger, kind));
  const { called: field, place } = askedOf(stranger, own);
  const key = { ...furtherOf(stranger), ...place, [stranger.names.name]: "$name" };
  const isUnique = stranger.habits.finding === "unique";
  const asked = isUnique ? { [keyed(stranger)]: uniqueOf(stranger, key) } : key;
  return {
    ...field,
    arguments: asked,
    result: asks === "wrapped" ? objectName(kind) : "",
  };
}

function listOf(stranger: Stranger, kind: KindWords): ListOperation {
  const { names, forms, habits } = stranger;
  const found = (path: string): string => (habits.asks === "wrapped" ? `found.${path}` : path);
  const { given, pages } = pagingOf(stranger, found);
  const items = {
    plain: { items: "" },
    wrapped: { items: found(`all${kind.kind}`), resourceVersion: found(names.version) },
    connection: { items: found("edges.node") },
  }[forms.list];
  const own = called(listName(stranger, kind), groupName(stranger, kind));
  const { called: field, place } = askedOf(stranger, own);
  const isNested = habits.nesting === "owner";
  return {
    ...field,
    arguments: { ...furtherOf(stranger), ...place, ...given },
    ...((forms.listPlace === "required" || isNested) && habits.scope === "places"
      ? { perNamespace: true as const }
      : {}),
    ...items,
    ...(pages === undefined ? {} : { pages }),
  };
}

function pagingOf(
  { forms, habits }: Stranger,
  found: (path: string) => string,
): { readonly given: Readonly<Record<string, ArgumentTree>> } & Pick<ListOperation, "pages"> {
  if (forms.list === "connection") {
    const pages = { next: found("pageInfo.endCursor"), more: found("pageInfo.hasNextPage") };
    return { given: { first: 100, after: "$page" }, pages };
  }
  if (habits.paging === "offset") {
    return { given: { offset: "$page", limit: 100 }, pages: { by: "offset" } };
  }
  switch (habits.sheets) {
    case "number":
      return { given: { sheet: "$page", rows: 100 }, pages: { by: "number" } };
    case "offset":
      return { given: { behind: "$page", rows: 100 }, pages: { by: "offset" } };
    case "mark":
      return { given: { upto: "$page", rows: 100 }, pages: { next: found("tail") } };
    case "one":
      return { given: { rows: 1000 } };
    case "none":
  }
  if (habits.pages === "none") return { given: {} };
  return { given: { pageToken: "$page" }, pages: { next: found("nextPageToken") } };
}

function called(
  id: string,
  group: string | undefined,
): { readonly id: string; readonly field: string } {
  return { id, field: group === undefined ? id : `${group}.${id}` };
}

function writeOf(stranger: Stranger, call: Call, kind: KindWords): ObjectOperation {
  const { names, forms, habits } = stranger;
  const { verb, member } = call;
  const own = finderOf(stranger, verb);
  const key = verb === "create" ? own : uniqueOf(stranger, own);
  const isSided = member === undefined && verb !== "remove";
  const version = isGuarded(stranger, verb)
    ? { [preconditionOf(stranger)]: "$resourceVersion" }
    : {};
  const [guard, apart] = habits.guard === "inside" ? [version, {}] : [{}, version];
  const sent = isSided ? bodyOf(stranger, kind, verb) : {};
  const one = member === undefined ? {} : { [member]: `$status.${member}` };
  const body = { ...sent, ...one, ...labelsIn(stranger, verb) };
  const { tree, beside } = {
    arguments: { tree: { ...key, ...guard, ...body }, beside: undefined },
    keyed: { tree: { [keyed(stranger)]: key, ...guard, ...body }, beside: undefined },
    object: { tree: { [names.input]: { ...key, ...guard, ...body } }, beside: names.input },
  }[forms.input];
  const places = isSided ? foreignPlaces(stranger, verb, beside) : { beside };
  return {
    ...called(callName(stranger, call, kind), groupName(stranger, kind)),
    arguments: { ...tree, ...apart },
    result: resultOf(stranger, verb, kind),
    ...(places.beside === undefined || verb === "remove" ? {} : { beside: places.beside }),
    ...(places.inside === undefined ? {} : { inside: places.inside }),
  };
}

interface ForeignPlaces {
  readonly beside: string | undefined;
  readonly inside?: string | undefined;
}

/**
 * Returns the input paths for foreign fields: next to the spec or status and inside it. With assignments, only next to
 * it.
 */
function foreignPlaces(
  stranger: Stranger,
  verb: keyof Stranger["verbs"],
  beside: string | undefined,
): ForeignPlaces {
  const { names, forms } = stranger;
  const side = names[verb === "status" ? "status" : "spec"];
  const whole = forms.body === "flat" ? undefined : [beside ?? [], side].flat().join(".");
  return isAssigning(stranger, verb) ? { beside: whole ?? beside } : { beside, inside: whole };
}

function labelsIn(
  { habits, labels }: Stranger,
  verb: keyof Stranger["verbs"],
): Readonly<Record<string, ArgumentTree>> {
  const isAuthored = verb === "create" || verb === "update";
  return isAuthored && habits.labels === "map" ? { [labels]: "$labels" } : {};
}

function isGuarded({ habits }: Stranger, verb: keyof Stranger["verbs"]): boolean {
  if (verb === "remove") return habits.deletion === "versioned";
  return verb !== "create";
}

function resultOf(
  { forms: { reply }, habits: { answers } }: Stranger,
  verb: keyof Stranger["verbs"],
  kind: KindWords,
): string | null {
  if (verb !== "remove" && answers !== "object") return null;
  if (reply === "object") return verb === "remove" ? null : "";
  const isUnion = reply === "union" && (verb === "update" || verb === "status");
  return isUnion ? "" : objectName(kind);
}

/** Whether a mutation takes each field as an assignment, e.g. `{ set: 3 }`. */
function isAssigning({ habits }: Stranger, verb: keyof Stranger["verbs"]): boolean {
  return habits.assigning === "set" && verb !== "create";
}

function bodyOf(
  stranger: Stranger,
  kind: KindWords,
  verb: keyof Stranger["verbs"],
): Readonly<Record<string, ArgumentTree>> {
  const { names, forms } = stranger;
  const side = verb === "status" ? "status" : "spec";
  const isAssigned = isAssigning(stranger, verb);
  const each = Object.fromEntries(
    memberNames(stranger, kind, side).map((name) => {
      const value = `$${side}.${name}`;
      return [name, isAssigned ? { set: value } : value];
    }),
  );
  if (forms.body !== "flat") return { [names[side]]: isAssigned ? each : `$${side}` };
  return forms.input === "object" && !isAssigned ? { [membersKey]: `$${side}` } : each;
}

function watchesOf(stranger: Stranger, kind: KindWords): KindOperations["watch"] {
  const { names, forms, habits, events, reported } = stranger;
  // A dialect cannot express that a read must follow each event.
  if (forms.watch === "none" || habits.news === "id") return [];
  const types = ["ADDED", "MODIFIED", "DELETED"] as const;
  const words = types.map((type, index): [string, WatchEvent["type"]] => [
    events[index] ?? "",
    type,
  ]);
  if (reported !== undefined) words.push([reported, "MODIFIED"]);
  if (habits.streams === "each") {
    const [added, ...others] = streamNames(stranger, kind);
    const type = (index: number): WatchEvent["type"] => types[index] ?? "MODIFIED";
    return [
      {
        ...called(added, undefined),
        id: `${objectName(kind)}Changes`,
        arguments: placeOf(stranger),
        object: "",
        streams: [added, ...others].map((field, index) => ({ field, type: type(index) })),
      },
    ];
  }
  return [
    {
      ...called(watchName(stranger, kind), undefined),
      arguments: { ...placeOf(stranger), since: "$cursor" },
      type: {
        path: habits.life === "union" ? "__typename" : names.event,
        names: Object.fromEntries(
          words.map(([word, type]) => [
            habits.life === "union" ? eventType(kind, word) : word,
            type,
          ]),
        ),
      },
      ...objectIn(stranger, kind),
      ...(habits.life === "union" ? keysOf(stranger) : {}),
      ...(habits.start === "snapshot" ? { initial: "added" as const } : {}),
    },
  ];
}

function objectIn(
  { habits, kinds }: Stranger,
  kind: KindWords,
): Pick<WatchOperation, "object" | "otherKinds"> {
  if (habits.feed === "own") return { object: objectName(kind) };
  const others = kinds.filter((one) => one !== kind);
  return {
    object: `about.${objectName(kind)}`,
    otherKinds: others.map((one) => `about.${objectName(one)}`),
  };
}

function keysOf({ names, habits }: Stranger): Pick<WatchOperation, "key" | "resourceVersion"> {
  const place = habits.scope === "none" ? {} : { namespace: names.place };
  return { key: { uid: names.uid, name: names.name, ...place }, resourceVersion: names.version };
}

function samplesOf(stranger: Stranger, kind: KindWords): KindSamples {
  const samples = (side: "spec" | "status"): readonly JsonObject[] =>
    [0, 1, 2].map((index) => ({
      ...Object.fromEntries(
        kind[side].map((member) => [member.name, sampleIn(stranger, member, index)]),
      ),
      ...(side === "status" ? { [observedName(stranger)]: index + 1 } : {}),
    }));
  const isInt = stranger.habits.counts === "int";
  const count = kind.status.find(({ type }) => type === "count" && isInt);
  const counter = count?.name ?? observedName(stranger);
  return {
    specs: samples("spec"),
    statuses: samples("status"),
    counter,
    invalidStatuses: [
      {
        status: { [counter]: -1 },
        field: `${stranger.names.status}.${counter}`,
        defect: "a negative count",
      },
    ],
  };
}

function sampleIn({ habits }: Stranger, member: MemberWords, index: number): JsonValue {
  const sample = sampleOf(member, index);
  return habits.counts === "long" && typeof sample === "number" ? String(sample) : sample;
}

function sampleOf({ name, type }: MemberWords, index: number): JsonValue {
  const letter = ["a", "b", "c"][index] ?? "x";
  switch (type) {
    case "count":
      return index + 1;
    case "text":
      return `${name}-${letter}`;
    case "texts":
      // The second list has one item fewer, so that replacing and merging lists have different results.
      return index === 1 ? [`${name}-${letter}`] : [`${name}-a`, `${name}-${letter}2`];
    default:
      return type[index % type.length] ?? "";
  }
}
