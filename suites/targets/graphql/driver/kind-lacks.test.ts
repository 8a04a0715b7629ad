import { describe, expect, it } from "vitest";
import { carriedByKind } from "../dialect/described-features.ts";
import { lacksOf } from "./kind-lacks.ts";
import { widget, widgetDialect } from "../testing/widget-dialect.ts";

describe("lacksOf", () => {
  it("names fields that a kind does not support, or declares as absent", () => {
    const features = ["labels.write", "watch.resume", "generation", "watch"] as const;
    const kind = {
      ...widget,
      lacks: ["watch"],
      operations: {
        ...widget.operations,
        create: widget.operations.create.map((one) => ({ ...one, arguments: {} })),
      },
    } as const;
    expect(lacksOf(kind, { ...widgetDialect, features })).toEqual(["watch", "labels.write"]);
  });

  it("names conditions if the server sets their times, because no write can contain them", () => {
    const kind = { ...widget, conditions: { time: "server" } } as const;
    expect(lacksOf(kind, { ...widgetDialect, features: ["status.conditions"] })).toEqual([
      "status.conditions",
    ]);
  });
});

describe("a kind without a status", () => {
  const patched = { id: "patch", field: "patchWidget", arguments: {}, result: "" } as const;
  const none = { ...widget.operations, updateStatus: [], patchStatus: [] };

  it("has no mutation for one, neither a write nor a patch", () => {
    const feature = "kinds.withoutStatus";
    const byPatch = {
      ...none,
      patchStatus: [{ ...patched, formats: { merge: "MERGE" } }],
    } as const;
    expect(carriedByKind(feature, { ...widget, operations: none })).toBe(true);
    expect(carriedByKind(feature, { ...widget, operations: byPatch })).toBe(false);
    expect(carriedByKind(feature, widget)).toBe(false);
  });
});
