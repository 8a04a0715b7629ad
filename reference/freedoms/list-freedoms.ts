import { isJsonList } from "#contract";
import { kinds } from "../kinds/demo-kinds.ts";
import type { Rules } from "../rules/rules.ts";
import { defineFreedom } from "../store/freedom.ts";
import type { Freedom } from "../store/freedom.ts";
import { withArguments } from "../values/schema-edits.ts";

export const listFreedoms: readonly Freedom[] = [
  defineFreedom({
    name: "empty-collections-are-null",
    summary: "A list without objects has null instead of an empty list of items.",
    why: "Some serializers write an empty list as null.",
    sources: [{ source: "issue-threads", at: "nil slices in Go" }],
    change: (rules) => ({
      schema: (sdl) => rules.schema(sdl).replace(/\bitems: (\[\w+!\])!/gu, "items: $1"),
      present: (shown, call, args) => {
        const presented = rules.present(shown, call, args);
        const { items } = presented;
        const isEmpty = call.action === "list" && isJsonList(items) && items.length === 0;
        return isEmpty ? { ...presented, items: null } : presented;
      },
    }),
  }),
  defineFreedom({
    name: "lists-in-pages-by-offset",
    summary:
      "Lists use offset pagination with five objects per page, and each page shows the newest state.",
    why:
      "The dialect declares the pages. If the list changes between two requests, objects " +
      "move to other pages.",
    sources: [{ source: "issue-threads", at: "APIs with limit and offset" }],
    declares: [
      { at: "everyKind/operations/list/*/pages", put: { by: "offset" } },
      { at: "everyKind/operations/list/*/arguments/offset", put: "$page" },
    ],
    excuses: [
      {
        requirement: "write.listed-exactly-once",
        verdict: "inconclusive",
        because: "a list may change between any two of its pages",
      },
    ],
    decides: "pages",
    // Pages by offset require an order.
    excludes: ["lists-in-another-order"],
    change: inPages,
  }),
];

const pageSize = 5;

function inPages(rules: Rules): Pick<Rules, "schema" | "present"> {
  return {
    schema: (sdl) => withArguments(rules.schema(sdl), isListField, "offset: Int"),
    present: (shown, call, args) => {
      const list = rules.present(shown, call, args);
      const { items } = list;
      const start = typeof args["offset"] === "number" ? args["offset"] : 0;
      return call.action === "list" && isJsonList(items)
        ? { ...list, items: items.slice(start, start + pageSize) }
        : list;
    },
  };
}

function isListField(type: string, field: string): boolean {
  return type === "Query" && [...kinds.map(({ plural }) => plural), "resources"].includes(field);
}
