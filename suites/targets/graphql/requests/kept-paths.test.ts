import { expect, it } from "vitest";
import { widget } from "../testing/widget-dialect.ts";
import { keptPaths } from "./kept-paths.ts";

it("keeps the mapped parts, and the written fields of the spec and the status", () => {
  const kind = {
    ...widget,
    paths: {
      name: "meta.name",
      uid: "id",
      resourceVersion: "rev.$jsonText",
      spec: "plan",
      status: { phase: "state.phase", checks: "state.health.checks" },
    },
    samples: {
      ...widget.samples,
      specs: [{ size: { width: 1 } }, { color: "red" }],
      statuses: [{ phase: "ON", checks: [{ type: "Ready", status: "True" }] }],
    },
  };
  const paths = new Set(keptPaths(kind).map((steps) => steps.join(".")));

  expect([...paths].toSorted()).toEqual([
    "id",
    "meta.name",
    "plan",
    "plan.color",
    "plan.size.width",
    "rev",
    "state.health.checks",
    "state.phase",
  ]);
});
