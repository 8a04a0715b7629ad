import { describe, expect, it } from "vitest";
import { forRun, prerequisitesOf, servedKinds } from "./definitions.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { crateDialect, crateSchema } from "../testing/crate-dialect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widgetDialect } from "../testing/widget-dialect.ts";

describe("kinds of a run", () => {
  it("have the letters of the run in every place of their names", () => {
    const dialect = forRun(crateDialect, "xyz");
    expect(prerequisitesOf(dialect)).toEqual([
      {
        key: { kind: "Blueprint", name: "cratesxyz" },
        spec: { names: ["Cratexyz", 7, null], schema: { text: "$xyz" } },
      },
    ]);
    expect(servedKinds(dialect)).toMatchObject([
      { name: "Crate", literal: "Cratexyz" },
      { name: "Blueprint", literal: "Blueprint" },
    ]);
  });

  it("are omitted if the target does not declare support", () => {
    const dialect = forRun({ ...crateDialect, features: [] }, "xyz");
    expect(prerequisitesOf(dialect)).toEqual([]);
    expect(servedKinds(dialect)).toEqual([]);
    expect(servedKinds(forRun(widgetDialect, "xyz"))).toEqual(widgetDialect.kinds);
  });

  it("are described, and their definitions are not", async () => {
    await using endpoint = await startEndpoint({ schema: crateSchema });
    await using target = await connectGraphqlTarget(
      optionsFor(endpoint.url, { dialect: crateDialect, runtimeSuffix: "xyz" }),
    );
    const { kinds, prerequisites, retainedEvents } = target.description;
    expect(kinds).toMatchObject([
      {
        name: "Crate",
        isRuntime: true,
        statusDefault: { count: -1 },
        statusModes: { merge: "partial", json: "replace", apply: "apply" },
        operations: { updateStatus: ["merge", "json", "apply"], patchStatus: ["patch"] },
      },
    ]);
    expect(prerequisites).toMatchObject([{ key: { name: "cratesxyz" } }]);
    expect(retainedEvents).toBe(50);
  });
});
