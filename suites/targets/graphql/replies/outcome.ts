import { isJsonList, isJsonObject, resourceVersion } from "#contract";
import type { JsonValue, Outcome, Refusal, Resource } from "#contract";
import type { Reading } from "../../port/reading.ts";
import { timeoutStatuses } from "../../wire/http/failures.ts";
import { titleOfPage } from "../../wire/http/page-title.ts";
import type { Exhausted } from "../../wire/http/rate-headers.ts";
import type { WireData } from "../../wire/http/wire-data.ts";
import type {
  ListOperation,
  ObjectOperation,
  OperationVerb,
} from "../dialect/dialect-operations.ts";
import type { AskedKind, Dialect } from "../dialect/dialect.ts";
import { itemsAt, soleAt, valueAt } from "../schema/paths.ts";
import { versionInForm } from "../schema/version-forms.ts";
import {
  classifyRefusal,
  isNamedRefusal,
  isTombstone,
  silentRefusal,
  typedRefusal,
} from "./classify.ts";
import type { RefusalSigns, RefusalWords } from "./classify.ts";
import { readObject, readVersion } from "./object-reader.ts";

export interface Reply {
  readonly status?: number;
  readonly retryAfterSeconds?: number;
  readonly exhausted?: Exhausted;
  readonly data: WireData;
}

export type ReplyWords = RefusalWords & Pick<Dialect, "warnings">;

export interface ReplyReader {
  readonly words: ReplyWords;
  readonly kind: AskedKind;
  readonly verb: OperationVerb;
  readonly operation: ObjectOperation | ListOperation;
  /** The sent document. Absent if the response uses no aliases. */
  readonly document?: string;
}

/** Classifies a response. Pure, and never throws: every response has an outcome. */
export function readReply(reader: ReplyReader, reply: Reply): Outcome {
  return withPlainVersion(readForm(reader, reply), reader.operation);
}

/** A conflict may report the current version in the form in which arguments contain it, such as an entity tag. */
function withPlainVersion(
  outcome: Outcome,
  { arguments: tree }: ReplyReader["operation"],
): Outcome {
  if (outcome.result !== "refused") return outcome;
  const { currentResourceVersion: shown } = outcome.refusal;
  if (shown === undefined) return outcome;
  const currentResourceVersion = resourceVersion(versionInForm(tree, shown));
  return { ...outcome, refusal: { ...outcome.refusal, currentResourceVersion } };
}

function readForm(reader: ReplyReader, reply: Reply): Outcome {
  const { data, status } = reply;
  const body = data.kind === "json" && isJsonObject(data.value) ? data.value : undefined;
  const errors = body?.["errors"] ?? [];
  if (!isJsonList(errors)) return readForeign(reader, reply);
  if (errors.length > 0) {
    const signs = { ...signsOf(reader, reply, "an error without a message"), errors };
    const outcome = refused(reader, signs);
    return timedOut(reply, outcome.refusal.message, outcome.refusal) ?? outcome;
  }
  const result = body?.["data"];
  if (!isJsonObject(result) || (status ?? 200) >= 300) return readForeign(reader, reply);
  const value = valueAt(result, reader.operation.field);
  if (value === undefined) return unintelligible(`the response has no "${reader.operation.field}"`);
  return "items" in reader.operation
    ? readList(reader, reader.operation, value)
    : withWarnings(readResult(reader, reader.operation, value), reader.words.warnings, body);
}

function readResult(reader: ReplyReader, operation: ObjectOperation, value: JsonValue): Outcome {
  const object = operation.result === null ? value : soleAt(value, operation.result);
  const refusal = silentRefusal(reader.words, { verb: reader.verb, value, object });
  if (refusal !== undefined) return { result: "refused", refusal };
  if (operation.result === null) return { result: "done" };
  if (value === null || object === null) return unintelligible(hintForNull(reader.verb));
  if (object === undefined) return unintelligible(`the result has no "${operation.result}"`);
  const reading = readObject(object, reader.kind);
  if (reading.ok) return { result: "object", object: reading.value };
  const { type, name } = reader.kind;
  const typed = object === value ? typedRefusal(reader.words, value, type ?? name) : undefined;
  return typed === undefined
    ? unintelligible(reading.problem)
    : { result: "refused", refusal: typed };
}

/**
 * Returns a hint about the possible causes of a null: a rejection, a swallowed error, or an operation that returns no
 * object.
 */
function hintForNull(verb: OperationVerb): string {
  return `null instead of an object, and no error; if that is how ${verb} rejects a request, add an outcome with nullResult and verbs: [${verb}] to the dialect`;
}

function withWarnings(
  outcome: Outcome,
  paths: ReplyWords["warnings"],
  body: JsonValue | undefined,
): Outcome {
  if (paths === undefined || (outcome.result !== "object" && outcome.result !== "done")) {
    return outcome;
  }
  const list = valueAt(body, paths.list) ?? [];
  if (!isJsonList(list) || list.length === 0) return outcome;
  const texts = list.map((warning) => valueAt(warning, paths.message));
  const warnings = texts.map((text) => (typeof text === "string" ? text : "no message"));
  return { ...outcome, warnings };
}

function readList(reader: ReplyReader, operation: ListOperation, value: JsonValue): Outcome {
  const refusal = silentRefusal(reader.words, { verb: reader.verb, value, object: value });
  if (refusal !== undefined) return { result: "refused", refusal };
  // Some serializers write an empty list as null.
  const isEmpty = value !== null && valueAt(value, operation.items) === null;
  const items = isEmpty ? [] : itemsAt(value, operation.items);
  if (items === undefined) return unintelligible(`the list has no "${operation.items}"`);
  const reading = readItems(withoutTombstones(items, reader, operation), reader.kind);
  if (!reading.ok) return unintelligible(reading.problem);
  if (operation.resourceVersion === undefined) return { result: "list", items: reading.value };
  const token = valueAt(value, operation.resourceVersion) ?? "";
  if (token === "") return { result: "list", items: reading.value };
  const version = readVersion(token);
  if (version === undefined) return unintelligible("the version of the list cannot be read");
  return { result: "list", resourceVersion: resourceVersion(version), items: reading.value };
}

/**
 * Removes items that a read would report as not found, such as deleted objects with a marker. Keeps such items in pages
 * by number or offset, because the endpoint counts them when it divides a list into pages.
 */
function withoutTombstones(
  items: readonly JsonValue[],
  { words }: ReplyReader,
  { pages }: ListOperation,
): readonly JsonValue[] {
  if (pages !== undefined && "by" in pages) return items;
  return items.filter((value) => !isTombstone(words, value));
}

function readItems(items: readonly JsonValue[], kind: AskedKind): Reading<readonly Resource[]> {
  const resources: Resource[] = [];
  for (const [index, item] of items.entries()) {
    const reading = readObject(item, kind);
    if (!reading.ok) return { ok: false, problem: `in item ${index}, ${reading.problem}` };
    resources.push(reading.value);
  }
  return { ok: true, value: resources };
}

/**
 * Returns the outcome of a response that is neither a result nor a list of errors, or whose HTTP status contradicts its
 * body.
 */
function readForeign(reader: ReplyReader, reply: Reply): Outcome {
  const { status } = reply;
  const detail = describeForeign(reply);
  const { data } = reply;
  const foreign = data.kind === "json" ? { foreign: data.value } : {};
  const signs = { ...signsOf(reader, reply, detail), ...foreign };
  const isClientError = status !== undefined && status >= 400 && status < 500;
  const outcome = refused(reader, signs);
  if (isNamedRefusal(reader.words, signs) || outcome.refusal.isInferred === true) return outcome;
  const lost = timedOut(reply, detail) ?? lostByGateway(reply, detail);
  return lost ?? (isClientError ? outcome : unintelligible(detail));
}

/**
 * The outcome if a server or gateway stopped waiting. The request may still be executed. Undefined for other responses,
 * and for rejections that the dialect classifies.
 */
function timedOut(
  { status, retryAfterSeconds }: Reply,
  detail: string,
  refusal?: Refusal,
): Outcome | undefined {
  if (!timeoutStatuses.has(status) || (refusal?.reason ?? "unclassified") !== "unclassified") {
    return undefined;
  }
  return {
    result: "unknown",
    cause: "timeout",
    detail: refusal === undefined ? detail : `HTTP ${status ?? ""}: ${detail}`,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/**
 * The statuses of a gateway that reached no server, or got no response from it: 502, 503, and 520 to 523 of Cloudflare.
 */
const gatewayStatuses: ReadonlySet<number | undefined> = new Set([502, 503, 520, 521, 522, 523]);

/**
 * The outcome if a gateway has lost its connection to the server, which may have executed the request, or returns a page
 * of its own as a success, such as a login page. Undefined for other responses, and for a server that returns JSON.
 */
function lostByGateway({ status = 200, data }: Reply, detail: string): Outcome | undefined {
  if (data.kind === "json") return undefined;
  const isPage = status < 300 && pageStart.test(data.value);
  if (!gatewayStatuses.has(status) && !isPage) return undefined;
  return { result: "unknown", cause: "connection", detail };
}

const pageStart = /^\s*<(?:!doctype\s+html|html)\b/iu;

const quotedLength = 200;

function describeForeign({ status, data }: Reply): string {
  const transport = status === undefined ? "" : `HTTP ${status} with `;
  if (data.kind === "json") return `${transport}JSON that is neither a result nor a list of errors`;
  const title = titleOfPage(data.value);
  const shown =
    title === ""
      ? JSON.stringify(data.value.slice(0, quotedLength))
      : `a page with the title ${JSON.stringify(title)}`;
  return `${transport}a body that is ${data.problem}: ${shown}`;
}

function signsOf(reader: ReplyReader, reply: Reply, fallbackMessage: string): RefusalSigns {
  const { status, retryAfterSeconds, exhausted } = reply;
  return {
    verb: reader.verb,
    errors: [],
    ...(status === undefined ? {} : { http: status }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(exhausted === undefined ? {} : { exhausted }),
    fallbackMessage,
    called: { field: reader.operation.field, arguments: Object.keys(reader.operation.arguments) },
  };
}

function refused(
  reader: ReplyReader,
  signs: RefusalSigns,
): Extract<Outcome, { readonly result: "refused" }> {
  return { result: "refused", refusal: classifyRefusal(reader.words, signs) };
}

function unintelligible(detail: string): Outcome {
  return { result: "unintelligible", detail };
}
