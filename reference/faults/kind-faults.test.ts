import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "#contract";
import { startReference } from "../server/start-reference.ts";
import type { ReferenceServer } from "../server/start-reference.ts";
import { at, mutate, send, versionOf } from "../testing/reference-client.ts";
import { condition } from "../testing/bucket-writer.ts";
import {
  createWidget,
  define,
  definitionKey,
  listWidgets,
  readWidget,
  remove,
  reportWidget,
  updateWidget,
  watchWidgets,
  widgetSchemas,
} from "../testing/widget-requests.ts";
import { kindFaults } from "./kind-faults.ts";

const hold = { finalizers: ["example.com/hold"] };

const symptoms: Readonly<Record<string, (server: ReferenceServer) => Promise<JsonValue>>> = {
  "definition-needs-restart": async (server) => {
    await define(server);
    return (await createWidget(server)).code ?? "served";
  },
  "status-schema-not-checked": (server) => reported(server, { num: -1 }),
  "unknown-status-members-kept": (server) => reported(server, { num: 1, more: 2 }),
  "status-default-missing-on-create": async (server) => {
    await define(server, { schema: widgetSchemas.withDefault });
    return at((await createWidget(server)).value, "status") ?? null;
  },
  "status-default-missing-in-list": async (server) => {
    await define(server, { schema: widgetSchemas.withDefault });
    await createWidget(server);
    const items = at((await listWidgets(server)).value, "items");
    return Array.isArray(items) ? (at(items[0], "status") ?? null) : "no list";
  },
  "status-default-missing-in-event": async (server) => {
    await define(server, { schema: widgetSchemas.withDefault });
    await using watched = await watchWidgets(server);
    await createWidget(server);
    return at(await watched.next(), "object", "status") ?? null;
  },
  "status-default-comes-back": async (server) => {
    await define(server, { schema: widgetSchemas.withDefault });
    const { value } = await createWidget(server);
    return at((await reportWidget(server, value, { num: 1 })).value, "status") ?? null;
  },
  "member-default-creates-status": async (server) => {
    await define(server);
    return at((await createWidget(server)).value, "status") ?? null;
  },
  "duplicate-conditions-accepted": (server) =>
    reported(server, { conditions: [condition("Ready"), condition("Ready")] }),
  "condition-status-boolean-accepted": (server) =>
    reported(server, { conditions: [condition("Ready", { status: true })] }),
  "condition-transition-time-rewritten": async (server) => {
    await define(server);
    let { value } = await createWidget(server);
    for (const lastTransitionTime of ["2024-01-01T00:00:00Z", "2024-01-02T00:00:00Z"]) {
      const conditions = [condition("Ready", { lastTransitionTime })];
      ({ value } = await reportWidget(server, value, { conditions }));
    }
    return at(value, "status", "conditions") ?? null;
  },
  "stored-spec-validated-on-status-write": async (server) => {
    const definition = await define(server);
    const { value } = await createWidget(server, { spec: { size: 9 } });
    const size = { type: "integer", maximum: 5 };
    const schema = {
      type: "object",
      properties: {
        ...widgetSchemas.plain.properties,
        spec: { type: "object", properties: { size } },
      },
    };
    const spec = { ...asObject(at(definition.value, "spec")), schema };
    const input = { ...definitionKey, resourceVersion: versionOf(definition.value), spec };
    await mutate(server, "author", { field: "updateResource", input });
    return (await reportWidget(server, value, { num: 1 })).code ?? "accepted";
  },
  "statusless-status-not-counted": async (server) => {
    await define(server, { subresources: null });
    const { value } = await createWidget(server);
    const changed = await updateWidget(server, value, { status: { num: 1 } });
    return at(changed.value, "metadata", "generation") ?? null;
  },
  "statusless-status-dropped": async (server) => {
    await define(server, { subresources: null });
    return at((await createWidget(server, { status: { num: 1 } })).value, "status") ?? null;
  },
  "deletion-ignores-finalizers": async (server) => {
    await terminating(server);
    return (await readWidget(server)) === null ? "gone" : "waits";
  },
  "deletion-keeps-object": async (server) => {
    await define(server);
    await createWidget(server);
    await remove(server);
    return (await readWidget(server)) === null ? "gone" : "stays";
  },
  "deletion-request-erases-status": async (server) => {
    await define(server);
    const { value } = await createWidget(server, hold);
    await reportWidget(server, value, { num: 1 });
    await remove(server);
    return at(await readWidget(server), "status") ?? "none";
  },
  "status-write-refused-while-terminating": async (server) =>
    (await reportWidget(server, await terminating(server), { num: 1 })).code ?? "accepted",
  "status-write-clears-deletion-time": async (server) => {
    const { value } = await reportWidget(server, await terminating(server), { num: 1 });
    return at(value, "metadata", "deletionTimestamp") === null ? "alive" : "terminating";
  },
  "status-write-drops-finalizers": async (server) => {
    await reportWidget(server, await terminating(server), { num: 1 });
    return (await readWidget(server)) === null ? "gone" : "waits";
  },
  "last-finalizer-emits-modified": async (server) => {
    const value = await terminating(server);
    await using watched = await watchWidgets(server);
    await updateWidget(server, value, { finalizers: [] });
    return at(await watched.next(), "type") ?? null;
  },
  "deletion-request-is-silent": async (server) => {
    await define(server);
    await createWidget(server, hold);
    await using watched = await watchWidgets(server);
    const { value } = await remove(server);
    await updateWidget(server, value, { finalizers: [] });
    return at(await watched.next(), "type") ?? null;
  },
  "status-write-resurrects": async (server) => {
    await define(server);
    const { value } = await createWidget(server);
    await remove(server);
    return (await reportWidget(server, value, { num: 1 })).code ?? "accepted";
  },
  "recreated-object-inherits-status": async (server) => {
    await define(server);
    await reportWidget(server, (await createWidget(server)).value, { num: 1 });
    await remove(server);
    return at((await createWidget(server)).value, "status") ?? null;
  },
  "acknowledgement-forged-through-update": async (server) => {
    await define(server);
    const { value } = await createWidget(server);
    return (await updateWidget(server, value, { status: { num: 1 } })).code ?? "accepted";
  },
  "allocation-recomputed-on-spec-write": (server) => allocatedAfter(server, 1),
  "status-expires": (server) => allocatedAfter(server, 3),
};

describe("a fault in kinds, deletion or allocation", () => {
  it("has a symptom", () => {
    expect(Object.keys(symptoms).toSorted()).toEqual(kindFaults.map(({ name }) => name).toSorted());
  });

  it.each(Object.entries(symptoms))("%s is visible to a client", async (name, observe) => {
    await using correct = await startReference();
    await using faulty = await startReference({
      faults: kindFaults.filter((fault) => fault.name === name),
    });

    expect(await observe(faulty)).not.toEqual(await observe(correct));
  });
});

async function reported(server: ReferenceServer, status: JsonObject): Promise<JsonValue> {
  await define(server);
  const { value, code } = await reportWidget(server, (await createWidget(server)).value, status);
  return code ?? at(value, "status") ?? null;
}

async function terminating(server: ReferenceServer): Promise<JsonValue> {
  await define(server);
  await createWidget(server, hold);
  return (await remove(server)).value;
}

async function allocatedAfter(server: ReferenceServer, specWrites: number): Promise<JsonValue> {
  const key = { kind: "Bucket", namespace: "default", name: "photos" };
  const spec = { instance: "a" };
  let { value } = await mutate(server, "author", {
    field: "createResource",
    input: { ...key, spec },
  });
  const status = { instance: "a" };
  const input = { ...key, resourceVersion: versionOf(value), status };
  ({ value } = await mutate(server, "controller", { field: "updateResourceStatus", input }));
  for (let count = 0; count < specWrites; count += 1) {
    const change = { ...key, resourceVersion: versionOf(value), spec: { instance: `b${count}` } };
    ({ value } = await mutate(server, "author", { field: "updateResource", input: change }));
  }
  const query = '{ resource(kind: "Bucket", namespace: "default", name: "photos") { status } }';
  return (await send(server, "reader", { query })).value;
}

function asObject(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
