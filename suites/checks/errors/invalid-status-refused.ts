import type { JsonObject, Semantics } from "#contract";
import {
  acceptedObject,
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
  inapplicable,
  incidental,
} from "#harness";
import type { CheckContext, Finding, KindSamples, RefusalTrial, Subject } from "#harness";
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
    const trials = [
      ...(await tryInvalid(context, attemptsOf(context), () => context.fixture())),
      ...(await tryInvalid(context, overStatus(context), () => reportedFixture(context))),
    ];
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

function tryInvalid(
  context: CheckContext,
  mistakes: readonly Attempt[],
  prepare: () => Promise<Subject>,
): Promise<readonly InvalidTrial[]> {
  return tryRefusals(context, {
    mistakes,
    prepare,
    attempt: ({ status }, { key, object: { metadata } }) =>
      statusWrite(context, key, { resourceVersion: metadata.resourceVersion, status }),
    // Without its defect, the write to an object with a status is a change.
    repair: ({ status, metadata: { resourceVersion } }, { key }) =>
      statusWrite(context, key, {
        resourceVersion,
        status: sampleStatus(context, status === undefined ? 0 : 1),
      }),
  });
}

/**
 * Returns one attempt per defect, and one with two defects if they are in different fields. One more attempt places a
 * defect next to valid fields, because a server may store those before it rejects the write.
 */
function attemptsOf(context: CheckContext): readonly Attempt[] {
  const samples = invalidStatuses(context);
  const single = samples.map(({ field, ...sample }) => ({ ...sample, fields: [field] }));
  const [one] = samples;
  const mixed = one === undefined ? [] : [besideValid(context, one)];
  const other = samples.find((sample) => one && memberOf(sample) !== memberOf(one));
  const member = other && memberOf(other);
  const value = member === undefined ? undefined : other?.status[member];
  if (!one || !other || member === undefined || value === undefined) return [...single, ...mixed];
  const both = {
    status: { ...one.status, [member]: value },
    fields: [one.field, other.field],
    defect: `${one.defect}, and ${other.defect}`,
  };
  return [...single, ...mixed, both];
}

/**
 * Returns the attempt that is made again on an object with a status. A server may store valid fields of an invalid
 * write only if it merges them into a status.
 */
function overStatus(context: CheckContext): readonly Attempt[] {
  return invalidStatuses(context)
    .slice(0, 1)
    .map((one) => besideValid(context, one));
}

/** @throws SetupFailed when the status is not accepted. */
async function reportedFixture(context: CheckContext): Promise<Subject> {
  const { key, object } = await context.fixture();
  const { resourceVersion } = object.metadata;
  const status = sampleStatus(context, 0);
  const written = await context.call(statusWrite(context, key, { resourceVersion, status }));
  return { key, object: acceptedObject(written, "a status write failed") };
}

function besideValid(context: CheckContext, invalid: InvalidStatus): Attempt {
  const { status, field, defect } = invalid;
  const member = memberOf(invalid);
  const value = member === undefined ? undefined : status[member];
  // Other fields of the invalid status are only required, and may have the stored value.
  const wrong = member === undefined || value === undefined ? status : { [member]: value };
  return {
    status: { ...sampleStatus(context, 1), ...wrong },
    fields: [field],
    defect: `${defect}, next to valid fields`,
  };
}

type InvalidStatus = KindSamples["invalidStatuses"][number];

/**
 * Returns the status field that contains the invalid field: `conditions` for `status.conditions[1].type`, and `pages`
 * for `input.patch.pages`. The first step may be the status itself, although the status has a field `status`.
 */
export function memberOf({
  field,
  status,
}: Pick<InvalidStatus, "field" | "status">): string | undefined {
  const [first, ...steps] = field.split(/[.[\]]+/u);
  const [next = ""] = steps;
  if (first === "status" && Object.hasOwn(status, next)) return next;
  return [first ?? "", ...steps].find((step) => Object.hasOwn(status, step));
}

/** Returns the path of an invalid field inside the status: `pages` for `input.patch.pages`. */
function pathInStatus(invalid: Pick<InvalidStatus, "field" | "status">): string | undefined {
  const member = memberOf(invalid);
  const steps = invalid.field.split(".");
  const start = steps.findIndex((step, at) => at > 0 && step.split("[")[0] === member);
  return start < 0 ? undefined : steps.slice(start).join(".");
}

/** Whether a cause names a field of the status as a mutation may take it: as an argument, or directly in an input. */
function isSentAs(inStatus: string | undefined, named: string): boolean {
  if (inStatus === undefined) return false;
  return isExactlyAt(inStatus, named) || isExactlyAt(inStatus, named.replace(/^[^.[]+\./u, ""));
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
    return incidental([requirement], "no invalid status of the kind is known");
  }
  if (invalid.length === 0) {
    return [undecided(requirement, "no status was rejected as invalid", [])];
  }
  const refused = invalid.filter(({ trial }) => refusalOf(trial.attempt)?.isOfLibrary !== true);
  if (refused.length === 0) return inapplicable([requirement], ofLibrary);
  return refused.map(({ fields, status, trial }) => {
    const { causes = [], message = "" } = refusalOf(trial.attempt) ?? {};
    const named = causes.flatMap((cause) => cause.field ?? []);
    const isNamed = (field: string): boolean => {
      const path = comparablePath(field, semantics);
      const inStatus = pathInStatus({ field: path, status });
      return named
        .map((name) => comparablePath(name, semantics))
        .some((name) => isAt(path, name) || isSentAs(inStatus, name));
    };
    return claim(requirement, {
      holds:
        named.length === 0
          ? fields.every((field) => isNamedIn(message, field))
          : fields.every(isNamed),
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
