import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoggedRequest, LoggedVerb } from "../port/logged-request.ts";
import { LogHistory } from "./log-history.ts";
import { LogJudge } from "./log-judge.ts";
import type { LogVerdict } from "./log-verdict.ts";
import { encodeRequest } from "./request-line.ts";

interface Step {
  readonly verb: LoggedVerb;
  readonly isConditional: boolean;
  readonly isLogged: boolean;
  readonly client: number;
  readonly before: number;
  readonly after: number;
}

const aStep = fc.record<Step>({
  verb: fc.constantFrom("read", "read", "update", "update", "update", "update", "patch", "delete"),
  isConditional: fc.nat(3).map((one) => one > 0),
  isLogged: fc.integer({ min: 0, max: 5 }).map((one) => one > 0),
  client: fc.nat(2),
  before: fc.nat(30),
  after: fc.nat(30),
});

interface Fault {
  readonly at: number;
  readonly isCreation: boolean;
  readonly newer: number;
  readonly replacedNewer: number;
  readonly laterMs: number;
}

const aFault = fc.record<Fault>({
  at: fc.nat(120),
  isCreation: fc.nat(5).map((one) => one === 0),
  newer: fc.oneof(
    fc.constant(0),
    fc.integer({ min: -4, max: 4 }),
    fc.integer({ min: -40, max: 40 }),
  ),
  replacedNewer: fc.oneof(fc.constant(0), fc.integer({ min: -40, max: 4 })),
  laterMs: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 300 })),
});

/**
 * Creates a legal log. Each step takes effect 10 ms after the preceding one, between the invocation and the response of
 * its request.
 */
function legalLog(steps: readonly Step[]): readonly LoggedRequest[] {
  let version = 0;
  let life = 0;
  let isThere = false;
  return steps.flatMap((step, i): readonly LoggedRequest[] => {
    const at = 10 * i;
    const isDelete = step.verb === "delete" && isThere;
    const verb = isThere ? step.verb : "create";
    if (!isThere) life += 1;
    const replaced = version;
    if (verb !== "read") version += 1;
    isThere = !isDelete;
    if (!step.isLogged) return [];
    return [
      {
        place: { file: "log", line: i + 1, ordinal: i + 1 },
        id: `request ${i}`,
        by: { user: `client ${step.client}` },
        object: "widgets/one",
        uid: `life ${life}`,
        verb,
        side: "main",
        request: verb,
        invoke: at - step.before,
        return: at + step.after,
        outcome: "ok",
        ...(isDelete ? { isGone: true } : { version: String(version) }),
        ...(verb === "update" && step.isConditional ? { precondition: String(replaced) } : {}),
      },
    ];
  });
}

function withFaults(
  log: readonly LoggedRequest[],
  faults: readonly Fault[],
): readonly LoggedRequest[] {
  const made = [...log];
  for (const fault of faults) {
    const index = fault.at % Math.max(1, made.length);
    const request = made[index];
    if (request !== undefined) made[index] = faulty(request, fault);
  }
  return made;
}

function faulty(request: LoggedRequest, fault: Fault): LoggedRequest {
  const { version, precondition } = request;
  return {
    ...request,
    invoke: request.invoke + fault.laterMs,
    return: request.return + fault.laterMs,
    ...(version === undefined ? {} : { version: shifted(version, fault.newer) }),
    ...(precondition === undefined
      ? {}
      : { precondition: shifted(precondition, fault.replacedNewer) }),
    ...(fault.isCreation && version !== undefined ? { verb: "create" } : {}),
  };
}

function shifted(version: string, by: number): string {
  return String(Math.max(1, Number(version) + by));
}

function judged(log: readonly LoggedRequest[], mostPending: number): LogVerdict {
  const judge = new LogJudge("comparable", { mostPending });
  judge.part(log.map((request) => encodeRequest(request).trimEnd()));
  return judge.end({ skipped: new Map(), limits: [] });
}

function foundIn(log: readonly LoggedRequest[], mostPending: number): unknown {
  const found: unknown[] = [];
  const history = new LogHistory({ order: "comparable", mostPending }, (verdict) =>
    found.push(verdict),
  );
  for (const request of log) history.add(request);
  if (!history.endObject()) {
    for (const request of log) history.add(request);
    history.endObject();
  }
  history.end();
  return found;
}

const steps = fc.array(aStep, { minLength: 1, maxLength: 120 });
const aWindow = fc.integer({ min: 1, max: 12 });

describe("a history that is judged in parts", () => {
  it("is legal without being held", () => {
    const isJudged = fc.sample(fc.tuple(steps, aWindow), 400).map(([some, mostPending]) => {
      const history = new LogHistory({ order: "comparable", mostPending }, ({ verdict }) =>
        expect(verdict).toBe("legal"),
      );
      for (const request of legalLog(some)) history.add(request);
      const isLegal = history.endObject();
      history.end();
      return isLegal;
    });

    // The window can be too small for the concurrent requests. In that case, the whole history is judged.
    expect(isJudged.filter(Boolean).length).toBeGreaterThan(380);
  });

  it("gets the verdict of the whole, with the same anomalies", () => {
    fc.assert(
      fc.property(steps, fc.array(aFault, { maxLength: 3 }), aWindow, (some, faults, window) => {
        const log = withFaults(legalLog(some), faults);

        expect(judged(log, window)).toEqual(judged(log, Infinity));
        expect(foundIn(log, window)).toEqual(foundIn(log, Infinity));
      }),
      { numRuns: 1_000 },
    );
  });
});
