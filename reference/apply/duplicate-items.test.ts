import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { bucketOf, condition } from "../testing/bucket-writer.ts";

describe("applying a list", () => {
  it("is rejected if its items have duplicate keys, even if the stored items do too", async () => {
    await using server = await startReference();
    const { create, apply, read } = bucketOf(server);
    await create();
    await apply({ conditions: [condition("Ready")] }, "m1");
    const before = await read();
    const { type: _missing, ...untyped } = condition("Ready");
    const twice = [condition("Ready"), condition("Ready", { reason: "Again" })];

    expect((await apply({ conditions: twice }, "m1")).fields).toEqual([
      "status.conditions[1].type",
    ]);
    expect((await apply({ conditions: [untyped] }, "m1")).fields).toEqual([
      "status.conditions[0].type",
    ]);
    expect(await read()).toEqual(before);
  });
});
