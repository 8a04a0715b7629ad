import { describe, expect, it } from "vitest";
import { budgetOf, budgetWords } from "./budget-settings.ts";
import type { BudgetArguments } from "./budget-settings.ts";

describe("proofBudgetOf", () => {
  it("states nothing by default", () => {
    expect(budgetOf({})).toEqual({});
  });

  it.each<{ readonly typed: BudgetArguments; readonly proofBudget: object }>([
    { typed: { runs: "500" }, proofBudget: { runs: 500 } },
    { typed: { budget: "60s" }, proofBudget: { budgetMs: 60_000 } },
    { typed: { budget: "1.5m" }, proofBudget: { budgetMs: 90_000 } },
    { typed: { budget: "250ms" }, proofBudget: { budgetMs: 250 } },
    { typed: { stress: "1h" }, proofBudget: { stressMs: 3_600_000 } },
    {
      typed: { replay: "properties/command-sequences#Service:3:0:1" },
      proofBudget: { replay: { check: "properties/command-sequences#Service", path: "3:0:1" } },
    },
  ])("understands $typed", ({ typed, proofBudget }) => {
    expect(budgetOf(typed).proofBudget).toMatchObject(proofBudget);
  });

  it.each<{ readonly typed: BudgetArguments; readonly message: string }>([
    { typed: { runs: "0" }, message: 'invalid value for --runs: "0"' },
    { typed: { runs: "many" }, message: "invalid value for --runs" },
    { typed: { budget: "60" }, message: 'invalid value for --budget: "60"' },
    { typed: { budget: "0s" }, message: "invalid value for --budget" },
    { typed: { budget: "25h" }, message: "invalid value for --budget" },
    { typed: { stress: "soon" }, message: "invalid value for --stress" },
    { typed: { replay: "properties/command-sequences" }, message: "invalid value for --replay" },
    { typed: { replay: ":3" }, message: "invalid value for --replay" },
    { typed: { runs: "5", budget: "5s" }, message: "are mutually exclusive" },
    { typed: { replay: "a:1", budget: "5s" }, message: "are mutually exclusive" },
  ])("refuses $typed", ({ typed, message }) => {
    expect(() => budgetOf(typed)).toThrow(
      expect.objectContaining({
        name: "UsageError",
        message: expect.stringContaining(message),
        fix: expect.stringMatching(/^[A-Z].*\.$/su),
      }),
    );
  });
});

it.each<BudgetArguments>([{ runs: "500" }, { budget: "60s" }, { stress: "10m" }])(
  "%o is asked for again in the same words",
  (typed) => {
    const { proofBudget } = budgetOf(typed);
    const [option = "", value = ""] = budgetWords(proofBudget);
    expect(budgetOf({ [option.replace("--", "")]: value })).toEqual({ proofBudget });
  },
);
