import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, condition, conditionsOf, ownedBy } from "../testing/bucket-writer.ts";
import { at } from "../testing/reference-client.ts";
import { define, widgetKey } from "../testing/widget-requests.ts";

describe("the status of a kind that is defined at run time", () => {
  it("can be written in every form", async () => {
    await using server = await startReference();
    await define(server);
    const { create, replace, merge, json, apply } = bucketOf(server, widgetKey);
    await create({});
    await replace({ num: 1, phase: "Pending" });
    await merge({ status: { phase: null, labels: { a: "b" } } });
    await json([{ op: "replace", path: "/status/num", value: 2 }]);
    const { value } = await apply({ observedGeneration: 1 }, "m1");

    expect(at(value, "status")).toEqual({
      num: 2,
      labels: { a: "b" },
      observedGeneration: 1,
      mode: "normal",
    });
  });

  it("is applied by item if its schema declares keys, with conditions by type", async () => {
    await using server = await startReference();
    await define(server);
    const { create, apply, read } = bucketOf(server, widgetKey);
    await create({});
    await apply({ endpoints: [endpoint("a", 1)], conditions: [condition("Ready")] }, "m1");
    await apply({ endpoints: [endpoint("a", 2)], conditions: [condition("Synced")] }, "m2");

    expect(at(await read(), "status", "endpoints")).toEqual([endpoint("a", 1), endpoint("a", 2)]);
    expect(conditionsOf(await read())).toEqual(["Ready=True", "Synced=True"]);
    expect(ownedBy(await read(), "m1")).toMatchObject([
      {
        fields: { "f:status": { "f:endpoints": { 'k:{"host":"a","port":1}': { "f:host": {} } } } },
      },
    ]);
  });

  it("is pruned and validated in every form", async () => {
    await using server = await startReference();
    await define(server);
    const { create, replace, merge, json, apply } = bucketOf(server, widgetKey);
    await create({});
    const replies = [
      await replace({ num: -1, bogus: 1 }),
      await merge({ status: { num: -1, bogus: 1 } }),
      await json([{ op: "add", path: "/status", value: { num: -1, bogus: 1 } }]),
      await apply({ num: -1, bogus: 1 }, "m1"),
    ];

    expect(replies.map(({ fields }) => fields)).toEqual(
      replies.map(() => ["status.bogus", "status.num"]),
    );
  });
});

describe("a kind without a status", () => {
  it("is rejected in every form, after authorization", async () => {
    await using server = await startReference();
    const config = bucketOf(server, { kind: "ConfigMap", namespace: "default", name: "web" });
    await config.create({ data: {} });
    const writes = [config.replace({}), config.merge({ status: {} }), config.apply({}, "m1")];
    const denied = config.json([], { role: "reader" });

    for (const { code, fields } of await Promise.all(writes)) {
      expect({ code, fields }).toEqual({ code: "INVALID", fields: ["kind"] });
    }
    expect((await denied).code).toBe("FORBIDDEN");
  });
});

function endpoint(host: string, port: number): JsonObject {
  return { host, port };
}
