import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import { withStatuses } from "#targets/graphql";
import type { Dialect, KindDialect } from "#targets/graphql";
import { kindNamed, objectIn, read, withKind, writeStatus } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import { onTrial } from "../requests/on-trial.ts";
import type { Shared } from "../requests/on-trial.ts";

/**
 * Converts numbers in samples to the form that the endpoint returns. Some endpoints return 64-bit integers as strings,
 * regardless of the input.
 */
export async function learnForms(
  dialect: Dialect,
  key: ObjectKey,
  shared: Shared,
): Promise<Dialect> {
  const seen = await onTrial(dialect, key.kind, {
    shared,
    work: (trial) => formsSeen(trial, key),
  });
  const kind = kindNamed(dialect, key.kind);
  if (kind === undefined || seen === undefined) return dialect;
  const names = [...seen.specs, ...seen.statuses];
  if (names.length === 0) return dialect;
  shared.notes.note(
    ["kinds", kind.name, "samples"],
    "medium",
    `${names.join(", ")}: returned by a read as a string instead of a number, or vice versa`,
  );
  return withKind(dialect, { ...kind, samples: withForms(kind.samples, seen) });
}

interface Forms {
  readonly specs: readonly string[];
  readonly statuses: readonly string[];
}

async function formsSeen(trial: Trial, key: ObjectKey): Promise<Forms> {
  const [operation] = trial.kind.operations.updateStatus;
  const [status = {}] = trial.kind.samples.statuses;
  const [spec = {}] = trial.kind.samples.specs;
  const stored = objectIn(await read(trial, key));
  if (stored === undefined) return { specs: [], statuses: [] };
  if (operation !== undefined && Object.keys(status).length > 0) {
    const version = stored.metadata.resourceVersion;
    await writeStatus(trial, operation, { key, status, version });
  }
  const written = objectIn(await read(trial, key));
  return {
    specs: otherForms(spec, stored.spec ?? {}),
    statuses: otherForms(status, written?.status ?? {}),
  };
}

function otherForms(sent: JsonObject, seen: JsonObject): readonly string[] {
  return Object.keys(sent).filter((name) => isOtherForm(sent[name], seen[name]));
}

function isOtherForm(sent: JsonValue | undefined, seen: JsonValue | undefined): boolean {
  const isPair =
    (typeof sent === "number" && typeof seen === "string") ||
    (typeof sent === "string" && typeof seen === "number");
  return isPair && String(sent) === String(seen);
}

function withForms(
  samples: KindDialect["samples"],
  { specs, statuses }: Forms,
): KindDialect["samples"] {
  const changed = samples.statuses.map((status) => inOtherForm(status, statuses));
  return {
    ...withStatuses(samples, changed),
    specs: samples.specs.map((spec) => inOtherForm(spec, specs)),
    invalidStatuses: samples.invalidStatuses.map((one) => {
      return { ...one, status: inOtherForm(one.status, statuses) };
    }),
  };
}

function inOtherForm(sample: JsonObject, names: readonly string[]): JsonObject {
  const entries = Object.entries(sample).map(([name, value]): [string, JsonValue] => [
    name,
    names.includes(name) ? otherForm(value) : value,
  ]);
  return Object.fromEntries(entries);
}

function otherForm(value: JsonValue): JsonValue {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && Number.isFinite(Number(value)) ? Number(value) : value;
}
