import type { Report, ReportCall, ReportFinding, ReportRequirement } from "../report/report.ts";
import { buildReport } from "../report/report-builder.ts";
import { failingRecord } from "./failing-record.ts";

const exchangesEach = 100;

/** Creates a report on 1,000 requirements, of which half are violated, with 100,000 exchanges as evidence. */
export function largeReport(): Report {
  const report = buildReport(failingRecord());
  const requirements: ReportRequirement[] = [];
  const exchanges: ReportCall[] = [];
  for (let i = 0; i < 1000; i += 1) {
    const known = report.requirements[i % report.requirements.length];
    if (known === undefined) continue;
    const numbers = Array.from({ length: exchangesEach }, (_, k) => i * exchangesEach + k + 1);
    exchanges.push(...numbers.map(exchangeOf));
    const isBroken = i % 2 === 0;
    requirements.push({
      ...known,
      verdict: isBroken ? "fail" : "pass",
      findings: isBroken ? brokenFindings(i, numbers) : [heldFinding(i, numbers)],
    });
  }
  return { ...report, requirements, exchanges };
}

function brokenFindings(i: number, numbers: readonly number[]): readonly ReportFinding[] {
  return [0, 1, 2, 3, 4].map((part) => ({
    result: "violated",
    case: `area/check#Kind${i}.write${part}`,
    expected: "rejected as conflict, because the version is stale",
    actual: "accepted, version 12",
    evidence: numbers.slice(part * 20, part * 20 + 20),
  }));
}

function heldFinding(i: number, numbers: readonly number[]): ReportFinding {
  return { result: "held", case: `area/check#Kind${i}`, instances: 2, evidence: numbers };
}

function exchangeOf(exchange: number): ReportCall {
  const metadata = { name: "web", namespace: "default", resourceVersion: String(exchange) };
  const status = { conditions: [{ type: "Ready", status: "True", message: "x".repeat(200) }] };
  return {
    kind: "call",
    exchange,
    case: "area/check#Kind",
    identity: "controller",
    verb: "updateStatus",
    about: "Service default/web",
    startedMs: exchange,
    endedMs: exchange + 3.5,
    outcome: `accepted, version ${exchange}`,
    request: {
      url: "http://127.0.0.1:4000/graphql",
      operation: "mutation($input: Input!) { updateServiceStatus(input: $input) { metadata } }",
      variables: { input: { ...metadata, status } },
    },
    reply: { status: 200, body: { data: { updateServiceStatus: { metadata, status } } } },
  };
}
