import { describe, expect, it } from "vitest";
import { NameIndex } from "./name-index.ts";

describe("NameIndex", () => {
  const index = new NameIndex(["Pod", "PodTemplate", "pod", "Kiln"]);

  it.each([
    { field: "createPod", found: "Pod" },
    { field: "create_pod_template", found: "PodTemplate" },
    { field: "updateKilnStatus", found: "Kiln" },
    { field: "createCup", found: undefined },
    { field: "", found: undefined },
  ])("finds the longest name in $field", ({ field, found }) => {
    expect(index.longestIn(field)).toBe(found);
  });

  it("detects whether there is only one", () => {
    expect(index.only).toBeUndefined();
    expect(new NameIndex(["Kiln"]).only).toBe("Kiln");
    expect(new NameIndex([]).only).toBeUndefined();
  });
});
