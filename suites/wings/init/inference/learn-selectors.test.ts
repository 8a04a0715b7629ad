import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Resource } from "#contract";
import type { Exchange } from "#targets";
import type { KindDialect } from "#targets/graphql";
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
  const target = pumpTarget(pumps(selects));
  let names = 0;
  const newName = (): string => `pump-${(names += 1)}`;
  const shared = pumpShared(() => target, { means: { newName } });

  const learned = await learnSelectors(pumpDialect(kind), "Pump", shared);

  expect(learned.kinds[0]?.operations.list[0]?.arguments).toEqual(sent);
});
