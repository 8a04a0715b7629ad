import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import type { Dialect } from "#targets/graphql";
import type { RunResult } from "#verdicts";
import type { PressVariant } from "../../suites/targets/graphql/testing/endpoints/presses.ts";
import { runPresses } from "../testing/run-presses.ts";

function opened({ verdicts }: RunResult): Readonly<Record<string, string>> {
  const open = verdicts.filter(
    ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
  );
  return Object.fromEntries(open.map(({ requirement, verdict }) => [requirement, verdict]));
}

function onlyRules(...only: readonly string[]): {
  readonly selection: { only: string[]; skip: [] };
} {
  return { selection: { only: [...only], skip: [] } };
}

describe("a schema that rejects before any resolver runs", () => {
  const rules = onlyRules("errors.*", "authorization.before-version-and-validation");

  it("breaks no rule about the order of the server's own checks", async () => {
    expect(opened(await runPresses([], rules))).toEqual({});
  });

  it("hides no order that is wrong", async () => {
    const result = await runPresses(["edition-before-permission"], rules);

    expect(opened(result)).toEqual({ "authorization.before-version-and-validation": "fail" });
  });
});

describe("a deletion that requires a value that the dialect cannot send", () => {
  it("decides no rule about permissions for deletions, or about missing objects", async () => {
    const rules = onlyRules("errors.missing-object-not-found", "authorization.*-refused");
    const { verdicts } = await runPresses(["scraps-for-a-reason"], rules);
    const about = verdicts.filter(
      ({ verdict }) => verdict !== "excluded" && verdict !== "not-applicable",
    );

    expect(about.filter(({ verdict }) => verdict !== "inconclusive")).toEqual([]);
    for (const { reason } of about) expect(reason).toContain("no positive control");
  });
});

describe("status writes that are answered and stored nowhere", () => {
  it("break the rule about it, and no dependent rule breaks or passes", async () => {
    const rules = onlyRules(
      "write.*",
      "concurrency.*",
      "allocation.*",
      "generation.*",
      "isolation.*",
    );
    const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");
    const { verdicts } = await runPresses(["drops-reports"], { ...rules, checks: scenarios });
    const broken = verdicts.filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict));
    const open = verdicts.filter(({ verdict }) => verdict === "inconclusive");

    expect(broken.map(({ requirement }) => requirement)).toEqual(["write.stores-submitted-status"]);
    expect(open.map(({ requirement }) => requirement)).toEqual(
      expect.arrayContaining([
        "concurrency.stale-status-write-conflicts",
        "concurrency.one-winner",
        "concurrency.versions-advance",
        "generation.ignores-status-writes",
        "isolation.status-write-never-changes-spec",
        "isolation.status-write-never-changes-metadata",
        "isolation.spec-write-never-changes-status",
      ]),
    );
  });
});

describe("a sample that the API rejects", () => {
  it("is not a failure to store the submitted status", async () => {
    const rules = onlyRules("write.stores-submitted-status", "write.omitted-members-unchanged");
    const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");
    const { verdicts } = await runPresses(["refuses-a-sample"], { ...rules, checks: scenarios });

    expect(verdicts.filter(({ verdict }) => verdict === "fail")).toEqual([]);
  });
});

describe("a history on an API that does not store its marks", () => {
  const histories = checks.filter(({ id }) => id === "histories/hot-objects");

  it.each<{ readonly habit: PressVariant; readonly adapt?: (dialect: Dialect) => Dialect }>([
    { habit: "drops-notes" },
    { habit: "orders-without-edition", adapt: withoutEdition },
  ])("breaks nothing: $habit", async ({ habit, adapt }) => {
    const adapted = adapt === undefined ? {} : { adapt };
    const { verdicts } = await runPresses([habit], { checks: histories, ...adapted });

    expect(verdicts.filter(({ verdict }) => ["fail", "warn", "flaky"].includes(verdict))).toEqual(
      [],
    );
    expect(verdicts.some(({ verdict }) => verdict === "pass")).toBe(true);
  });
});

function withoutEdition(dialect: Dialect): Dialect {
  return {
    ...dialect,
    kinds: dialect.kinds.map((kind) => ({
      ...kind,
      operations: {
        ...kind.operations,
        update: kind.operations.update.map((operation) => {
          const { edition: _edition, ...rest } = operation.arguments;
          return { ...operation, arguments: rest };
        }),
      },
    })),
  };
}
