import { isJsonList, isJsonObject } from "#contract";
import type { JsonValue, ObjectKey } from "#contract";
import type { Exchange } from "#targets";
import { isSchemaError } from "#targets/graphql";
import { isAccepted } from "./trial-requests.ts";
import { shownVersion } from "./shown-version.ts";
import type { Trial } from "./trial-requests.ts";
import { isSameRefusal } from "./compare-refusals.ts";
import { fallenCounts, listsRefusals } from "./payload-signs.ts";
import type { ProvokedRefusal } from "../schema/error-fields.ts";

function fieldsOf({ kind }: Trial): readonly string[] {
  const { create: creates, read: reads, updateStatus } = kind.operations;
  return [...creates, ...reads, ...updateStatus].map(
    ({ field }) => field.split(".").at(-1) ?? field,
  );
}

function groupsOf({ kind }: Trial): ReadonlySet<string> {
  const operations = Object.values(kind.operations).flat();
  return new Set(operations.flatMap(({ field }) => field.split(".").slice(0, -1)));
}

export function placesOf(trial: Trial): Pick<ProvokedRefusal, "groups" | "objects"> {
  const { operations, paths } = trial.kind;
  const { create: creates, update, updateStatus, delete: removes } = operations;
  const held = [creates, update, updateStatus, removes]
    .flat()
    .flatMap(({ result }) => result ?? []);
  const objects = new Map(
    held.filter((path) => !path.includes(".")).map((path) => [path, paths.resourceVersion]),
  );
  return { groups: groupsOf(trial), objects };
}

const roles = ["author", "stranger", "anonymous", "controller"];

interface Provoked extends Pick<
  ProvokedRefusal,
  "counts" | "current" | "isAnonymous" | "reason" | "verb"
> {
  readonly key: ObjectKey;
  readonly words?: readonly string[];
  /**
   * A request that should have been accepted but was rejected, if there is one. Similar errors have the same unknown
   * reason.
   */
  readonly control?: Exchange | undefined;
}

/**
 * Records an error. Ignores accepted requests, missing responses, errors because of the schema, and errors like that of
 * the control request.
 */
export function provoked(trial: Trial, about: Provoked, exchange: Exchange): void {
  if (exchange.reply === undefined) return;
  if (about.reason !== "invalid" && isOfSchema(exchange)) return;
  const { control } = about;
  const fallen =
    control === undefined ? [] : fallenCounts({ exchange, ...placesOf(trial) }, control);
  const { counts = fallen } = about;
  const refusal = refusalIn(trial, { ...about, counts }, exchange);
  const isCounted = (about.counts ?? []).length > 0;
  if (isAccepted(exchange) && !isCounted && !listsRefusals(refusal)) return;
  if (control !== undefined && isSameRefusal(refusal, refusalIn(trial, about, control))) return;
  trial.refusals.push(refusal);
}

/** Whether a GraphQL library rejected the form of the request before the endpoint processed it. */
function isOfSchema({ reply }: Exchange): boolean {
  const body = reply?.body;
  const errors = isJsonObject(body) ? body["errors"] : undefined;
  return (
    Array.isArray(errors) && errors.some((error) => isJsonObject(error) && isSchemaError(error))
  );
}

export function refusalIn(
  trial: Trial,
  { reason, verb, key, current, counts, isAnonymous, words = [] }: Provoked,
  exchange: Exchange,
): ProvokedRefusal {
  // The empty text is in every message.
  const particulars = [
    key.name,
    ...(key.namespace === undefined ? [] : [key.namespace]),
    ...fieldsOf(trial),
    ...roles,
    key.kind,
    ...words,
  ].filter((text) => text !== "");
  const more = {
    ...(current === undefined ? {} : { current: shownVersion(trial.kind, exchange, current) }),
    ...(verb === undefined ? {} : { verb }),
    ...(counts === undefined ? {} : { counts }),
    ...(isAnonymous === undefined ? {} : { isAnonymous }),
  };
  const accepted = trial.receipts.returnedFor(trial.kind.name);
  return { reason, exchange, accepted, particulars, ...placesOf(trial), ...more };
}

/** Whether the response has no error, and only null, empty lists or counts of 0 instead of the object. */
export function isNullReply(exchange: Exchange | undefined): boolean {
  if (exchange?.outcome.result !== "unintelligible") return false;
  const body = exchange.reply?.body;
  if (!isJsonObject(body) || body["errors"] !== undefined) return false;
  const data = body["data"];
  return isJsonObject(data) && Object.values(data).every(isEmpty);
}

function isEmpty(value: JsonValue): boolean {
  if (isJsonList(value)) return value.length === 0;
  return (
    value === null || value === 0 || (isJsonObject(value) && Object.values(value).every(isEmpty))
  );
}
