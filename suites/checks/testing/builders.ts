import { contractSemantics, keyOf, resourceVersion, uid } from "#contract";
import type {
  JsonObject,
  Outcome,
  Refusal,
  RefusalReason,
  RequirementId,
  Resource,
  ResourceMetadata,
} from "#contract";
import type { Finding, JudgeContext, RefusalTrial, SettledEvents, Step } from "#harness";

export interface ResourceParts {
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly metadata?: Partial<ResourceMetadata>;
}

/** The Service `default/a` at a version, with a spec and without a status. */
export function resourceAt(version: string, parts: ResourceParts = {}): Resource {
  const { spec = { size: 1 }, status, metadata } = parts;
  const usual = { name: "a", namespace: "default", uid: uid("u"), generation: 1 };
  return {
    kind: "Service",
    metadata: { ...usual, resourceVersion: resourceVersion(version), ...metadata },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}

export function accepted(object: Resource): Outcome {
  return { result: "object", object };
}

export function refused(reason: RefusalReason, details: Partial<Refusal> = {}): Outcome {
  const usual = { reason, code: reason.toUpperCase(), message: "no", causes: [] };
  return { result: "refused", refusal: { ...usual, ...details } };
}

export function refusedWithoutCode(reason: RefusalReason): Outcome {
  return { result: "refused", refusal: { reason, message: "no", causes: [] } };
}

export const noReply: Outcome = {
  result: "unknown",
  cause: "timeout",
  detail: "no response within 10000 ms",
};

/** `exchange` also determines the time: 10 ms per exchange. */
export function stepWith(outcome: Outcome, exchange = 1): Step {
  const command = { verb: "read", identity: "author", key: keyOf(resourceAt("1")) } as const;
  return { exchange, command, outcome, startedMs: exchange * 10, endedMs: exchange * 10 + 5 };
}

/** By default, the shared watch delivered the sentinel and no event of the object. */
export function settledWith(parts: Partial<SettledEvents> = {}): SettledEvents {
  return { watched: true, reached: true, exchange: 9, events: [], ...parts };
}

/** By default, the object stays unchanged, there are no events, and the control is accepted. */
export interface TrialParts {
  readonly before?: Outcome;
  readonly attempt: Outcome;
  readonly after?: Outcome;
  readonly control?: Outcome;
  readonly events?: SettledEvents;
}

/** The exchanges 1 to 4 are before, attempt, after and control. */
export function trialWith(parts: TrialParts): RefusalTrial {
  const { before = accepted(resourceAt("1")), attempt, after = before } = parts;
  const { control = accepted(resourceAt("2")), events = settledWith() } = parts;
  return {
    before: stepWith(before, 1),
    attempt: stepWith(attempt, 2),
    after: stepWith(after, 3),
    events,
    control: stepWith(control, 4),
  };
}

/** A judge's context with the contract's semantics and no optional features. */
export const strictTarget: JudgeContext = {
  semantics: contractSemantics,
  features: [],
};

export function resultsOf(
  findings: readonly Finding[],
  requirement: RequirementId,
): readonly Finding["result"][] {
  return checkTexts(findings)
    .filter((finding) => finding.requirement === requirement)
    .map(({ result }) => result);
}

/** Returns the `actual` message of the first violation of a requirement. Undefined if there is no violation. */
export function complaintOf(
  findings: readonly Finding[],
  requirement: RequirementId,
): string | undefined {
  for (const finding of findings) {
    if (finding.requirement === requirement && finding.result === "violated") {
      return finding.actual;
    }
  }
  return undefined;
}

/** Returns the last result of every requirement that did not pass. Throws if the message of a finding is incomplete. */
export function openResults(findings: readonly Finding[]): Readonly<Record<string, string>> {
  const open = checkTexts(findings).filter((finding) => finding.result !== "held");
  return Object.fromEntries(open.map(({ requirement, result }) => [requirement, result]));
}

/** Throws if a message is empty or has a gap, or if a violation has no evidence. */
function checkTexts(findings: readonly Finding[]): readonly Finding[] {
  const silent = findings.find(
    (finding) =>
      textsOf(finding).some((words) => words === "" || words !== words.trim() || gap.test(words)) ||
      (finding.result === "violated" && finding.evidence.length === 0),
  );
  if (silent === undefined) return findings;
  throw new Error(`the text or evidence of a finding is incomplete: ${JSON.stringify(silent)}`);
}

/** Matches a message in which an interpolated value is missing. */
const gap = / {2}|\( ?\)|: ?,| ,|(?:^|; ):/u;

function textsOf(finding: Finding): readonly string[] {
  switch (finding.result) {
    case "held":
      return [];
    case "violated":
      return [finding.expected, finding.actual];
    case "undecided":
    case "errored":
      return [finding.reason];
  }
}
