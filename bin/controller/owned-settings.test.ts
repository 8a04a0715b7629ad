import { expect, it } from "vitest";
import { readControllerSettings } from "./controller-settings.ts";

it("reads several kinds of owned objects for one owner", () => {
  const { owned } = readControllerSettings({
    output: "conformance-results",
    format: [],
    color: false,
    owned: ["Deployment=ConfigMap:owner", "Bucket=Service:of", "Deployment=Bucket:part-of"],
  });

  expect(owned).toEqual({
    Deployment: [
      { kind: "ConfigMap", label: "owner" },
      { kind: "Bucket", label: "part-of" },
    ],
    Bucket: [{ kind: "Service", label: "of" }],
  });
});
