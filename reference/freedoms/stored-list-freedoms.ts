import { isJsonList, isJsonObject, jsonEquals } from "#contract";
import type { JsonObject, JsonValue, Resource } from "#contract";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { DialectEdit, Freedom } from "../store/freedom.ts";
import { withFields, withInputFields } from "../values/schema-edits.ts";

const aliases = "aliases: [String!]";

type ChangeList = (items: readonly JsonValue[]) => readonly JsonValue[];

export const storedListFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "sorted-status-lists",
    summary: "Every list in a status is stored in descending order.",
    why:
      "If the order of the items has no meaning, an API may store the list as a set, or as rows that every query " +
      "sorts.",
    sources: [{ source: "kubernetes/apiserver", at: "x-kubernetes-list-type: set and map" }],
    change: (rules) => ({
      updateStatus: (request, stored, status) =>
        withStatusLists(rules.updateStatus(request, stored, status), sorted),
    }),
  }),
  defineFreedom({
    name: "status-lists-are-sets",
    summary: "The status of a service has a list of aliases that contains each alias once.",
    why: "An API may store a list as a set.",
    sources: [{ source: "kubernetes/apiserver", at: "x-kubernetes-list-type: set" }],
    declares: aliasesOfSamples("statuses"),
    change: (rules) => ({
      schema: (sdl) => withAliases(rules.schema(sdl), "ServiceStatus"),
      updateStatus: (request, stored, status) =>
        withStatusLists(rules.updateStatus(request, stored, status), withoutRepetitions),
    }),
  }),
  defineFreedom({
    name: "sorted-spec-lists",
    summary: "Every list in a spec is stored in descending order.",
    why: "If the order of the items has no meaning, an API may store the list as rows that every query sorts.",
    sources: [{ source: "kubernetes/apiserver", at: "x-kubernetes-list-type: set and map" }],
    change: (rules) => changeSpecLists(rules, sorted),
  }),
  defineFreedom({
    name: "spec-lists-are-sets",
    summary: "The spec of a service has a list of aliases that contains each alias once.",
    why: "An API may store a list as a set.",
    sources: [{ source: "kubernetes/apiserver", at: "x-kubernetes-list-type: set" }],
    declares: aliasesOfSamples("specs"),
    change: (rules) => ({
      schema: (sdl) => withAliases(rules.schema(sdl), "ServiceSpec"),
      ...changeSpecLists(rules, withoutRepetitions),
    }),
  }),
];

function aliasesOfSamples(samples: "specs" | "statuses"): readonly DialectEdit[] {
  return ["blue", "green", "red"].map((alias, index) => ({
    at: `kinds/Service/samples/${samples}/${index}/aliases`,
    put: [alias, `${alias}-old`, alias],
  }));
}

function withAliases(sdl: string, type: "ServiceSpec" | "ServiceStatus"): string {
  return withInputFields(
    withFields(sdl, (name) => name === type, aliases),
    (name) => name === `${type}Input`,
    aliases,
  );
}

function changeSpecLists(
  rules: Rules,
  change: ChangeList,
): Pick<Rules, "createObject" | "updateObject"> {
  return {
    createObject: (request, stamp) => withSpecLists(rules.createObject(request, stamp), change),
    updateObject: (request, stored) => withSpecLists(rules.updateObject(request, stored), change),
  };
}

function withSpecLists(object: Resource, change: ChangeList): Resource {
  return object.spec === undefined ? object : { ...object, spec: withLists(object.spec, change) };
}

/** Changes the lists that are stored, so that other freedoms cannot add items afterwards. */
function withStatusLists(object: Resource, change: ChangeList): Resource {
  return object.status === undefined
    ? object
    : { ...object, status: withLists(object.status, change) };
}

function withLists(content: JsonObject, change: ChangeList): JsonObject {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, withListsIn(value, change)]),
  );
}

function withListsIn(value: JsonValue, change: ChangeList): JsonValue {
  if (isJsonList(value)) return change(value);
  return isJsonObject(value) ? withLists(value, change) : value;
}

function sorted(items: readonly JsonValue[]): readonly JsonValue[] {
  const keyed = items.map((item) => ({ item, key: JSON.stringify(item) }));
  return keyed
    .toSorted((one, other) => (one.key > other.key ? -1 : Number(one.key < other.key)))
    .map(({ item }) => item);
}

function withoutRepetitions(items: readonly JsonValue[]): readonly JsonValue[] {
  return items.filter(
    (item, place) =>
      isJsonObject(item) || items.findIndex((other) => jsonEquals(other, item)) === place,
  );
}
