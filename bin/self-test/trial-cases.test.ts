import { describe, expect, it } from "vitest";
import { defineCheck } from "#harness";
import type { AnyCheck, KindDescription } from "#harness";
import type { PlannedCase } from "#verdicts";
import { plainKind } from "../../suites/targets/port/plain-kind.fixture.ts";
import { sampling, trialCases } from "./trial-cases.ts";

const lost = "concurrency.no-lost-increment";
const stored = "write.stores-submitted-status";

const service = plainKind("Service");
const widget = plainKind("Widget", { isRuntime: true });
const other: KindDescription = plainKind("Other", { isRuntime: true, statusDefault: { count: 0 } });

function checkOf(id: string, rest: Partial<AnyCheck>): AnyCheck {
  return defineCheck<unknown>({
    id,
    title: id,
    covers: [stored],
    scope: "status-write",
    drive: () => Promise.resolve({}),
    judge: () => [],
    ...rest,
  });
}

function casesOf(check: AnyCheck): readonly PlannedCase[] {
  return [service, widget, other].flatMap((kind) =>
    ["typed", "generic"].map((via) => ({
      name: `${check.id}#${kind.name}.${via}`,
      check,
      kind,
      via,
    })),
  );
}

const about = casesOf(checkOf("concurrency/lost", { covers: [lost] }));
const beside = casesOf(checkOf("write/stored", {}));

describe("the cases of a trial", () => {
  it("are few for requirements that the fault does not name, and never none", () => {
    const chosen = trialCases([...about, ...beside], { planted: { breaks: [lost] } });

    expect(chosen.filter((name) => name.startsWith("write/"))).toEqual([
      expect.stringMatching(/^write\/stored#Service\.(typed|generic)$/u),
    ]);
    expect(chosen.filter((name) => name.startsWith("concurrency/"))).toEqual([
      "concurrency/lost#Service.typed",
      "concurrency/lost#Service.generic",
      "concurrency/lost#Widget.typed",
      "concurrency/lost#Widget.generic",
    ]);
  });

  it("are all kinds for a check that depends on the kind", () => {
    expect(trialCases(beside, { planted: { breaks: [stored] } })).toHaveLength(beside.length);
  });

  it("are on a kind with a default status for rules about defaults", () => {
    const check = checkOf("readiness/default", { features: ["status.default"] });

    expect(trialCases(casesOf(check), { planted: { breaks: [lost] } })).toEqual([
      expect.stringMatching(/^readiness\/default#Other\./u),
    ]);
  });

  it("are of many checks on one case each, where these cover the same", () => {
    const checks = Array.from({ length: 8 }, (_, index) => checkOf(`write/stored-${index}`, {}));
    const cases = checks.flatMap(casesOf);

    expect(trialCases(cases, { planted: { breaks: [stored] } })).toHaveLength(checks.length);
    expect(trialCases(cases)).toHaveLength(cases.length);
  });

  it("are only those in which the fault makes a difference", () => {
    const reached = new Set(["concurrency/lost#Widget.typed", "write/stored#Other.typed"]);

    expect(trialCases([...about, ...beside], { planted: { breaks: [lost] }, reached })).toEqual([
      "concurrency/lost#Widget.typed",
      "write/stored#Other.typed",
    ]);
  });

  it("are as if nothing were known of a fault that makes no difference anywhere", () => {
    const planted = { breaks: [lost] } as const;
    const cases = [...about, ...beside];

    expect(trialCases(cases, { planted, reached: new Set() })).toEqual(
      trialCases(cases, { planted }),
    );
  });

  it("are a few of each check and a sample of other checks, which rotate with the turn", () => {
    const others = Array.from({ length: sampling * 2 }, (_, index) => {
      const covers = ["watch.no-gap"] as const;
      return casesOf(checkOf(`read/other-${index}`, { covers }));
    });
    const chosenAt = (turn: number): readonly string[] =>
      trialCases([...about, ...others.flat()], { planted: { breaks: [lost] }, turn });
    const turns = Array.from({ length: sampling }, (_, turn) => chosenAt(turn));

    for (const chosen of turns) {
      expect(chosen.filter((name) => name.startsWith("concurrency/"))).toHaveLength(2);
      expect(chosen.filter((name) => name.startsWith("read/"))).toHaveLength(2);
    }
    const all = new Set(turns.flat().map((name) => name.split("#", 1)[0]));
    expect(all.size).toBe(1 + others.length);
  });

  it("skip hundreds of writes that are irrelevant to the fault", () => {
    const long = casesOf(checkOf("watch/expired-cursor", {}));

    expect(trialCases(long, { planted: { breaks: [lost] } })).toEqual([]);
    expect(trialCases(long, { planted: { breaks: [stored] } })).not.toEqual([]);
  });
});
