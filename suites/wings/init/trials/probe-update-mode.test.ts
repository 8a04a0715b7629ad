import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome, Resource, UpdateCommand } from "#contract";
import type { Exchange, Target } from "#targets";
import type { KindDialect } from "#targets/graphql";
import { learnUpdateModes } from "./probe-update-mode.ts";
import { pumpTarget, pumpTrial } from "../learning/pump-target.fixture.ts";

const kind: KindDialect = {
  name: "Pump",
  scope: "cluster",
  namespaces: [],
  paths: { name: "name", uid: "id", resourceVersion: "version", spec: "wish", labels: "marks" },
  operations: {
    create: [{ id: "make", field: "make", arguments: { wish: "$spec" }, result: "" }],
    read: [],
    list: [],
    update: [
      { id: "alter", field: "alter", arguments: { wish: "$spec", marks: "$labels" }, result: "" },
    ],
    updateStatus: [],
    patchStatus: [],
    delete: [{ id: "drop", field: "drop", arguments: {}, result: "" }],
    watch: [],
  },
  samples: { specs: [{ bar: 1 }, { bar: 2 }], statuses: [], counter: "", invalidStatuses: [] },
};

interface Behaviour {
  readonly losesLabels: boolean;
  /** The effect of changing only the labels. */
  readonly withoutSpec: "kept" | "lost" | "refused" | "sent";
  /** Fields that the server adds to every spec. Defaults to none. */
  readonly defaults?: JsonObject;
}

const invalid: Outcome = {
  result: "refused",
  refusal: { reason: "invalid", message: "wish is required", causes: [] },
};

/** A target with one object and the given update behavior. */
function pumps({ losesLabels, withoutSpec, defaults = {} }: Behaviour): Target {
  let pump: Resource | undefined;
  let version = 1;
  const next = (): Resource["metadata"] => {
    version += 1;
    return { name: "a", uid: uid("u1"), resourceVersion: resourceVersion(String(version)) };
  };
  const updated = (before: Resource, { spec, labels }: UpdateCommand): Resource | undefined => {
    if (spec === undefined && withoutSpec === "refused") return undefined;
    const kept = withoutSpec === "lost" ? {} : before.spec;
    const marks = labels ?? (losesLabels ? undefined : before.metadata.labels);
    return {
      kind: "Pump",
      metadata: { ...next(), ...(marks === undefined ? {} : { labels: marks }) },
      spec: { ...defaults, ...(spec ?? kept) },
    };
  };
  const exchangeOf = (command: Command): Exchange => {
    if (command.verb === "create") {
      pump = { kind: "Pump", metadata: next(), spec: { ...defaults, ...command.spec } };
    }
    if (command.verb === "update" && pump !== undefined) {
      const after = updated(pump, command);
      if (after === undefined) return { outcome: invalid };
      pump = after;
      const isSpecSent = command.spec !== undefined || withoutSpec === "sent";
      const variables = isSpecSent ? { wish: pump.spec ?? {} } : {};
      const request = { url: "http://127.0.0.1", operation: "alter", variables };
      return { outcome: { result: "object", object: pump }, request };
    }
    return pump === undefined
      ? { outcome: { result: "done" } }
      : { outcome: { result: "object", object: pump } };
  };
  return pumpTarget(exchangeOf);
}

const replaces: readonly Behaviour[] = [
  { losesLabels: true, withoutSpec: "refused" },
  { losesLabels: true, withoutSpec: "lost" },
  { losesLabels: true, withoutSpec: "sent" },
  { losesLabels: true, withoutSpec: "refused", defaults: { isPaused: false } },
  { losesLabels: true, withoutSpec: "lost", defaults: { isPaused: false } },
];

const keeps: readonly Behaviour[] = [
  { losesLabels: false, withoutSpec: "kept" },
  { losesLabels: false, withoutSpec: "sent" },
  // If only the labels are lost, the endpoint has a bug.
  { losesLabels: true, withoutSpec: "kept" },
  { losesLabels: true, withoutSpec: "kept", defaults: { isPaused: false } },
];

it.each([
  ...replaces.map((behaviour) => ({ ...behaviour, mode: "replace" })),
  ...keeps.map((behaviour) => ({ ...behaviour, mode: undefined })),
])(
  "sees an update that replaces what it omits: $losesLabels, $withoutSpec, $defaults",
  async (given) => {
    const learned = await learnUpdateModes(pumpTrial(pumps(given), kind));

    expect(learned.operations.update.map(({ mode }) => mode)).toEqual([given.mode]);
  },
);
