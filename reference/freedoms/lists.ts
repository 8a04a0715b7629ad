import { isJsonList, isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { kinds } from "../kinds/kinds.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { withArguments } from "../values/schema-changes.ts";

const pagesByOffset = {
  sources: [{ source: "issue-threads", at: "APIs with limit and offset" } as const],
  declares: [
    { at: "everyKind/operations/list/*/pages", put: { by: "offset" } },
    { at: "everyKind/operations/list/*/arguments/offset", put: "$page" },
  ],
  decides: "pages",
};

/** Permitted differences in the pages of lists. */
export const listFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "lists-in-pages-by-offset",
    summary: "A list is returned in pages of five by offset, each from the newest state.",
    why:
      "The dialect declares the pages. If a list changes between two pages, objects move from " +
      "page to page.",
    ...pagesByOffset,
    change: (rules) => inPages(rules, (items) => items),
  }),
  defineFreedom({
    name: "pages-start-with-the-newest-write",
    summary:
      "A list is returned in pages of five by offset, the most recently written object first.",
    why: "An API may sort by time; each write then moves its object to the first page.",
    ...pagesByOffset,
    change: (rules) => inPages(rules, byVersion),
  }),
];

const pageSize = 5;

function inPages(
  rules: Rules,
  sorted: (items: readonly JsonValue[]) => readonly JsonValue[],
): Pick<Rules, "schema" | "present"> {
  return {
    schema: (sdl) => withArguments(rules.schema(sdl), isListField, "offset: Int"),
    present: (shown, call, args) => {
      const list = rules.present(shown, call, args);
      const { items } = list;
      const start = typeof args["offset"] === "number" ? args["offset"] : 0;
      return call.action === "list" && isJsonList(items)
        ? { ...list, items: sorted(items).slice(start, start + pageSize) }
        : list;
    },
  };
}

function byVersion(items: readonly JsonValue[]): readonly JsonValue[] {
  return items
    .map((item) => ({ item, version: versionOf(item) }))
    .toSorted((one, other) => other.version - one.version)
    .map(({ item }) => item);
}

function versionOf(item: JsonValue): number {
  const metadata: JsonObject | JsonValue | undefined = isJsonObject(item) ? item["metadata"] : {};
  return isJsonObject(metadata) ? Number(metadata["resourceVersion"]) : 0;
}

function isListField(type: string, field: string): boolean {
  return type === "Query" && [...kinds.map(({ plural }) => plural), "resources"].includes(field);
}
