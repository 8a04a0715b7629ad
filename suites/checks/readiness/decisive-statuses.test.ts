import { describe, expect, it } from "vitest";
import { toldBy } from "./decisive-statuses.ts";

describe("what a status says after each write", () => {
  const beginning = { observedGeneration: -1 };
  const statuses = [{ conditions: [] }, { observedGeneration: 2 }];
  const whole = { conditions: [], observedGeneration: 2 };
  const kept = { ...beginning, conditions: [] };

  it.each([
    {
      what: "keeps a default that a partial write changes",
      way: { mode: "partial", semantics: { statusDefault: "changed" } },
      told: [kept, { ...kept, observedGeneration: 2 }],
    },
    {
      what: "keeps nothing of a default that the first write replaces",
      way: { mode: "partial", semantics: { statusDefault: "replaced" } },
      told: [{ conditions: [] }, whole],
    },
    {
      what: "is what was submitted where a write replaces the status",
      way: { mode: "replace", semantics: { statusDefault: "changed" } },
      told: statuses,
    },
  ] as const)("$what", ({ way, told }) => {
    const said = toldBy(statuses, { ...way, statusDefault: beginning });

    expect(said.map((telling) => telling.told)).toEqual(told);
    expect(said.map(({ submitted }) => submitted)).toEqual(statuses);
  });
});
