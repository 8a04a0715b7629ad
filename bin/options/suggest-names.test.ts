import { describe, expect, it } from "vitest";
import { nearest } from "#targets";
import { suggest } from "./suggest-names.ts";

const names = [
  "isolation.status-write-preserves-spec",
  "isolation.spec-write-preserves-status",
  "concurrency.stale-version-conflicts",
  "watch.ordered",
];

describe("nearest", () => {
  it.each([
    { text: "watch.orderd", found: ["watch.ordered"] },
    { text: "WATCH.ORDERED", found: ["watch.ordered"] },
    { text: "stale-version", found: ["concurrency.stale-version-conflicts"] },
    { text: "isolation.spec-write-preserves-statu", first: names[1] },
    { text: "nothing like any of them at all", found: [] },
    { text: "", found: [] },
  ])("finds for $text what was meant", ({ text, found, first }) => {
    if (found !== undefined) expect(nearest(text, names)).toEqual(found);
    if (first !== undefined) expect(nearest(text, names)[0]).toBe(first);
  });

  it.each([
    { text: "patchs", known: ["watch", "status.patch.merge"], first: "status.patch.merge" },
    { text: "condition", known: ["generation", "status.conditions"], first: "status.conditions" },
    { text: "wacth", known: ["status.patch.merge", "watch.resume", "watch"], first: "watch" },
    { text: "statuspatch", known: ["watch", "status.patch.json"], first: "status.patch.json" },
    {
      text: "clusterscope",
      known: ["status.apply", "kinds.clusterScoped"],
      first: "kinds.clusterScoped",
    },
  ])("compares $text with the parts of a name as well", ({ text, known, first }) => {
    expect(nearest(text, known)[0]).toBe(first);
  });

  it("returns no more names than requested", () => {
    expect(nearest("aa", ["ab", "ac", "ad"], 2)).toHaveLength(0);
    expect(nearest("aaa", ["aab", "aac", "aad"], 2)).toEqual(["aab", "aac"]);
  });
});

describe("suggest", () => {
  it.each([
    { names: ["aab"], text: "Did you mean aab?" },
    { names: ["aab", "aac"], text: "Did you mean aab or aac?" },
    { names: ["aab", "aac", "aad"], text: "Did you mean aab, aac or aad?" },
    { names: ["xyz"], text: "Look it up." },
  ])("words $names", ({ names: known, text }) => {
    expect(suggest("aaa", known, "Look it up.")).toBe(text);
  });
});
