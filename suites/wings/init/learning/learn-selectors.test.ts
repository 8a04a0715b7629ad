import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect, ListOperation } from "#targets/graphql";
import { learnSelectors } from "./learn-selectors.ts";
import { pumpTarget, pumpDialect, pumpShared } from "./pump-target.fixture.ts";

const create = { id: "add", field: "add", arguments: { labels: "$labels" }, result: "" };
const list = {
  id: "pumps",
  field: "pumps",
  arguments: { where: { site: "$namespace", labels: "$selector" }, first: 100 },
  items: "",
};
const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version", labels: "labels" },
  operations: {
    create: [create],
    read: [],
    list: [list],
    update: [],
    updateStatus: [],
    patchStatus: [],
    delete: [{ id: "drop", field: "drop", arguments: {}, result: "" }],
    watch: [],
  },
  samples: { specs: [{ bar: 1 }], statuses: [], counter: "", invalidStatuses: [] },
};
type Labels = Readonly<Record<string, string>>;

function pumps(selects: (labels: Labels, selector: Labels) => boolean): (of: Command) => Exchange {
  const stored: Resource[] = [];
  return (command) => {
    if (command.verb === "list") {
      const { selector = {} } = command;
      const items = stored.filter(({ metadata }) => selects(metadata.labels ?? {}, selector));
      return { outcome: { result: "list", items } };
    }
    const name = "key" in command ? command.key.name : "";
    const labels = command.verb === "create" ? (command.labels ?? {}) : {};
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("1"), labels };
    const object = { kind: "Pump", metadata, spec: {} };
    if (command.verb === "create") stored.push(object);
    return { outcome: { result: "object", object } };
  };
}

it.each<readonly [string, (labels: Labels, selector: Labels) => boolean, object]>([
  [
    "compares all labels",
    (labels, selector) => JSON.stringify(labels) === JSON.stringify(selector),
    { where: { site: "$namespace" }, first: 100 },
  ],
  [
    "compares the selected labels",
    (labels, selector) => Object.entries(selector).every(([name, value]) => labels[name] === value),
    list.arguments,
  ],
  ["selects nothing, which is a defect", () => false, list.arguments],
  ["selects everything, which is a defect", () => true, list.arguments],
])("keeps a label filter unless it compares all labels: %s", async (_, selects, sent) => {
  expect(await learned(selects, list.arguments)).toEqual(sent);
});

type Selects = (labels: Labels, selector: Labels) => boolean;

const containsAll: Selects = (labels, selector) =>
  Object.entries(selector).every(([name, value]) => labels[name] === value);

it.each<{ selected: string; name: string; selects: Selects; isKept: boolean }>([
  { selected: "by labels", name: "labelled", selects: containsAll, isKept: true },
  { selected: "nothing", name: "labelled", selects: () => false, isKept: false },
  { selected: "everything", name: "labelled", selects: () => true, isKept: false },
  { selected: "nothing", name: "labels", selects: () => false, isKept: false },
  { selected: "everything", name: "labels", selects: () => true, isKept: true },
  { selected: "nothing", name: "labelSelector", selects: () => false, isKept: true },
])("the string $name that selects $selected is kept: $isKept", async (row) => {
  const { name, selects, isKept } = row;
  const sent = await learned(selects, { [name]: "$selectorText" });

  expect(sent).toEqual(isKept ? { [name]: "$selectorText" } : {});
});

it.each([
  { labels: "$selectorPairs" },
  { labelSelector: "$selectorText" },
  { where: { labels: "$selector" } },
])("removes a guessed string next to %o", async (known) => {
  expect(await learned(containsAll, { ...known, labelled: "$selectorText" })).toEqual(known);
});

it("removes a string filter if no labels can be written", async () => {
  const unlabelled = { ...create, arguments: { name: "$name" } };

  expect(await learned(containsAll, { labelled: "$selectorText" }, unlabelled)).toEqual({});
});

async function learned(
  selects: Selects,
  sent: ListOperation["arguments"],
  created: KindDialect["operations"]["create"][number] = create,
): Promise<ListOperation["arguments"] | undefined> {
  const target = pumpTarget(pumps(selects));
  let names = 0;
  const newName = (): string => `pump-${(names += 1)}`;
  const shared = pumpShared(() => target, { means: { newName } });
  const { operations } = kind;
  const lists = [{ ...list, arguments: sent }];
  const changed = { ...kind, operations: { ...operations, create: [created], list: lists } };
  const { kinds } = await learnSelectors(pumpDialect(changed), "Pump", shared);
  return kinds[0]?.operations.list[0]?.arguments;
}
