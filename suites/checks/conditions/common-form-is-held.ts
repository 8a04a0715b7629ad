import { describeOutcome, isJsonObject, keyOf } from "#contract";
import type { JsonObject, JsonValue, Resource, UpdateStatusCommand } from "#contract";
import {
  acceptedObject,
  claim,
  conditionsIn,
  conditionsPathOf,
  defineCheck,
  describeDifferences,
  errored,
  failureOf,
  isAccepted,
  isSame,
  judgeNoneMoved,
  judgeReason,
  listOf,
  objectOf,
  readOf,
  refusalOf,
  statusWrite,
  tryRefusals,
  undecided,
  incidental,
  exercised,
} from "#harness";
import type {
  CheckContext,
  ConditionWords,
  ConditionsPlace,
  Finding,
  RefusalTrial,
  SettledEvents,
  Step,
} from "#harness";
import { comparablePath, isItemOf, isNamedIn } from "../errors/is-item-of.ts";
import { defectsOf, extremesOf } from "./defects.ts";
import type { Defect } from "./defects.ts";
import {
  byType,
  conditionTypes,
  hasField,
  placeOf,
  possibleConditions,
  sampleCondition,
  statusWith,
} from "./sample-condition.ts";

type DefectTrial = Omit<Defect, "conditions"> & { readonly trial: RefusalTrial };

interface Observations extends ConditionsPlace {
  readonly trials: readonly DefectTrial[];
  /**
   * Whether the mutation is an apply. An apply preserves list items of other owners and puts them before the submitted
   * items.
   */
  readonly areListsJoined?: true;
  /** The target's names for conditions, which its errors may contain. Defaults to the standard names. */
  readonly words?: ConditionWords;
  /** Has a condition within the limits. `extreme` has conditions at the limits. */
  readonly usual: Step;
  readonly extremes: readonly JsonObject[];
  readonly extreme: Step;
  /** Reads and lists after each of the two writes, and all events. Absent in records of earlier releases. */
  readonly shown?: {
    readonly before: readonly Step[];
    readonly after: readonly Step[];
    readonly settled: SettledEvents;
  };
}

const covers = [
  "conditions.status-is-three-valued",
  "conditions.type-is-a-qualified-name",
  "conditions.reason-is-a-word",
  "conditions.message-is-bounded",
  "conditions.transition-time-is-an-instant",
  "conditions.observed-generation-not-negative",
  "conditions.limits-are-within-bounds",
  "errors.duplicate-condition-refused",
  "errors.invalid-names-field",
  "isolation.refused-write-changes-nothing",
  "watch.nothing-for-refused",
] as const;

export const commonFormIsHeld = defineCheck<Observations | null>({
  id: "conditions/common-form-is-held",
  title: "Conditions are validated against the common form and its exact limits",
  covers,
  scope: "status-write",
  features: ["status.conditions"],

  async drive(context) {
    const valid = sampleCondition(context);
    if (valid === undefined) return null;
    const [trials, limits] = await Promise.all([
      tryDefects(context, valid),
      reachLimits(context, valid),
    ]);
    const isApplied = context.kind.statusModes[context.via] === "apply";
    const { conditionWords: words } = context.kind;
    return {
      trials,
      ...placeOf(context),
      ...(words === undefined ? {} : { words }),
      ...limits,
      ...(isApplied ? { areListsJoined: true as const } : {}),
    };
  },

  judge(observations, { semantics }) {
    if (observations === null)
      return incidental(covers, "the first sample status has no conditions");
    const { trials, areListsJoined } = observations;
    const lists = areListsJoined ? "merged" : semantics.lists;
    const findings = [
      ...trials.map(({ requirement, defect, trial }) =>
        judgeReason(trial, { requirement, reasons: ["invalid"], because: defect }),
      ),
      ...trials.map((trial) => judgeField(trial, observations, { lists })),
      ...judgeNoneMoved(trials.map(({ trial }) => trial)),
      judgeExtremes(observations),
    ];
    // A requirement about a field that conditions of the kind do not have is not exercised.
    const found = new Set<string>(findings.map(({ requirement }) => requirement));
    const others = covers.filter((requirement) => !found.has(requirement));
    return [
      ...findings,
      ...incidental(
        others,
        "the conditions of the kind lack the field, or no invalid value of it can be sent",
      ),
    ];
  },
});

/** Starts from a status with a valid condition, so that a duplicate type is possible. */
function tryDefects(context: CheckContext, valid: JsonObject): Promise<readonly DefectTrial[]> {
  return tryRefusals(context, {
    mistakes: defectsOf(valid).filter(({ member }) => hasField(context, fieldOf(member))),
    prepare: async () => {
      const { object } = await context.fixture();
      const first = await context.call(writeOf(context, object, [valid]));
      const stored = acceptedObject(first, "a valid condition was not accepted");
      return { key: keyOf(stored), object: stored };
    },
    attempt: ({ conditions }, { object }) => writeOf(context, object, conditions),
    repair: (stored) => writeOf(context, stored, [{ ...valid, message: "control" }]),
  });
}

async function reachLimits(
  context: CheckContext,
  valid: JsonObject,
): Promise<Omit<Observations, "trials">> {
  const { object } = await context.fixture();
  const usual = await context.call(writeOf(context, object, [valid]));
  const key = keyOf(object);
  const isListed = context.kind.operations.list.length > 0;
  const readCopies = async (): Promise<readonly Step[]> => {
    const read = await context.call(readOf(key));
    return isListed ? [read, await context.call(listOf(context, key))] : [read];
  };
  const before = await readCopies();
  const extremes = possibleExtremes(context, valid);
  const extreme = await context.call(writeOf(context, objectOf(usual) ?? object, extremes));
  const after = await readCopies();
  const shown = { before, after, settled: await context.settle(key) };
  return { usual, extremes, extreme, shown };
}

/** Returns the field at the end of a path: `reason` for `[0].reason`. */
function fieldOf(member: string): string {
  return member.split(".").at(-1) ?? "";
}

/** Returns the extremes that the schema allows. Uses its condition types if it lists any. */
function possibleExtremes(context: CheckContext, valid: JsonObject): readonly JsonObject[] {
  const extremes = extremesOf(valid);
  const types = conditionTypes(context);
  const listed = types?.flatMap((type, index) => ({ ...extremes[index], type })) ?? extremes;
  return possibleConditions(context, listed.slice(0, extremes.length));
}

function writeOf(
  context: CheckContext,
  current: Resource,
  conditions: readonly JsonObject[],
): UpdateStatusCommand {
  const { resourceVersion } = current.metadata;
  const status = statusWith(context, conditions);
  return statusWrite(context, keyOf(current), { resourceVersion, status });
}

/**
 * Judges only rejections with the reason `invalid`. Skips those from the GraphQL library, because the API does not
 * choose their form. Other rejections are covered by other requirements.
 */
function judgeField(
  { defect, member, requirement, trial: { attempt } }: DefectTrial,
  place: Pick<Observations, "conditionsPath" | "words">,
  semantics: Parameters<typeof comparablePath>[1],
): Finding {
  const refusal = refusalOf(attempt);
  const named = (refusal?.causes ?? []).flatMap((cause) => cause.field ?? []);
  const isJudged = refusal?.reason === "invalid" && refusal.isOfLibrary !== true;
  // A duplicate makes the list invalid, not one of its items.
  const isOfList = requirement === "errors.duplicate-condition-refused";
  const [field, usual] = fieldsIn(place, member);
  const isNamed = (name: string): boolean =>
    [field, usual].some((one) => isFieldNamed(one, name, { ...semantics, isOfList }));
  const isInMessage =
    named.length === 0 &&
    [field, usual].some(({ path, inside }) =>
      isNamedIn(refusal?.message ?? "", `${path}${inside}`),
    );
  return claim("errors.invalid-names-field", {
    holds: !isJudged || isInMessage || named.some(isNamed),
    expected: `if ${defect}, the causes name ${field.path}${field.inside}`,
    actual: named.length === 0 ? "no cause names a field" : `the causes name ${named.join(", ")}`,
    evidence: [attempt.exchange],
    ...exercised(isJudged, "the invalid condition was not rejected as invalid"),
  });
}

interface FieldPlace {
  /** The dotted path of the list in an object. */
  readonly path: string;
  /** The path in the list: `[0].reason`. */
  readonly inside: string;
}

/** Returns the place of a field in the target's words, and in the contract's words. */
function fieldsIn(
  { words = {}, ...place }: Pick<Observations, "conditionsPath" | "words">,
  member: string,
): readonly [FieldPlace, FieldPlace] {
  const usual = ["status", ...conditionsPathOf(place).path].join(".");
  const name = fieldOf(member);
  const own = words.members?.[name] ?? name;
  const inside = `${member.slice(0, member.length - name.length)}${own}`;
  return [
    { path: words.path ?? usual, inside },
    { path: usual, inside: member },
  ];
}

interface Naming extends NonNullable<Parameters<typeof comparablePath>[1]> {
  readonly isOfList: boolean;
}

/** Whether a path identifies a field of a condition. The path may start at any object that contains the list. */
function isFieldNamed({ path, inside }: FieldPlace, named: string, naming: Naming): boolean {
  const [list = "", ...outer] = path.split(".").toReversed();
  const parent = outer.toReversed().join(".");
  const own = comparablePath(`${path}${inside}`, naming);
  const name = comparablePath(named, naming);
  const dotted = `.${name}`;
  const start = dotted.endsWith(`.${list}`)
    ? dotted.length - list.length - 1
    : dotted.indexOf(`.${list}[`);
  const inStatus = start < 0 ? name : `${parent}.${name.slice(start)}`;
  const isList = naming.isOfList && inStatus === path;
  return isList || inStatus === own || isItemOf(own, inStatus);
}

/**
 * Selects the submitted conditions from a stored list. Ignores other types, because they may remain if lists are
 * merged.
 */
function submittedOf(stored: JsonValue | undefined, submitted: readonly JsonObject[]): JsonValue {
  const types = new Set(submitted.map(({ type }) => type));
  return Array.isArray(stored)
    ? stored.filter((one) => isJsonObject(one) && types.has(one["type"]))
    : (stored ?? null);
}

/** Describes a rejection with its causes. They show which limit is too strict. */
function describeRefused(step: Step): string {
  const causes = (refusalOf(step)?.causes ?? []).map(({ message }) => message);
  return [describeOutcome(step.outcome), ...causes].join("; ");
}

function judgeExtremes(observations: Observations): Finding {
  const { extremes, extreme, usual } = observations;
  const requirement = "conditions.limits-are-within-bounds";
  const evidence = [usual.exchange, extreme.exchange];
  const broken = failureOf(extreme) ?? failureOf(usual);
  if (broken !== undefined) return errored(requirement, broken, evidence);
  if (!isAccepted(extreme) && !isAccepted(usual)) {
    const reason = "no positive control: conditions within the limits were not accepted either";
    return undecided(requirement, reason, evidence);
  }
  const wanted = byType(extremes);
  const sentIn = (status: JsonObject | undefined): readonly JsonValue[] =>
    byType(submittedOf(conditionsIn(observations, status), extremes));
  const wrong = copiesOf(observations).find(({ status }) => !isSame(wanted, sentIn(status)));
  const { where = "the response", status } = wrong ?? {};
  return claim(requirement, {
    holds: isAccepted(extreme) && wrong === undefined,
    expected: "conditions at the limit of every field are stored",
    actual: isAccepted(extreme)
      ? describeDifferences(`the stored conditions in ${where}`, wanted, sentIn(status))
      : describeRefused(extreme),
    evidence,
  });
}

interface Copy {
  readonly where: string;
  readonly status: JsonObject | undefined;
}

/**
 * Returns all copies of the status: in the response, in reads and lists, and in the event. A correct response does not
 * prove that the status was stored. Skips representations that were already wrong after the preceding write, because
 * other requirements judge those.
 */
function copiesOf({ usual, extreme, shown }: Observations): readonly Copy[] {
  const [small, large] = [objectOf(usual), objectOf(extreme)];
  if (large === undefined) return [];
  const reply = { where: "the response", status: large.status };
  if (shown === undefined || small === undefined) return [reply];
  const { before, after, settled } = shown;
  const seenBefore = [...copiesIn(before, small), ...copiesAmong(settled, small)];
  const isTrusted = ({ where }: Copy): boolean =>
    seenBefore.some((copy) => copy.where === where && isSame(small.status, copy.status));
  const seenAfter = [...copiesIn(after, large), ...copiesAmong(settled, large)];
  return [reply, ...seenAfter.filter(isTrusted)];
}

function copiesIn(steps: readonly Step[], { metadata }: Resource): readonly Copy[] {
  return steps.flatMap(({ outcome }): readonly Copy[] => {
    if (outcome.result === "object") return [{ where: "a read", status: outcome.object.status }];
    const items = outcome.result === "list" ? outcome.items : [];
    const item = items.find((one) => one.metadata.uid === metadata.uid);
    return item === undefined ? [] : [{ where: "a list", status: item.status }];
  });
}

function copiesAmong({ events }: SettledEvents, { metadata }: Resource): readonly Copy[] {
  return events.flatMap(({ object, resourceVersion }) =>
    object !== undefined && resourceVersion === metadata.resourceVersion
      ? [{ where: "the event", status: object.status }]
      : [],
  );
}
