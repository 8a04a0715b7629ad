import {
  describeKey,
  inCatalogue,
  isMembers,
  isSemanticsName,
  keyOf,
  namesFailure,
} from "#contract";
import type { RequirementId, Resource, SemanticsName } from "#contract";
import type { Effect } from "../premises/effect.ts";
import type { CaseEvidence, Fact } from "../premises/sent-commands.ts";
import type { Established, Premise } from "../premises/premise.ts";
import type { ShownState } from "../premises/writers.ts";
import { doubtfulRead } from "./doubtful-read.ts";
import { claim, withCause } from "./finding.ts";
import type { Finding } from "./finding.ts";
import { lostMatch } from "./lost-match.ts";

type Violated = Extract<Finding, { readonly result: "violated" }>;
type Held = Extract<Finding, { readonly result: "held" }>;

interface Refuted {
  /** Absent if the reason is none of the premises. */
  readonly premise?: Premise;
  readonly reason: string;
  readonly by: readonly Fact[];
}

interface Examined {
  readonly finding: Violated;
  readonly caseEvidence: CaseEvidence;
  readonly facts: readonly Fact[];
  readonly refusals: readonly Fact[];
  readonly observations: unknown;
}

/**
 * Checks the premises of the findings of every check, and returns each finding in the form that its premises permit. A
 * violation that is based on a rejection by the schema is not an instance of its requirement. A finding with a refuted
 * premise becomes undecided, with that premise as the reason. All other violations list the exchanges that establish
 * their premises.
 */
export function examine(
  findings: readonly Finding[],
  caseEvidence: CaseEvidence,
  observations: unknown,
): readonly Finding[] {
  return findings.map((finding) => {
    if (finding.result === "violated") return examined(finding, caseEvidence, observations);
    return finding.result === "held" ? examinedPass(finding, caseEvidence, observations) : finding;
  });
}

/**
 * Examines a pass. A pass is meaningless if it depends on writes through an operation that has never stored any
 * content: a dropped status cannot change a spec. So is a pass on a watch that selects a label which the object has
 * lost. A pass that depends on a rejection does not depend on the effect of other writes.
 */
function examinedPass(finding: Held, caseEvidence: CaseEvidence, observations: unknown): Finding {
  const { requirement, evidence, instances, note } = finding;
  if (instances === 0 || note !== undefined || areaOf(requirement) === "authorization") {
    return finding;
  }
  const facts = caseEvidence.factsAt(evidence);
  if (facts.some(({ refusal }) => refusal !== undefined)) return finding;
  const subjects = new Set(facts.flatMap(({ subject = [] }) => subject));
  const idle = caseEvidence.facts.find(
    (fact) =>
      fact.effect === "dropped" &&
      fact.subject !== undefined &&
      subjects.has(fact.subject) &&
      !caseEvidence.run.hasMoved(fact),
  );
  const refuted =
    idle === undefined
      ? withoutMatch({ finding, facts, caseEvidence, observations })
      : withoutEffectOf(idle);
  if (refuted === undefined) return finding;
  const { by, ...why } = refuted;
  return withCause({ result: "undecided", requirement, evidence, ...why }, by);
}

function examined(finding: Violated, caseEvidence: CaseEvidence, observations: unknown): Finding {
  const { isAboutReason: _, ...judged } = finding;
  const facts = caseEvidence.factsAt(finding.evidence);
  const refusals = refusalsIn(finding, facts);
  const about: Examined = { finding, caseEvidence, facts, refusals, observations };
  const misfit = schemaRefusal(about);
  if (misfit !== undefined) return noInstance(finding, misfit);
  const refuted = firstRefuted(about);
  if (refuted === undefined) return withPremises(judged, establishedFor(about));
  const { requirement, evidence } = finding;
  const { by, ...why } = refuted;
  return withCause({ result: "undecided", requirement, evidence, ...why }, by);
}

/** The premises of violations. The first one that is refuted is the reason of the undecided finding. */
const refutations: readonly ((about: Examined) => Refuted | undefined)[] = [
  withoutControl,
  withoutSample,
  withoutReason,
  withoutReading,
  withoutEffect,
  withoutForm,
  withoutMode,
  withoutSemantics,
  withoutWholeList,
  withoutArrangement,
  withoutNewestState,
  withoutOneForm,
  withoutMatch,
  withoutSoleWriter,
];

function firstRefuted(about: Examined): Refuted | undefined {
  for (const refutation of refutations) {
    const refuted = refutation(about);
    if (refuted !== undefined) return refuted;
  }
  return undefined;
}

/**
 * Areas and requirements for which a rejection by the schema counts. Schemas may reject foreign fields, and the check
 * verifies that neither the stored state nor the watch changed.
 */
const takingAnyRefusal: ReadonlySet<string> = new Set(["isolation", "watch.nothing-for-refused"]);

/** Areas and requirements that require a request to be accepted. */
const aboutAcceptance: ReadonlySet<string> = new Set([
  "kinds",
  "isolation",
  "watch.nothing-for-refused",
  "write.apply-works-for-every-kind",
]);

function isAmong(requirement: RequirementId, names: ReadonlySet<string>): boolean {
  return names.has(requirement) || names.has(areaOf(requirement));
}

/** A property's sequence ends with the violating step, so earlier rejections are irrelevant. */
function refusalsIn({ replay }: Violated, facts: readonly Fact[]): readonly Fact[] {
  const relevant = replay === undefined ? facts : facts.filter(({ isWrite }) => isWrite).slice(-1);
  return relevant.filter(({ refusal }) => refusal !== undefined);
}

function schemaRefusal({ finding, refusals }: Examined): Fact | undefined {
  if (isAmong(finding.requirement, takingAnyRefusal)) return undefined;
  return refusals.find(({ misfit }) => misfit !== undefined);
}

function noInstance({ requirement, evidence }: Violated, { exchange, misfit = "" }: Fact): Finding {
  const note = `the schema rejects the request in exchange ${exchange} for every caller: ${misfit}`;
  const nothing = { holds: true, expected: "", actual: "", instances: 0 };
  return claim(requirement, { ...nothing, evidence, note });
}

/**
 * Refutes the premise if no request through an operation was ever accepted, because the request itself may be the cause
 * of the rejection.
 */
function withoutControl({ finding, refusals, caseEvidence }: Examined): Refuted | undefined {
  if (isAmong(finding.requirement, aboutAcceptance)) return undefined;
  const fact = refusals.find(
    (one) => isAboutRequest(one) && caseEvidence.run.acceptedLike(one) === undefined,
  );
  if (fact === undefined) return undefined;
  const reason = `no positive control: no request for ${fact.operation} by any caller was accepted; the judged request ${refusalOf(fact)}`;
  return { premise: "control-accepted", reason, by: [fact] };
}

/** Refutes the premise if a sample is declared valid but was never accepted, because the sample may be invalid. */
function withoutSample({ finding, refusals, caseEvidence }: Examined): Refuted | undefined {
  if (isAmong(finding.requirement, aboutAcceptance)) return undefined;
  const fact = refusals.find(
    (one) => one.isSample === true && caseEvidence.run.acceptedWith(one) === undefined,
  );
  if (fact === undefined) return undefined;
  const reason = `the target does not accept the sample ${fact.content ?? ""}: ${fact.operation} ${refusalOf(fact)}`;
  return { premise: "sample-valid", reason, by: [fact] };
}

/**
 * Refutes the premise if a request was rejected as expected, but the dialect does not declare what the code means: the
 * code may mean the expected reason. Without a code, the same applies to messages, if the dialect declares messages.
 */
function withoutReason({ finding, refusals, caseEvidence }: Examined): Refuted | undefined {
  if (finding.isAboutReason !== true) return undefined;
  const fact = refusals.find(({ refusal }) => {
    if (refusal?.reason !== "unclassified") return false;
    // No dialect can declare a failure of the server as another reason.
    if (namesFailure(refusal.code ?? refusal.message)) return false;
    return (
      refusal.code !== undefined || (refusal.message !== "" && caseEvidence.run.hasWordedRefusal)
    );
  });
  const { code, message } = fact?.refusal ?? {};
  if (fact === undefined) return undefined;
  const what = code === undefined ? "this message" : `the code ${code}`;
  const reason = `the dialect does not declare which reason ${what} means, in exchange ${fact.exchange}: ${message ?? ""}`;
  return { premise: "reason-declared", reason, by: [fact] };
}

/** Refutes a finding that is based on a permitted read whose rejection shows nothing about the stored object. */
function withoutReading({ finding, facts }: Examined): Refuted | undefined {
  if (finding.isAboutReason === true) return undefined;
  for (const fact of facts) {
    const { isWrite, identity, refusal, operation } = fact;
    const doubt = isWrite || refusal === undefined ? undefined : doubtfulRead(identity, refusal);
    if (doubt === undefined) continue;
    return { ...doubt, reason: `${doubt.reason}: ${operation} ${refusalOf(fact)}`, by: [fact] };
  }
  return undefined;
}

function isAboutRequest({ refusal }: Fact): boolean {
  return refusal?.reason === "invalid" || refusal?.reason === "unclassified";
}

function refusalOf({ refusal, exchange }: Fact): string {
  return `was rejected as ${refusal?.reason ?? "unclassified"} in exchange ${exchange}: ${refusal?.message ?? ""}`;
}

/**
 * The requirements that are violated by a write that stores nothing, and by a write that keeps the version. Whether a
 * write stored nothing is inferred from its response, which may be wrong.
 */
const aboutEffect: Readonly<Record<Effect, readonly RequirementId[]>> = {
  dropped: ["write.stores-submitted-status", "write.returns-complete-object"],
  unversioned: [
    "write.stores-submitted-status",
    "concurrency.spec-and-status-share-the-version",
    "concurrency.version-changes-with-content",
    "concurrency.versions-advance",
  ],
};

/**
 * Refutes the premise if a preceding write had no effect. Such a write creates no stale versions, conflicts or events.
 */
function withoutEffect({ finding, caseEvidence, facts }: Examined): Refuted | undefined {
  const { requirement } = finding;
  if (areaOf(requirement) === "authorization") return undefined;
  const idle = caseEvidence.facts.find(
    (fact) =>
      fact.effect !== undefined &&
      !aboutEffect[fact.effect].includes(requirement) &&
      restsOnEffect(fact, { requirement, facts, caseEvidence }),
  );
  return idle === undefined ? undefined : withoutEffectOf(idle);
}

function withoutEffectOf(idle: Fact): Refuted {
  const what = idle.effect === "dropped" ? "stored nothing" : "kept the version";
  const reason = `the write in exchange ${idle.exchange} was accepted but ${what}: its response still has version ${idle.version ?? ""}, although the write should have replaced it`;
  return { premise: "earlier-write-took-effect", reason, by: [idle] };
}

/** Areas whose requirements depend on the effect of the judged write itself. */
const restingOnLastWrite: ReadonlySet<string> = new Set(["concurrency", "watch"]);

/**
 * Whether a write without effect may have caused a finding. If the finding is about that write itself, for example a
 * dropped null, this is so only if the operation had no effect anywhere in the run.
 */
function restsOnEffect(
  idle: Fact,
  {
    requirement,
    facts,
    caseEvidence,
  }: Pick<Examined, "facts" | "caseEvidence"> & { readonly requirement: RequirementId },
): boolean {
  const later = facts.filter(
    ({ subject, exchange }) => subject === idle.subject && exchange >= idle.exchange,
  );
  if (later.length === 0) return false;
  const lastWrite = later.findLast(({ isWrite }) => isWrite);
  const isPoint = lastWrite === idle && !restingOnLastWrite.has(areaOf(requirement));
  return !isPoint || !caseEvidence.run.hasMoved(idle);
}

/**
 * Refutes the premise if an update without a spec cleared the stored spec, because the check did not intend to change
 * the spec.
 */
function withoutForm({ finding, facts }: Examined): Refuted | undefined {
  if (areaOf(finding.requirement) !== "generation") return undefined;
  const fact = facts.find(({ form }) => form === "replacing");
  if (fact === undefined) return undefined;
  const reason = `the update in exchange ${fact.exchange} had no spec and cleared the stored spec: updates replace the whole object`;
  return { premise: "update-form-known", reason, by: [fact] };
}

/** Requirements that depend on whether a status write is partial or replaces the status. */
const aboutMode: ReadonlySet<string> = new Set([
  "write.omitted-members-unchanged",
  "write.null-clears-member",
  "write.replace-removes-omitted-members",
]);

/** Refutes the premise if the dialect only guesses the mode of a status mutation. */
function withoutMode({ finding, facts, caseEvidence }: Examined): Refuted | undefined {
  if (!aboutMode.has(finding.requirement)) return undefined;
  const fact = facts.find((one) => caseEvidence.run.isModeGuessed(one));
  if (fact === undefined) return undefined;
  const reason = `the mode of ${fact.operation} is a guess, because no read showed its effect when the dialect was derived: ${finding.actual}; correct the mode in the dialect, or confirm it and remove modeIsGuessed`;
  return { premise: "status-mode-observed", reason, by: [fact] };
}

/** Requirements for which every value of a declaration conforms, so that they presume none. */
const aboutEveryValue: Readonly<Record<string, readonly SemanticsName[]>> = {
  "concurrency.no-op-keeps-version": ["noOp"],
  "watch.nothing-for-no-op": ["noOp"],
  "errors.stale-and-invalid-order": ["staleAndInvalid"],
};

/** Refutes the premise if the dialect only guesses a declaration that the requirement depends on. */
function withoutSemantics({ finding, facts, caseEvidence }: Examined): Refuted | undefined {
  const { requirement } = finding;
  const presumed = Object.keys(inCatalogue(requirement)?.presumes ?? {}).filter(isSemanticsName);
  const names = [...presumed, ...(aboutEveryValue[requirement] ?? [])];
  const guessed = names.find((name) => caseEvidence.run.isGuessed(name));
  if (guessed === undefined) return undefined;
  const reason = `semantics.${guessed} is a guess, because the endpoint did not show it when the dialect was derived: ${finding.actual}; correct it in the dialect, or confirm it, and remove it from guessedSemantics`;
  return { premise: "semantics-observed", reason, by: facts };
}

/** Requirements that are violated by an object that a list contains, even if the list lacks others. */
const aboutShownObjects: ReadonlySet<string> = new Set([
  "authorization.namespace-limits-hold",
  "write.list-namespace-filter",
  "write.list-selector-filter",
]);

/**
 * Refutes the premise if an object of the case is missing from a list that may have further pages, or that changed
 * while it was read. The object may be on another page.
 */
function withoutWholeList({ finding, facts, caseEvidence }: Examined): Refuted | undefined {
  if (isAmong(finding.requirement, aboutShownObjects)) return undefined;
  const list = facts.find((fact) => fact.isAccepted && isMissingFrom(fact, caseEvidence.facts));
  if (list === undefined) return undefined;
  const reason = `the list in exchange ${list.exchange} may lack objects: ${list.partial ?? ""}`;
  return { premise: "list-complete", reason, by: [list] };
}

/** Areas and requirements whose findings do not depend on the content of a spec or status. */
const aboutNoContent: ReadonlySet<string> = new Set([
  "authorization",
  "errors",
  "isolation.status-write-never-changes-metadata",
]);

/**
 * Refutes the premise if a spec or status contains a list with the sent items in another arrangement, and it is
 * unknown whether the arrangement has a meaning.
 */
function withoutArrangement({ finding, facts }: Examined): Refuted | undefined {
  if (isAmong(finding.requirement, aboutNoContent)) return undefined;
  const fact = facts.find(({ doubtfulList }) => doubtfulList !== undefined);
  if (fact === undefined) return undefined;
  const reason = `${fact.doubtfulList ?? ""}; exchange ${fact.exchange} shows another arrangement: ${finding.actual}`;
  return { premise: "same-value", reason, by: [fact] };
}

/**
 * Whether a list lacks an object of the listed kind that existed according to the last accepted request for that
 * object.
 */
function isMissingFrom({ exchange, usual, listed }: Fact, facts: readonly Fact[]): boolean {
  if (listed === undefined) return false;
  const [kind = ""] = usual.split(" ");
  const latest = new Map(
    facts.flatMap((fact) =>
      fact.exchange < exchange && fact.isAccepted && fact.usual.startsWith(`${kind} `)
        ? [[fact.subject, fact] as const]
        : [],
    ),
  );
  return [...latest].some(
    ([subject, fact]) =>
      subject !== undefined && fact.isDeletion === undefined && !listed.has(subject),
  );
}

const aboutReads: RequirementId = "write.visible-to-later-reads";

/**
 * Refutes a finding that is based on a read of an older state. That the read was stale is judged under its own
 * requirement.
 */
function withoutNewestState({ finding, facts, caseEvidence }: Examined): Refuted | undefined {
  if (finding.requirement === aboutReads) return undefined;
  if (finding.replay !== undefined || finding.lines !== undefined) return undefined;
  for (const read of facts) {
    const write = caseEvidence.replacedBefore(read);
    if (write === undefined) continue;
    const { exchange, version } = read;
    const shown =
      version === undefined
        ? `found no object, although the write in exchange ${write.exchange} had created it`
        : `returned version ${version}, which the write in exchange ${write.exchange} had replaced`;
    const reason = `the read in exchange ${exchange} ${shown}; ${aboutReads} judges stale reads`;
    return { reason, by: [write, read] };
  }
  return undefined;
}

/** Areas whose requirements do not depend on whether a read and the response to a status write are equal. */
const aboutNoForm: ReadonlySet<string> = new Set(["allocation", "conditions", "deletion", "kinds"]);

/**
 * Refutes a finding that is based on a status which a read and the response to its write show differently. That they
 * are equal is judged under its own requirement.
 */
function withoutOneForm({ finding, facts, caseEvidence }: Examined): Refuted | undefined {
  if (!aboutNoForm.has(areaOf(finding.requirement))) return undefined;
  if (finding.replay !== undefined || finding.lines !== undefined) return undefined;
  const exchanges = new Set(facts.map(({ exchange }) => exchange));
  const read = caseEvidence.facts.find(
    ({ exchange, differsFrom = exchange }) =>
      differsFrom !== exchange && (exchanges.has(exchange) || exchanges.has(differsFrom)),
  );
  if (read?.differsFrom === undefined) return undefined;
  const { exchange, differsFrom, version = "" } = read;
  const reason = `the read in exchange ${exchange} and the response in exchange ${differsFrom} show different statuses of version ${version}; ${aboutReads} judges the difference`;
  return { reason, by: caseEvidence.factsAt([differsFrom, exchange]) };
}

/** Refutes a finding about a watch or a list that an object left because a write removed a selected label. */
function withoutMatch({
  finding: { evidence, requirement },
  facts,
  caseEvidence,
  observations,
}: Omit<Examined, "finding" | "refusals"> & {
  readonly finding: Held | Violated;
}): Refuted | undefined {
  if (areaOf(requirement) === "isolation") return undefined;
  const lost = lostMatch({ evidence, facts, all: caseEvidence.facts, observations });
  if (lost === undefined) return undefined;
  const { fact, label } = lost;
  const reason = `the write in exchange ${fact.exchange} removed or changed the label ${label}, which the watch or the list selects; isolation requirements judge the label`;
  return { premise: "still-selected", reason, by: [fact] };
}

/** Refutes the premise if another client wrote to the object and may have caused the change. */
function withoutSoleWriter({
  finding,
  facts,
  caseEvidence,
  observations,
}: Examined): Refuted | undefined {
  if (finding.replay !== undefined || finding.lines !== undefined) return undefined;
  // In checks of controllers, the other client is the controller under test.
  if (areaOf(finding.requirement) === "controller") return undefined;
  const subjects = new Set(facts.flatMap(({ subject = [] }) => subject));
  for (const subject of subjects) {
    const events = statesIn(observations).filter(
      ({ object }) => describeKey(keyOf(object)) === subject,
    );
    const disturbance = caseEvidence.disturbanceOf(subject, events);
    if (disturbance === undefined) continue;
    const { version, what } = disturbance;
    const reason = `another client wrote ${subject}: at version ${version}, ${what}, and no request of the case caused this change`;
    const by = facts.filter((fact) => fact.subject === subject && fact.version === version);
    return { premise: "undisturbed", reason, by };
  }
  return undefined;
}

function statesIn(seen: unknown): readonly ShownState[] {
  if (Array.isArray(seen)) return seen.flatMap(statesIn);
  if (typeof seen !== "object" || seen === null || "outcome" in seen) return [];
  const inner = Object.values(seen).flatMap(statesIn);
  const isEvent = "type" in seen && "arrivedMs" in seen && "object" in seen;
  return isEvent && isResource(seen.object) ? [{ object: seen.object }, ...inner] : inner;
}

function isResource(value: unknown): value is Resource {
  return isMembers(value) && typeof value["kind"] === "string" && isMembers(value["metadata"]);
}

function areaOf(requirement: RequirementId): string {
  return requirement.split(".")[0] ?? "";
}

function withPremises(finding: Violated, premises: readonly Established[]): Finding {
  return premises.length === 0 ? finding : { ...finding, premises };
}

const mostNamed = 5;

function establishedFor(about: Examined): readonly Established[] {
  const { finding, refusals, facts, caseEvidence, observations } = about;
  const controls = refusals.flatMap(
    (fact) => ownControl(fact, caseEvidence) ?? caseEvidence.run.acceptedLike(fact) ?? [],
  );
  const samples = refusals.flatMap((fact) =>
    fact.isSample === true ? (caseEvidence.run.acceptedWith(fact) ?? []) : [],
  );
  const unnamed = facts.filter(({ form }) => form !== undefined);
  return [
    established("request-fits-schema", fitting(refusals, caseEvidence)),
    established("control-accepted", controls),
    established("sample-valid", samples),
    established("earlier-write-took-effect", movesBefore(facts, caseEvidence)),
    established("initial-state-read", firstStates(facts, caseEvidence)),
    established(
      "update-form-known",
      unnamed.flatMap((fact) => caseEvidence.run.formShownBy(fact) ?? []),
    ),
    established("undisturbed", exchangesOfOwnObjects(facts, caseEvidence)),
    established("same-value", agreements(facts)),
    established(
      "watch-reached-fence",
      watchesReached(observations).filter((exchange) => finding.evidence.includes(exchange)),
    ),
  ].filter(({ by }) => by.length > 0);
}

function established(premise: Premise, exchanges: readonly number[]): Established {
  const by = [...new Set(exchanges)].toSorted((left, right) => left - right);
  return { premise, by: by.slice(0, mostNamed) };
}

/** Selects the rejected requests that match the schema, if the schema is known. */
function fitting(refusals: readonly Fact[], { run }: CaseEvidence): readonly number[] {
  if (!run.isSchemaKnown) return [];
  return refusals.flatMap(({ exchange, misfit }) => (misfit === undefined ? [exchange] : []));
}

/** Finds, for each written object, the last response that showed it before its first write. */
function firstStates(facts: readonly Fact[], caseEvidence: CaseEvidence): readonly number[] {
  const writes = facts.filter(({ isWrite }) => isWrite);
  return writes.flatMap(({ subject, exchange: first }, index) => {
    const isFirst = writes.findIndex((write) => write.subject === subject) === index;
    if (subject === undefined || !isFirst) return [];
    const before = caseEvidence.facts.filter(
      (fact) => fact.subject === subject && fact.exchange < first && fact.version !== undefined,
    );
    return before.at(-1)?.exchange ?? [];
  });
}

/** Exchanges that returned an object to which only this case has written. */
function exchangesOfOwnObjects(
  facts: readonly Fact[],
  caseEvidence: CaseEvidence,
): readonly number[] {
  return facts.flatMap(({ exchange, subject, version }) =>
    subject !== undefined && version !== undefined && caseEvidence.knowsWriters(subject)
      ? [exchange]
      : [],
  );
}

/** Exchanges that showed one version of an object with the same content. */
function agreements(facts: readonly Fact[]): readonly number[] {
  return facts.flatMap(({ exchange, agreesWith }) =>
    agreesWith === undefined ? [] : [agreesWith, exchange],
  );
}

/**
 * Finds the accepted request of the case that is most similar to a rejected one: through the same operation, on the
 * same object if possible.
 */
function ownControl(refused: Fact, caseEvidence: CaseEvidence): number | undefined {
  const like = caseEvidence.facts.filter(
    ({ isAccepted, operation }) => isAccepted && operation === refused.operation,
  );
  return (like.find(({ subject }) => subject === refused.subject) ?? like[0])?.exchange;
}

/**
 * Returns the writes that changed the version of an object in the evidence, before the last exchange of the evidence.
 */
function movesBefore(facts: readonly Fact[], caseEvidence: CaseEvidence): readonly number[] {
  const subjects = new Set(facts.map(({ subject }) => subject));
  const last = Math.max(...facts.map(({ exchange }) => exchange));
  return caseEvidence.facts
    .filter(
      ({ isMove, subject, exchange }) =>
        isMove === true && exchange < last && subjects.has(subject),
    )
    .map(({ exchange }) => exchange);
}

function watchesReached(seen: unknown): readonly number[] {
  if (Array.isArray(seen)) return seen.flatMap(watchesReached);
  if (typeof seen !== "object" || seen === null || "outcome" in seen) return [];
  const own =
    "reached" in seen && seen.reached === true && "exchange" in seen ? [seen.exchange] : [];
  return [
    ...own.filter((exchange) => typeof exchange === "number"),
    ...Object.values(seen).flatMap(watchesReached),
  ];
}
