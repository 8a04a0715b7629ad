import { describe, expect, it } from "vitest";
import { referenceReconcilers } from "#reference/controller";
import { UsageError } from "../process/program-errors.ts";
import { chooseReconcilers } from "./choose-reconcilers.ts";

const offer = {
  kinds: [
    { name: "Service", isRuntime: false },
    { name: "Bucket", isRuntime: false },
    { name: "Namespace", isRuntime: false },
    { name: "Widget", isRuntime: true },
  ],
  reconcilers: referenceReconcilers(),
};

function chosen(...requested: readonly string[]): readonly [readonly string[], readonly string[]] {
  const { reconcilers, warnings } = chooseReconcilers(requested, offer);
  return [reconcilers.map(({ kind }) => kind), warnings];
}

describe("the choice of reference controllers", () => {
  it("is what was asked for", () => {
    expect(chosen("Bucket", "Service")).toEqual([["Service", "Bucket"], []]);
  });

  it.each([
    [
      "Widget",
      "this kind is registered by the run itself, after the built-in controllers have started.",
    ],
    ["Namespace", "this kind has no built-in controller."],
    ["Deployment", "this kind has no built-in controller."],
  ])("says that no controller reports on %s, why, and what can be done", (kind, why) => {
    expect(chosen("Bucket", kind)).toEqual([
      ["Bucket"],
      [
        `no controller writes the status of ${kind}: ${why} The built-in controllers can reconcile Service, Bucket.`,
      ],
    ]);
  });

  it("is rejected where nothing is left", () => {
    expect(() => chosen("Widget", "Namespace")).toThrow(UsageError);
    expect(() => chosen("Widget", "Namespace")).toThrow("no controller for Widget, Namespace");
  });
});
