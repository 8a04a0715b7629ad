import type { JsonObject, JsonValue, WatchEvent } from "#contract";
import type { KindSamples } from "#targets";
import { describedFeatures, membersKey } from "#targets/graphql";
import type {
  ArgumentTree,
  Dialect,
  KindDialect,
  KindOperations,
  ObjectOperation,
  OutcomeMatcher,
} from "#targets/graphql";
import {
  groupName,
  listName,
  mutationName,
  objectName,
  preconditionOf,
  readName,
  watchName,
} from "./stranger.ts";
import type { Stranger } from "./stranger.ts";
import { keyed } from "./stranger-schema.ts";
import type { KindWords, MemberWords, RefusalWord } from "./words.ts";

/** The dialect that somebody writes who knows a stranger. */
export function dialectOf(stranger: Stranger): Dialect {
  const dialect: Dialect = {
    name: `stranger-${stranger.seed}`,
    credentials: {
      http: { header: "Authorization", format: "Bearer $credential" },
      ...(stranger.forms.watch === "none"
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
      deletedEvent: "lastState",
      staleAndInvalid: "conflict",
    },
    kinds: stranger.kinds.map((kind) => kindOf(stranger, kind)),
  };
  const isWatched = stranger.forms.watch !== "none";
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
  return [
    ...clashes,
    ...own,
    { reason: "notFound", nullResult: true, verbs: ["read"] },
    { reason: "invalid", message: '^(Variable "\\$|Field ".*" of required type|Unknown argument)' },
    ...(forms.watch !== "none" && forms.socket !== "subscribePayload"
      ? [{ reason: "unauthenticated", closeCode: 4403 } as const]
      : []),
  ];
}

function errorsOf({ forms: { errors, reply } }: Stranger): Dialect["errors"] {
  if (errors === "messages") return { code: "extensions.code" };
  return {
    code: errors === "codes" ? "extensions.code" : "extensions.fault",
    ...(reply === "union" ? {} : { currentResourceVersion: "extensions.current" }),
    causes: { list: "extensions.causes", field: "field", message: "message" },
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
    ...(forms.reply === "union" ? {} : { type: kind.kind }),
    paths: {
      name: held(names.name),
      ...(isPlaced ? { namespace: held(names.place) } : {}),
      uid: held(names.uid),
      resourceVersion: held(names.version),
      generation: held(names.generation),
      ...(stranger.habits.labels === "none" ? {} : { labels: held(stranger.labels) }),
      ...(stranger.habits.clock === "none" ? {} : { creationTimestamp: held(stranger.clock) }),
      spec: isFlat ? ownPaths(memberNames(kind, "spec")) : names.spec,
      status: isFlat ? ownPaths(memberNames(kind, "status")) : names.status,
    },
    operations: operationsOf(stranger, kind),
    samples: samplesOf(stranger, kind),
  };
}

/** The argument that takes a place, where there are any. */
function placeOf({ names, habits: { scope } }: Stranger): Readonly<Record<string, ArgumentTree>> {
  return scope === "none" ? {} : { [names.place]: "$namespace" };
}

function keyOf(stranger: Stranger): Readonly<Record<string, ArgumentTree>> {
  return { ...placeOf(stranger), [stranger.names.name]: "$name" };
}

function ownPaths(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name]));
}

function memberNames(kind: KindWords, side: "spec" | "status"): readonly string[] {
  return [
    ...kind[side].map(({ name }) => name),
    ...(side === "status" ? ["observedGeneration"] : []),
  ];
}

function operationsOf(stranger: Stranger, kind: KindWords): KindOperations {
  const { names, forms } = stranger;
  const key = keyOf(stranger);
  const group = groupName(stranger, kind);
  const isPaged = forms.list === "connection";
  const list = {
    plain: { items: "" },
    wrapped: { items: `all${kind.kind}`, resourceVersion: names.version },
    connection: {
      items: "edges.node",
      pages: { next: "pageInfo.endCursor", more: "pageInfo.hasNextPage" },
    },
  }[forms.list];
  const write = (verb: keyof Stranger["verbs"]): ObjectOperation => writeOf(stranger, verb, kind);
  return {
    create: [write("create")],
    read: [{ ...called(readName(stranger, kind), group), arguments: key, result: "" }],
    list: [
      {
        ...called(listName(stranger, kind), group),
        arguments: {
          ...placeOf(stranger),
          ...(isPaged ? { first: 100, after: "$page" } : {}),
        },
        ...(forms.listPlace === "required" && stranger.habits.scope === "places"
          ? { perNamespace: true }
          : {}),
        ...list,
      },
    ],
    update: [write("update")],
    updateStatus: [{ ...write("status"), statusMode: "partial" }],
    patchStatus: [],
    delete: [write("remove")],
    watch: watchesOf(stranger, kind),
  };
}

function called(
  id: string,
  group: string | undefined,
): { readonly id: string; readonly field: string } {
  return { id, field: group === undefined ? id : `${group}.${id}` };
}

function writeOf(
  stranger: Stranger,
  verb: keyof Stranger["verbs"],
  kind: KindWords,
): ObjectOperation {
  const { names, forms } = stranger;
  const key = keyOf(stranger);
  const isSided = verb === "create" || verb === "update" || verb === "status";
  const version = isGuarded(stranger, verb)
    ? { [preconditionOf(stranger)]: "$resourceVersion" }
    : {};
  const sent = isSided ? bodyOf(stranger, kind, verb === "status" ? "status" : "spec") : {};
  const body = { ...sent, ...labelsIn(stranger, verb) };
  const { tree, beside } = {
    arguments: { tree: { ...key, ...version, ...body }, beside: undefined },
    keyed: { tree: { [keyed(stranger)]: key, ...version, ...body }, beside: undefined },
    object: { tree: { [names.input]: { ...key, ...version, ...body } }, beside: names.input },
  }[forms.input];
  const side = names[verb === "status" ? "status" : "spec"];
  const inside =
    forms.body === "flat" || !isSided ? undefined : [beside ?? [], side].flat().join(".");
  return {
    ...called(mutationName(stranger, verb, kind), groupName(stranger, kind)),
    arguments: tree,
    result: resultOf(stranger, verb, kind),
    ...(beside === undefined || !isSided ? {} : { beside }),
    ...(inside === undefined ? {} : { inside }),
  };
}

function labelsIn(
  { habits, labels }: Stranger,
  verb: keyof Stranger["verbs"],
): Readonly<Record<string, ArgumentTree>> {
  const isAuthored = verb === "create" || verb === "update";
  return isAuthored && habits.labels === "map" ? { [labels]: "$labels" } : {};
}

/** Whether a mutation names the version that it replaces. */
function isGuarded({ habits }: Stranger, verb: keyof Stranger["verbs"]): boolean {
  if (verb === "remove") return habits.deletion === "versioned";
  return verb !== "create";
}

function resultOf(
  { forms: { reply } }: Stranger,
  verb: keyof Stranger["verbs"],
  kind: KindWords,
): string | null {
  if (reply === "object") return verb === "remove" ? null : "";
  const isUnion = reply === "union" && (verb === "update" || verb === "status");
  return isUnion ? "" : objectName(kind);
}

function bodyOf(
  { names, forms }: Stranger,
  kind: KindWords,
  side: "spec" | "status",
): Readonly<Record<string, ArgumentTree>> {
  if (forms.body !== "flat") return { [names[side]]: `$${side}` };
  if (forms.input === "object") return { [membersKey]: `$${side}` };
  return Object.fromEntries(memberNames(kind, side).map((name) => [name, `$${side}.${name}`]));
}

function watchesOf(stranger: Stranger, kind: KindWords): KindOperations["watch"] {
  const { names, forms, events, reported } = stranger;
  if (forms.watch === "none") return [];
  const types = ["ADDED", "MODIFIED", "DELETED"] as const;
  const words = types.map((type, index): [string, WatchEvent["type"]] => [
    events[index] ?? "",
    type,
  ]);
  if (reported !== undefined) words.push([reported, "MODIFIED"]);
  return [
    {
      ...called(watchName(stranger, kind), undefined),
      arguments: { ...placeOf(stranger), since: "$cursor" },
      type: { path: names.event, names: Object.fromEntries(words) },
      object: objectName(kind),
    },
  ];
}

function samplesOf(stranger: Stranger, kind: KindWords): KindSamples {
  const samples = (side: "spec" | "status"): readonly JsonObject[] =>
    [0, 1, 2].map((index) => ({
      ...Object.fromEntries(kind[side].map((member) => [member.name, sampleOf(member, index)])),
      ...(side === "status" ? { observedGeneration: index + 1 } : {}),
    }));
  const counter = kind.status.find(({ type }) => type === "count")?.name ?? "observedGeneration";
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

function sampleOf({ name, type }: MemberWords, index: number): JsonValue {
  const letter = ["a", "b", "c"][index] ?? "x";
  switch (type) {
    case "count":
      return index + 1;
    case "text":
      return `${name}-${letter}`;
    case "texts":
      // A list that loses an item, so that replacing and merging do not look alike.
      return index === 1 ? [`${name}-${letter}`] : [`${name}-a`, `${name}-${letter}2`];
    default:
      return type[index % type.length] ?? "";
  }
}
