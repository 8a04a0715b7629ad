import { expect, test } from "vitest";
import { placeOf } from "./case-finding.ts";

const kinds = ["Service", "gears", "gears.example.com", "widgets.example.com"].map((name) => ({
  name,
}));

test.each([
  { of: "check", kind: "", via: "" },
  { of: "check#Service", kind: "Service", via: "" },
  { of: "check#Service.updateStatus", kind: "Service", via: "updateStatus" },
  { of: "check#gears.status.put", kind: "gears", via: "status.put" },
  { of: "check#gears.example.com", kind: "gears.example.com", via: "" },
  { of: "check#gears.example.com.status.put", kind: "gears.example.com", via: "status.put" },
  { of: "check#widgets.example.com", kind: "widgets.example.com", via: "" },
  {
    of: "check#widgets.example.com.status.patch.json",
    kind: "widgets.example.com",
    via: "status.patch.json",
  },
  { of: "check#Unknown.updateStatus", kind: "Unknown", via: "updateStatus" },
])("$of is a case of the kind $kind through $via", ({ of, kind, via }) => {
  expect(placeOf(of, kinds)).toEqual({ check: "check", kind, via });
});
