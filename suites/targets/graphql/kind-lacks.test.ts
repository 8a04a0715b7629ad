import { describe, expect, it } from "vitest";
import { lacksOf } from "./kind-lacks.ts";
import { widget, widgetDialect } from "./testing/widget-dialect.ts";

describe("lacksOf", () => {
  it("names what a kind has no place for, or says that it lacks", () => {
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
});
