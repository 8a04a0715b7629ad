import { expect, it } from "vitest";
import { defineCheck } from "#harness";
import type { AnyCheck, CheckPhase } from "#harness";
import type { CaseFinding } from "../record/case-finding.ts";
import { kindNamed } from "../testing/test-run-options.ts";
import { inDrivingOrder, inReportOrder } from "./case-order.ts";
import type { PlannedCase } from "./cases-of.ts";

const cases = [
  caseOf("write#Bucket"),
  caseOf("write#Service"),
  caseOf("watch#Bucket", { verbs: ["watch"] }),
  caseOf("watch#Service", { verbs: ["update", "watch"] }),
  caseOf("sequences#Bucket", { phase: "property" }),
  caseOf("hot#Service", { phase: "history" }),
];

it("keeps the planned order where there is no room", () => {
  expect([...inDrivingOrder(cases, () => false)]).toEqual(cases);
});

it("starts long cases first", () => {
  const long = caseOf("pause#Bucket", { isLong: true });

  expect([...inDrivingOrder([...cases, long], () => false)]).toEqual([long, ...cases]);
});

it("begins watches, histories and properties as soon as there is room", () => {
  const order: string[] = [];
  for (const { name } of inDrivingOrder(cases, () => order.length !== 0 && order.length !== 4)) {
    order.push(name);
  }
  expect(order).toEqual([
    "write#Bucket",
    "watch#Service",
    "watch#Bucket",
    "hot#Service",
    "write#Service",
    "sequences#Bucket",
  ]);
});

it("reports findings in a fixed order, regardless of which case ended first", () => {
  const checks = [
    checkOf("hot", { phase: "history" }),
    checkOf("sequences", { phase: "property" }),
    checkOf("write"),
    checkOf("read"),
  ];
  const names = ["write#Bucket", "write#Service", "read#Bucket", "sequences#Bucket", "hot#Service"];
  for (const found of [names, names.toReversed()]) {
    expect(inReportOrder(found.map(findingOf), checks).map((finding) => finding.case)).toEqual(
      names,
    );
  }
});

interface Sort {
  readonly phase?: CheckPhase;
  readonly verbs?: AnyCheck["verbs"];
  readonly isLong?: true;
}

function caseOf(name: string, sort: Sort = {}): PlannedCase {
  const [id = "", kind = ""] = name.split("#");
  return { name, check: checkOf(id, sort), kind: kindNamed(kind), via: "" };
}

function checkOf(id: string, { phase, verbs, isLong }: Sort = {}): AnyCheck {
  return defineCheck({
    id,
    title: id,
    covers: ["write.stores-submitted-status"],
    scope: "kind",
    ...(phase === undefined ? {} : { phase }),
    ...(verbs === undefined ? {} : { verbs }),
    ...(isLong === undefined ? {} : { isLong }),
    drive: () => Promise.resolve(0),
    judge: () => [],
  });
}

function findingOf(name: string): CaseFinding {
  const requirement = "write.stores-submitted-status";
  return { result: "held", requirement, instances: 1, evidence: [], case: name };
}
