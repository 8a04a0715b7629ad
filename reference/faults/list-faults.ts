import { isJsonList } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Access } from "../kinds/store-requests.ts";
import { oneIn } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

const pages = ["lists-in-pages-by-offset"];

export const listFaults: readonly Fault[] = [
  defineFault({
    name: "list-omits-one-in-3",
    summary: "Every third object is missing from a list.",
    breaks: ["write.listed-exactly-once"],
    mayBreak: [
      "write.visible-to-later-reads",
      "write.stores-submitted-status",
      "allocation.survives-other-writes",
      "readiness.same-for-every-reader",
      "deletion.waits-for-finalizers",
      "conditions.limits-are-within-bounds",
      "kinds.served-once-defined",
      "kinds.objects-go-with-definition",
      "watch.list-then-watch",
    ],
    change: (rules) => {
      const isOmitted = oneIn(3);
      return {
        listed: (access, states) => (isOmitted() ? undefined : rules.listed(access, states)),
      };
    },
  }),
  defineFault({
    name: "list-ignores-labels",
    summary: "A list with a label selector contains all objects.",
    breaks: ["write.list-selector-filter"],
    change: (rules) => ({
      selects: (filter, object, use) => {
        const { selector: _selector, ...all } = filter;
        return rules.selects(use === "list" ? all : filter, object, use);
      },
    }),
  }),
  defineFault({
    name: "later-pages-ignore-labels",
    summary: "All pages of a list except the first ignore the label selector.",
    breaks: ["write.list-selector-filter"],
    under: pages,
    change: onLaterPages(({ selector: _selector, ...args }) => args),
  }),
  defineFault({
    name: "later-pages-ignore-namespace",
    summary: "All pages of a list except the first contain objects of all namespaces.",
    breaks: ["write.list-namespace-filter"],
    under: pages,
    change: onLaterPages(({ namespace: _namespace, ...args }) => args),
  }),
  defineFault({
    name: "later-pages-ignore-permissions",
    summary:
      "A list of all namespaces contains the objects that the caller may read, but every page after the first " +
      "contains all objects.",
    breaks: ["authorization.namespace-limits-hold"],
    under: pages,
    change: (rules) => {
      let isLater = false;
      return {
        understand: (args, call) => {
          if (call.action === "list") isLater = isLaterPage(args);
          return rules.understand(args, call);
        },
        authorize: (access) =>
          isEverywhere(access) && mayListAnywhere(access) ? undefined : rules.authorize(access),
        listed: (access, states) => {
          const { namespace } = states.current.metadata;
          const place = namespace === undefined ? {} : { namespace };
          const isHidden =
            !isLater &&
            isEverywhere(access) &&
            rules.authorize({ ...access, ...place }) !== undefined;
          return isHidden ? undefined : rules.listed(access, states);
        },
      };
    },
  }),
  listFault({
    name: "list-omits-last",
    summary: "A list of several objects omits the last object.",
    show: (items) => (items.length > 1 ? items.slice(0, -1) : items),
  }),
  listFault({
    name: "list-repeats-last",
    summary: "A list of several objects contains the last object twice.",
    show: (items) => (items.length > 1 ? [...items, ...items.slice(-1)] : items),
  }),
  listFault({
    name: "list-cut-at-ten",
    summary: "A list contains at most ten objects.",
    show: (items) => items.slice(0, 10),
  }),
];

function onLaterPages(change: (args: JsonObject) => JsonObject): Fault["change"] {
  return (rules) => ({
    understand: (args, call) =>
      rules.understand(call.action === "list" && isLaterPage(args) ? change(args) : args, call),
  });
}

function mayListAnywhere({ identity: { grants } }: Access): boolean {
  return grants.some(({ verbs }) => verbs.includes("list") || verbs.includes("*"));
}

function isEverywhere({ verb, namespace }: Access): boolean {
  return verb === "list" && namespace === undefined;
}

function isLaterPage({ offset }: JsonObject): boolean {
  return typeof offset === "number" && offset > 0;
}

interface ListFault extends Pick<Fault, "name" | "summary"> {
  readonly show: (items: readonly JsonValue[]) => readonly JsonValue[];
}

function listFault({ show, ...named }: ListFault): Fault {
  return defineFault({
    ...named,
    breaks: ["write.listed-exactly-once"],
    change: (rules) => ({
      present: (shown, call, args) => {
        const list = rules.present(shown, call, args);
        const { items } = list;
        return call.action === "list" && isJsonList(items) ? { ...list, items: show(items) } : list;
      },
    }),
  });
}
