import { expect, it } from "vitest";
import type { KindDescription } from "#targets";
import { scriptedSession } from "../session/scripted-session.fixture.ts";
import {
  accepted,
  refused,
  scriptedKind,
  scriptedTarget,
} from "../session/scripted-target.fixture.ts";
import { withMoreValues } from "./more-values.ts";

const base = { size: 1, tone: "a" };

const kind: KindDescription = {
  ...scriptedKind,
  operations: { ...scriptedKind.operations, update: ["update"] },
  samples: { ...scriptedKind.samples, specs: [base] },
  shapes: {
    spec: {
      kind: "object",
      members: [
        { name: "size", shape: { kind: "integer", least: 2, most: 9 }, isRequired: false },
        { name: "tone", shape: { kind: "choice", values: ["b", "c"] }, isRequired: false },
        { name: "depth", shape: { kind: "integer", least: 0, most: 9 }, isRequired: false },
      ],
    },
  },
};

async function specsIf(isAccepted: boolean, seed: number): Promise<readonly object[]> {
  const { signal } = new AbortController();
  const target = scriptedTarget((command) =>
    command.verb === "update" && !isAccepted
      ? refused("invalid")
      : accepted("key" in command ? command.key : { kind: "Service", name: "none" }),
  );
  await using session = scriptedSession(target, { seed });
  await using opened = session.open({ name: "a", kind, via: "report", signal });
  const { samples } = await withMoreValues(opened.context);
  return samples.specs.slice(1);
}

it("generates specs with all fields of a sample, because a create request may require them", async () => {
  const made = (await Promise.all([1, 2, 3, 4, 5].map((seed) => specsIf(true, seed)))).flat();

  expect(made.length).toBeGreaterThan(0);
  expect(made.filter((spec) => !("size" in spec) || !("tone" in spec))).toEqual([]);
  expect(made.some((spec) => "depth" in spec)).toBe(true);
});

it("generates no specs that updates reject", async () => {
  expect(await specsIf(false, 1)).toEqual([]);
});
