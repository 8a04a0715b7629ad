import { resourceVersion } from "#contract";
import type { JsonObject, UpdateStatusCommand } from "#contract";
import type { Excuses, KindDescription, TargetDescription } from "../../port/target.ts";

type Misfit = (command: UpdateStatusCommand) => string | undefined;

/**
 * Exempts a status mutation from the order of validation if its input types rule out every known invalid status.
 * GraphQL rejects such a write before the endpoint can compare versions.
 */
export function withSchemaOrder(description: TargetDescription, misfit: Misfit): TargetDescription {
  return { ...description, kinds: description.kinds.map((kind) => decided(kind, misfit)) };
}

function decided(kind: KindDescription, misfit: Misfit): KindDescription {
  const { operations, statusExcuses = {} } = kind;
  const own = operations.updateStatus
    .filter((via) => isRuledOut(kind, (status) => misfit(writeOf(kind, via, status))))
    .map((via) => [via, { ...statusExcuses[via], ...schemaDecides }] as const);
  return own.length === 0
    ? kind
    : { ...kind, statusExcuses: { ...statusExcuses, ...Object.fromEntries(own) } };
}

const schemaDecides: Excuses = {
  "errors.stale-and-invalid-order":
    "the schema rejects every known invalid status before the endpoint compares versions",
};

function isRuledOut(
  { samples }: KindDescription,
  misfitOf: (status: JsonObject) => string | undefined,
): boolean {
  const [valid] = samples.statuses;
  // If the valid sample does not match either, another argument causes the mismatch.
  if (valid === undefined || misfitOf(valid) !== undefined) return false;
  const { invalidStatuses } = samples;
  return (
    invalidStatuses.length > 0 &&
    invalidStatuses.every(({ status }) => misfitOf({ ...valid, ...status }) !== undefined)
  );
}

function writeOf(kind: KindDescription, via: string, status: JsonObject): UpdateStatusCommand {
  const [namespace] = kind.namespaces;
  const key = { kind: kind.name, name: "any", ...(namespace === undefined ? {} : { namespace }) };
  const version = resourceVersion("1");
  return {
    verb: "updateStatus",
    identity: "controller",
    via,
    key,
    resourceVersion: version,
    status,
  };
}
