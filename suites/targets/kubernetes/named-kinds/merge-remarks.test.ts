import { expect, it } from "vitest";
import { mergeRemarks } from "./merge-remarks.ts";

it("names all kinds that share a remark, in place of the first", () => {
  const kinds = ["axles.example.com", "gears.example.com"];
  const remarks = [
    "the server has no namespaces to create",
    "axles.example.com: its objects have no generation",
    "axles.example.com: updates are not tested",
    "gears.example.com: its objects have no generation",
    "pods: its objects have no generation",
  ];

  expect(mergeRemarks(remarks, kinds)).toEqual([
    "the server has no namespaces to create",
    "axles.example.com, gears.example.com: its objects have no generation",
    "axles.example.com: updates are not tested",
    "pods: its objects have no generation",
  ]);
});
