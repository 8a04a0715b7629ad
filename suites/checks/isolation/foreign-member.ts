import { describeOutcome, isSameValue, memberAt } from "#contract";
import type { RequirementId, Semantics } from "#contract";
import {
  claim,
  errored,
  failureOf,
  isAccepted,
  isSent,
  judgeReason,
  undecided,
  incidental,
} from "#harness";
import type { Claim, Finding, RefusalTrial, Step } from "#harness";
import type { Spelling } from "./spellings.ts";

export interface ForeignTrial extends Spelling {
  readonly trial: RefusalTrial;
}

/** Why requirements are undecided if no attempt could be sent. */
export const noPlace =
  "the target's spec writes cannot contain status fields, and its status writes cannot contain spec fields or metadata";

export function sentTrials<T extends ForeignTrial>(trials: readonly T[]): readonly T[] {
  return trials.filter(({ trial }) => isSent(trial.attempt));
}

/**
 * Selects the attempts with field names of the target. All other attempts sent unknown fields, or fields that an
 * untyped spec stored as its own.
 */
export function ownTrials<T extends ForeignTrial>(trials: readonly T[]): readonly T[] {
  return trials.filter((one) => one.standing !== "unknown" && !isOfSpec(one));
}

/**
 * Whether a write of the spec or a creation stored a status inside the spec as sent. Such a spec can have any fields.
 */
function isOfSpec({ foreign, trial: { attempt, after } }: ForeignTrial): boolean {
  const { verb } = attempt.command;
  if (foreign.place !== "inside" || (verb !== "update" && verb !== "create")) return false;
  if (!isAccepted(attempt) || after.outcome.result !== "object") return false;
  const { spec } = after.outcome.object;
  return Object.entries(foreign.members).some(([name, value]) => {
    const steps = foreign.at?.split(".") ?? [name];
    return steps.some((_, index) => {
      const stored = memberAt(spec, steps.slice(index));
      return stored !== undefined && isSameValue(stored, value);
    });
  });
}

/** Selects the attempts that send a complete part, such as a spec, instead of a single field. */
export function wholeTrials<T extends ForeignTrial>(trials: readonly T[]): readonly T[] {
  return trials.filter(({ isPart }) => isPart !== true);
}

export function decisiveTrials<T extends ForeignTrial>(trials: readonly T[]): readonly T[] {
  return trials.filter(({ isPart, trial }) => isPart !== true || isAccepted(trial.attempt));
}

/** The note for a pass that is based on the schema, because the schema does not allow the fields. */
export function schemaNote({ what }: Pick<Spelling, "what">): string {
  return `the schema does not allow ${what}`;
}

const onePlace =
  "fields that do not belong in the write can be sent in only one position, so there is nothing to compare";

/** Requires that all variants were treated alike: all rejected, or all accepted. */
export function judgeOneWay(all: readonly ForeignTrial[]): Finding {
  const requirement = "isolation.one-way-of-refusing";
  const trials = ownTrials(wholeTrials(all)).filter(
    ({ trial, admission }) => isSent(trial.attempt) || admission === "closed",
  );
  const sent = sentTrials(trials);
  const evidence = sent.map(({ trial }) => trial.attempt.exchange);
  const broken = sent.map(({ trial }) => failureOf(trial.attempt)).find(Boolean);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  const [first] = trials;
  if (first === undefined) return nothingSent(requirement, all);
  const fates = trials.map(({ what, trial }) => ({ what, fate: fateOf(trial.attempt) }));
  const known = trials.filter(({ trial }) => unreadIn(trial.attempt) === undefined);
  const holds = new Set(known.map(({ trial }) => fateOf(trial.attempt))).size <= 1;
  const unread = sent.map(({ trial }) => unreadIn(trial.attempt)).find(Boolean);
  if (holds && unread !== undefined) return undecided(requirement, unread, evidence);
  return claim(requirement, {
    holds,
    expected:
      "fields that do not belong in the write are all rejected, or all accepted and ignored",
    actual: fates.map(({ what, fate }) => `${what}: ${fate}`).join("; "),
    evidence,
    ...basisOf(trials, sent),
  });
}

/** Returns the number of compared variants, and why a finding is not based on a comparison of responses. */
function basisOf(
  trials: readonly ForeignTrial[],
  sent: readonly ForeignTrial[],
): Pick<Claim, "instances" | "isInapplicable" | "note"> {
  const [first] = trials;
  const noted = sent.length === 0 && first !== undefined ? { note: schemaNote(first) } : {};
  if (trials.length > 1) return { instances: trials.length, ...noted };
  return { instances: 0, note: onePlace, ...noted, isInapplicable: true };
}

/** Returns the finding if no write with a field of the other side could be sent to the target. */
export function nothingSent(requirement: RequirementId, trials: readonly ForeignTrial[]): Finding {
  const closed = trials.find(
    ({ standing, admission }) => standing === "own" && admission === "closed",
  );
  const unfit = ownTrials(trials).find(({ admission }) => admission !== undefined);
  const isWordless = sentTrials(trials).length > 0;
  const outcome = unfit?.trial.attempt.outcome;
  if (closed !== undefined) return emptyFinding(requirement, schemaNote(closed));
  if (trials.some(isOfSpec)) return emptyFinding(requirement, openSpec, { isInapplicable: true });
  if (trials.some(isInOpenStatus)) {
    return emptyFinding(requirement, openStatus, { isInapplicable: true });
  }
  if (outcome?.result === "unsupported") return undecided(requirement, outcome.detail, []);
  return isWordless ? emptyFinding(requirement, noWord) : undecided(requirement, noPlace, []);
}

/** Why requirements are undecided if only unknown field names were sent. */
export const noWord =
  "the dialect does not map fields that do not belong in the write, and the endpoint does not use the canonical names";

const openSpec = "the spec stores any field, so a status inside it is a part of the spec";

const openStatus = "the fields of the status are not defined, so a field inside it is a part of it";

function isInOpenStatus({ foreign, standing, admission, trial }: ForeignTrial): boolean {
  const isInside = foreign.place === "inside" && trial.attempt.command.verb === "updateStatus";
  return isInside && standing === "unknown" && admission === "open";
}

export function emptyFinding(
  requirement: RequirementId,
  note: string,
  more: Pick<Claim, "isInapplicable"> = {},
): Finding {
  return claim(requirement, {
    ...more,
    holds: true,
    expected: "",
    actual: "",
    evidence: [],
    instances: 0,
    note,
  });
}

/** Requires that every write with foreign fields was rejected, whichever of the target's names it used. */
export function judgeRejected(
  requirement: RejectingRequirement,
  trials: readonly ForeignTrial[],
): readonly Finding[] {
  const findings = ownTrials(decisiveTrials(trials)).flatMap((one) =>
    rejectionOf(requirement, one),
  );
  return findings.length > 0 ? findings : [nothingSent(requirement, wholeTrials(trials))];
}

function rejectionOf(requirement: RejectingRequirement, one: ForeignTrial): readonly Finding[] {
  const { what, trial, admission } = one;
  const { attempt, control } = trial;
  const { outcome } = attempt;
  const isAdmitted = admission !== "closed";
  if (outcome.result === "unsupported") {
    if (admission === undefined) return [];
    return isAdmitted ? [undecided(requirement, outcome.detail, [])] : [bySchema(requirement, one)];
  }
  // The GraphQL library may reject fields that the schema does not accept.
  const isBySchema = !isAdmitted && outcome.result === "refused";
  const reasons = isBySchema
    ? ([outcome.refusal.reason] as const)
    : (["invalid", "forbidden"] as const);
  const finding = judgeReason(
    { attempt, ...(control === undefined ? {} : { control }) },
    {
      requirement,
      reasons,
      because: `the write contains ${what}`,
    },
  );
  const isNoted = isBySchema && finding.result === "held";
  return [isNoted ? { ...finding, note: schemaNote(one) } : finding];
}

/** A pass based on the schema, because nothing could be sent. */
export function bySchema(requirement: RequirementId, spelling: Pick<Spelling, "what">): Finding {
  const schemaClaim = { holds: true, expected: "", actual: "", evidence: [] };
  return claim(requirement, { ...schemaClaim, note: schemaNote(spelling) });
}

type RejectingRequirement =
  | "isolation.spec-in-status-write-is-rejected"
  | "isolation.metadata-in-status-write-is-rejected"
  | "isolation.status-in-spec-write-is-rejected";

/**
 * Requires that a write was accepted if its fields were at the same path as in a complete object. Other requirements
 * judge whether the fields had an effect. Does not apply to targets that reject such fields.
 */
export function judgeIgnored(
  requirement: IgnoringRequirement,
  trials: readonly ForeignTrial[],
  { crossWrite }: Pick<Semantics, "crossWrite">,
): readonly Finding[] {
  if (crossWrite === "rejected")
    return incidental([requirement], "the API rejects such fields instead of ignoring them");
  const candidates = wholeTrials(trials).filter(({ isInPlace }) => isInPlace === true);
  const inPlace = ownTrials(sentTrials(candidates)).filter(
    ({ admission }) => admission !== "closed",
  );
  if (inPlace.length === 0) return [nothingSent(requirement, candidates)];
  return inPlace.map(({ what, trial: { attempt } }) => {
    const evidence = [attempt.exchange];
    const broken = failureOf(attempt);
    if (broken !== undefined) return errored(requirement, broken, evidence);
    const unread = unreadIn(attempt);
    if (unread !== undefined) return undecided(requirement, unread, evidence);
    return claim(requirement, {
      holds: isAccepted(attempt),
      expected: `accepted, without ${what}`,
      actual: describeOutcome(attempt.outcome),
      evidence,
    });
  });
}

/** Keeps all findings about fields that the target has, otherwise only violations. */
export function effectsOf(
  one: Pick<Spelling, "admission" | "standing">,
  findings: readonly Finding[],
): readonly Finding[] {
  const isReal = one.standing !== "unknown" && one.admission !== "closed";
  return isReal ? findings : findings.filter(({ result }) => result === "violated");
}

type IgnoringRequirement =
  | "isolation.spec-in-status-write-is-ignored"
  | "isolation.metadata-in-status-write-is-ignored"
  | "isolation.status-in-spec-write-is-ignored";

/** Returns why a step is neither accepted nor rejected: its response could not be parsed. Undefined for other steps. */
function unreadIn({ outcome }: Step): string | undefined {
  return outcome.result === "unintelligible" ? describeOutcome(outcome) : undefined;
}

/** Formats the result of a step. A field that cannot be sent counts as rejected by the schema. */
function fateOf(step: Step): string {
  if (!isSent(step)) return "rejected";
  if (step.outcome.result === "refused") return "rejected";
  return isAccepted(step) ? "accepted" : describeOutcome(step.outcome);
}
