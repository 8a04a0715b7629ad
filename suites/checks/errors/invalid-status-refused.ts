import type { JsonObject, Semantics } from "#contract";
import {
  claim,
  defineCheck,
  invalidStatuses,
  judgeNoneMoved,
  judgeReason,
  refusalOf,
  sampleStatus,
  statusWrite,
  tryRefusals,
  undecided,
  vacuous,
} from "#harness";
import type { CheckContext, Finding, KindSamples, RefusalTrial } from "#harness";
import { comparablePath, isItemOf, isNamedIn } from "./is-item-of.ts";
import { judgeCodes } from "./judge-codes.ts";

interface Attempt {
  readonly status: JsonObject;
  readonly fields: readonly string[];
  readonly defect: string;
}

type InvalidTrial = Attempt & { readonly trial: RefusalTrial };

interface Observations {
  readonly trials: readonly InvalidTrial[];
  /**
   * Whether the mutation is an apply. An apply preserves list items of other owners and puts them before the submitted
   * items.
   */
  readonly areListsJoined?: true;
}

/** Readers rely on the schema of a status, and writers need all errors at once. */
export const invalidStatusRefused = defineCheck<Observations>({
  id: "errors/invalid-status-refused",
  title:
    "A status that violates the kind's schema is rejected as invalid, and the causes name the invalid fields",
  covers: [
    "errors.invalid-status-refused",
    "errors.invalid-names-field",
    "errors.machine-code",
    "isolation.refused-write-changes-nothing",
    "watch.nothing-for-refused",
  ],
  scope: "status-write",
  needsInvalidStatus: true,

  async drive(context) {
    const trials = await tryRefusals(context, {
      mistakes: attemptsOf(context),
      prepare: () => context.fixture(),
      attempt: ({ status }, { key, object: { metadata } }) =>
        statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
      repair: ({ metadata: { resourceVersion } }, { key }) =>
        statusWrite(context, key, { resourceVersion, status: sampleStatus(context, 0) }),
    });
    const isApplied = context.kind.statusModes[context.via] === "apply";
    return { trials, ...(isApplied ? { areListsJoined: true as const } : {}) };
  },

  judge({ trials, areListsJoined }, { semantics }) {
    return [
      ...judgeRefused(trials),
      ...judgeFields(trials, areListsJoined ? { lists: "merged" } : semantics),
      judgeCodes(trials.map(({ trial }) => trial.attempt)),
      ...judgeNoneMoved(trials.map(({ trial }) => trial)),
    ];
  },
});

/**
 * Returns one attempt per defect, and one with two defects if they are in different fields. One more attempt places a
 * defect next to valid fields, because a server may store those before it rejects the write.
 */
function attemptsOf(context: CheckContext): readonly Attempt[] {
  const samples = invalidStatuses(context);
  const single = samples.map(({ field, ...sample }) => ({ ...sample, fields: [field] }));
  const [one] = samples;
  const mixed = one === undefined ? [] : [besideValid(context, one)];
  const other = samples.find(({ field }) => one && memberOf(field) !== memberOf(one.field));
  const member = other && memberOf(other.field);
  const value = member === undefined ? undefined : other?.status[member];
  if (!one || !other || member === undefined || value === undefined) return [...single, ...mixed];
  const both = {
    status: { ...one.status, [member]: value },
    fields: [one.field, other.field],
    defect: `${one.defect}, and ${other.defect}`,
  };
  return [...single, ...mixed, both];
}

function besideValid(
  context: CheckContext,
  { status, field, defect }: KindSamples["invalidStatuses"][number],
): Attempt {
  return {
    status: { ...sampleStatus(context, 1), ...status },
    fields: [field],
    defect: `${defect}, next to valid fields`,
  };
}

/** Returns the status field that contains a field: `conditions` for `status.conditions[1].type`. */
export function memberOf(field: string): string | undefined {
  return field.split(/[.[]/)[1];
}

function judgeRefused(trials: readonly InvalidTrial[]): readonly Finding[] {
  const requirement = "errors.invalid-status-refused";
  if (trials.length === 0) {
    return vacuous([requirement], "no invalid status is known for the kind");
  }
  return trials.map(({ defect, trial }) =>
    judgeReason(trial, { requirement, reasons: ["invalid"], because: defect }),
  );
}

const ofLibrary = "the GraphQL library rejected every invalid status before the API validated it";

/**
 * Judges only rejections with the reason `invalid`. Skips those by the GraphQL library, because the API does not choose
 * their form. Other requirements judge other rejections.
 */
function judgeFields(
  trials: readonly InvalidTrial[],
  semantics: Pick<Semantics, "lists">,
): readonly Finding[] {
  const requirement = "errors.invalid-names-field";
  const invalid = trials.filter(({ trial }) => refusalOf(trial.attempt)?.reason === "invalid");
  if (trials.length === 0) {
    const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 };
    return [claim(requirement, nothing)];
  }
  if (invalid.length === 0) {
    return [undecided(requirement, "no status was rejected as invalid", [])];
  }
  const refused = invalid.filter(({ trial }) => refusalOf(trial.attempt)?.isOfLibrary !== true);
  if (refused.length === 0) {
    const nothing = { holds: true, expected: "", actual: "", evidence: [], instances: 0 };
    return [claim(requirement, { ...nothing, note: ofLibrary })];
  }
  return refused.map(({ fields, trial }) => {
    const { causes = [], message = "" } = refusalOf(trial.attempt) ?? {};
    const named = causes.flatMap((cause) => cause.field ?? []);
    return claim(requirement, {
      holds:
        named.length === 0
          ? fields.every((field) => isNamedIn(message, field))
          : fields.every((field) =>
              named.some((name) =>
                isAt(comparablePath(field, semantics), comparablePath(name, semantics)),
              ),
            ),
      expected: `the causes name ${fields.join(" and ")}`,
      actual: named.length === 0 ? "no cause names a field" : `the causes name ${named.join(", ")}`,
      evidence: [trial.attempt.exchange],
    });
  });
}

/**
 * Whether a cause names the field, a field inside it, or the list item that contains it. Mutations can nest the field
 * in different inputs: `count` may be named as `input.status.count`.
 */
function isAt(field: string, named: string): boolean {
  const steps = named.split(".");
  const [first = ""] = field.split(/[.[]/u);
  // An input path may have segments before the status field.
  const start = steps.findIndex((step) => step === first || step.startsWith(`${first}[`));
  // The path may come from another mutation, with a different input around the field.
  const isInner = steps.length > 1 && field.endsWith(`.${named}`);
  return (
    isInner ||
    isExactlyAt(field, named) ||
    (start > 0 && isExactlyAt(field, steps.slice(start).join(".")))
  );
}

function isExactlyAt(field: string, named: string): boolean {
  return (
    named === field ||
    named.startsWith(`${field}.`) ||
    named.startsWith(`${field}[`) ||
    isItemOf(field, named)
  );
}
