import { expect, it } from "vitest";
import { foldJson } from "./fold-json.ts";
import type { Leaf } from "./fold-json.ts";

const reply = {
  updateKilnStatus: {
    metadata: { name: "a", uid: "u".repeat(40), revision: "12" },
    spec: { note: "n".repeat(200) },
    status: { phase: "Ready", conditions: [{ type: "Hot" }, { type: "Cold" }] },
  },
};

function isCalled(...names: readonly string[]): (leaf: Leaf) => boolean {
  return ({ path }) => names.includes(path.at(-1) ?? "");
}

it("shows a short value whole", () => {
  expect(foldJson({ a: [1, null] }, () => false, 80)).toBe('{"a": [1, null]}');
});

it("folds a long one around the relevant part, at any depth", () => {
  expect(foldJson(reply, isCalled("phase", "revision"), 80)).toBe(
    '{"updateKilnStatus": {"metadata": {…, "revision": "12"}, …, "status": {"phase": "Ready", …}}}',
  );
  expect(foldJson(reply, ({ value }) => value === "Cold", 80)).toBe(
    '{"updateKilnStatus": {…, "status": {…, "conditions": […, {"type": "Cold"}]}}}',
  );
});

it("folds the innermost values if nothing is relevant, and truncates what is still too long", () => {
  expect(foldJson(reply, () => false, 80)).toBe(
    '{"updateKilnStatus": {"metadata": {…}, "spec": {…}, "status": {…}}}',
  );
  expect(foldJson({ a: "x".repeat(90) }, () => false, 30)).toMatch(/more characters\)$/u);
});

it("shows no overlong text of a target, even if it is relevant", () => {
  const text = foldJson({ a: "x".repeat(10_000) }, () => true, 80);
  expect(text.length).toBeLessThan(300);
});

it("shows of a long list the items in which the most matters", () => {
  const items = Array.from({ length: 40 }, (_, i) => ({ name: `n${i}`, phase: "Ready" }));
  const text = foldJson(
    { items },
    ({ path, value }) => path.at(-1) === "phase" || value === "n30",
    80,
  );
  expect(text).toBe(
    '{"items": [{…, "phase": "Ready"}, {…, "phase": "Ready"}, …, {"name": "n30", "phase": "Ready"}, …]}',
  );
});
