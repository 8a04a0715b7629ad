import { setTimeout as pause } from "node:timers/promises";
import { isJsonList, isJsonObject } from "#contract";
import type { Feature, JsonObject, JsonValue } from "#contract";
import { patchContentTypes } from "../resources/rest-request.ts";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";

/** The features and operations that a server does not support for a kind. */
export interface Unsupported {
  readonly features: readonly Feature[];
  /** The ids of update operations. */
  readonly updates: readonly string[];
  /** Whether the server rejects an apply of the spec as well. */
  readonly lacksApply: boolean;
  /** Whether the server accepts dry runs and stores their writes. This is a defect, so dry runs are tested. */
  readonly storesDryRuns: boolean;
}

export const nothingUnsupported: Unsupported = {
  features: [],
  updates: [],
  lacksApply: false,
  storesDryRuns: false,
};

/** The lines of a watch, up to its end or to the line for which the caller waits. */
export interface StreamSeen {
  readonly status: number;
  readonly lines: readonly string[];
}

export interface StreamRequest {
  readonly request: RestRequest;
  readonly limitMs: number;
  /** Whether a line is the one for which the caller waits. */
  readonly isLast: (line: string) => boolean;
}

/** An object that exists, and the paths of its kind. */
export interface ProbePlace {
  readonly objectPath: string;
  readonly collectionPath: string;
  /** The object with its API version and kind, as last read. */
  readonly object: JsonObject;
  readonly dryRuns: "ignored" | "rejected" | "supported";
  /** Whether the status is patched because the server rejects replacements of it. */
  readonly patchesStatus?: true;
  readonly query: Readonly<Record<string, string>>;
  readonly send: (request: RestRequest) => Promise<RestResult>;
  /** Absent if watches are not tested. */
  readonly stream?: (request: StreamRequest) => Promise<StreamSeen | undefined>;
}

/**
 * Finds out which features a server does not support. An option counts as unsupported if the server ignores it: it has
 * no effect, and an invalid value is accepted as well. If only one of the two is the case, the server knows the option,
 * and handles it incorrectly. A dry run is never ignored without harm: the client changes an object that it only wanted
 * to test, and cannot detect this in the response. So only a server that rejects dry runs does not support them. An
 * option that the server's OpenAPI document declares is never ignored without harm either: clients such as kubectl read
 * the document to find out whether they can rely on the option.
 */
export async function findUnsupported(place: ProbePlace): Promise<Unsupported> {
  const patches = await unsupportedPatches(place);
  const ignored = await ignoredOptions(place);
  const declared = ignored.length === 0 ? new Set() : await declaredParameters(place);
  const options = ignored.filter((feature) => !declared.has(parameters[feature]));
  const watches = await unsupportedWatches(place, options.length > 0);
  const uids = (await ignoresUids(place)) ? (["precondition.uid"] as const) : [];
  return {
    ...patches,
    features: [
      ...(place.dryRuns === "rejected" ? (["dry-run"] as const) : []),
      ...(place.patchesStatus === true ? (["status.replace"] as const) : []),
      ...options,
      ...uids,
      ...patches.features,
      ...watches,
    ],
    storesDryRuns: place.dryRuns === "ignored",
  };
}

async function unsupportedPatches(place: ProbePlace): Promise<Omit<Unsupported, "storesDryRuns">> {
  const features: Feature[] = [];
  for (const [feature, contentType, body] of emptyPatches(place)) {
    const path = `${place.objectPath}/status`;
    if (await isPatchUnsupported(place, { path, contentType, body })) features.push(feature);
  }
  const isLacking = async (feature: Feature): Promise<boolean> => {
    const patch = emptyPatches(place).find(([name]) => name === feature);
    if (patch === undefined) return false;
    const [, contentType, body] = patch;
    return await isPatchUnsupported(place, { path: place.objectPath, contentType, body });
  };
  const updates: string[] = [];
  if (await isLacking("status.patch.json")) updates.push("patch.json");
  if (await isLacking("status.patch.merge")) updates.push("patch.merge");
  return {
    features,
    updates,
    lacksApply: features.includes("status.apply") && (await isLacking("status.apply")),
  };
}

async function isPatchUnsupported(
  { query, send }: ProbePlace,
  patch: Pick<RestRequest, "path" | "contentType" | "body">,
): Promise<boolean> {
  const result = await send({ method: "PATCH", query, ...patch });
  if (result.kind !== "reply") return false;
  if (!unknownCodes.has(result.status)) return unsupportedCodes.has(result.status);
  const unknown = { ...patch, contentType: unknownContentType };
  const control = await send({ method: "PATCH", query, ...unknown });
  return control.kind === "reply" && control.status === result.status;
}

/**
 * Bad Request, Not Found, and Unprocessable Content: a server that reads the body before the media type responds with
 * one of them to each body that it does not expect. It does not support a media type if it handles an invented one in
 * the same way.
 */
const unknownCodes: ReadonlySet<number> = new Set([400, 404, 422]);

const unknownContentType = "application/vnd.conformance.unknown+json";

/** Method Not Allowed, Unsupported Media Type, and Not Implemented. */
export const unsupportedCodes: ReadonlySet<number> = new Set([405, 415, 501]);

/** Returns a patch for each media type. None of them changes the object. */
function emptyPatches({
  object: { apiVersion = "", kind = "", metadata = {} },
}: ProbePlace): readonly (readonly [Feature, string, JsonValue])[] {
  const { name = "" } = isJsonObject(metadata) ? metadata : {};
  return [
    ["status.patch.merge", patchContentTypes.merge, {}],
    ["status.patch.json", patchContentTypes.json, []],
    ["status.apply", patchContentTypes.apply, { apiVersion, kind, metadata: { name } }],
  ];
}

/** The query parameters of options that a server may ignore. */
const parameters = {
  "field-manager": "fieldManager",
  "field-validation": "fieldValidation",
} as const satisfies Partial<Record<Feature, string>>;

/** Reads the query parameters of a replacement of the status from the server's OpenAPI document. */
async function declaredParameters({
  collectionPath,
  send,
}: ProbePlace): Promise<ReadonlySet<string>> {
  const [, version = "", plural = ""] =
    /^(\/api\/[^/]+|\/apis\/[^/]+\/[^/]+)\/(?:.+\/)?([^/]+)$/u.exec(collectionPath) ?? [];
  for (const path of [`/openapi/v3${version}`, "/openapi/v2"]) {
    const document = acceptedObject(await send({ method: "GET", path, query: {} }));
    const paths = document?.["paths"];
    if (!isJsonObject(paths)) continue;
    const item = Object.entries(paths).find(
      ([at]) => at.startsWith(`${version}/`) && at.endsWith(`/${plural}/{name}/status`),
    )?.[1];
    const names = [item, isJsonObject(item) ? item["put"] : undefined].flatMap(parametersOf);
    return new Set(names);
  }
  return new Set();
}

function parametersOf(operation: JsonValue | undefined): readonly string[] {
  const list = isJsonObject(operation) ? operation["parameters"] : undefined;
  if (!isJsonList(list)) return [];
  return list.flatMap((one) => {
    const { name, $ref: reference } = isJsonObject(one) ? one : {};
    if (typeof name === "string") return [name];
    // In OpenAPI v2, API servers share parameters: `#/parameters/fieldManager-7c6nTn1T`.
    return typeof reference === "string" ? [/([^/-]+)[^/]*$/u.exec(reference)?.[1] ?? ""] : [];
  });
}

async function ignoredOptions(place: ProbePlace): Promise<readonly (keyof typeof parameters)[]> {
  const ignored: (keyof typeof parameters)[] = [];
  const { object } = place;
  const accepts = async (
    query: Readonly<Record<string, string>>,
    given: JsonObject = object,
  ): Promise<JsonObject | undefined> => acceptedObject(await replacedStatus(place, query, given));
  const managed = await accepts({ fieldManager: "m".repeat(longestManager + 1) });
  if (managed !== undefined && !hasManagers(managed) && !hasManagers(object)) {
    ignored.push("field-manager");
  }
  if ((await accepts({ fieldValidation: invalidValue })) !== undefined) {
    const strange = withUnknown(object);
    const [strict, lenient] = [
      await accepts({ fieldValidation: "Strict" }, strange),
      await accepts({ fieldValidation: "Ignore" }, strange),
    ];
    if ((strict === undefined) === (lenient === undefined)) ignored.push("field-validation");
  }
  return ignored;
}

const invalidValue = "Conformance";

/** Maximum length of the name of a field manager on an API server (`ValidateFieldManager`). */
const longestManager = 128;

/** Replaces the status. Sends the stored metadata, and thus the current version, unless reads lag. */
async function replacedStatus(
  place: ProbePlace,
  query: Readonly<Record<string, string>>,
  given: JsonObject,
): Promise<RestResult> {
  let result = await replaced(place, { query, given, subresource: "/status" });
  for (const waitMs of conflictDelaysMs) {
    if (result.kind !== "reply" || result.status !== 409) break;
    await pause(waitMs);
    result = await replaced(place, { query, given, subresource: "/status" });
  }
  return result;
}

/** Delays before further attempts after a conflict, in milliseconds: reads may lag behind the last write. */
const conflictDelaysMs = [50, 200, 600] as const;

interface Replacement {
  readonly query: Readonly<Record<string, string>>;
  readonly given: JsonObject;
  readonly subresource: "/status" | "";
  /** Changes to the stored metadata. None by default. */
  readonly metadata?: JsonObject;
}

async function replaced(
  { objectPath: path, send, patchesStatus }: ProbePlace,
  { query, given, subresource, metadata: changed = {} }: Replacement,
): Promise<RestResult> {
  const read = await send({ method: "GET", path, query: {} });
  const { metadata } = acceptedObject(read) ?? {};
  const sent = { ...(isJsonObject(metadata) ? metadata : {}), ...changed };
  const body = { ...given, metadata: sent };
  const place = { path: `${path}${subresource}`, query };
  return subresource === "/status" && patchesStatus === true
    ? await send({ ...place, method: "PATCH", contentType: patchContentTypes.merge, body })
    : await send({ ...place, method: "PUT", contentType: "application/json", body });
}

function acceptedObject(result: RestResult): JsonObject | undefined {
  if (result.kind !== "reply" || result.status >= 300) return undefined;
  return isJsonObject(result.data.value) ? result.data.value : {};
}

function hasManagers({ metadata = {} }: JsonObject): boolean {
  return isJsonObject(metadata) && metadata["managedFields"] !== undefined;
}

function withUnknown(object: JsonObject): JsonObject {
  const { status } = object;
  return {
    ...object,
    status: { ...(isJsonObject(status) ? status : {}), conformanceUnknown: "unknown" },
  };
}

/**
 * Whether replacements of the status and of the object are accepted with the uid of another object, and so is a
 * deletion. A server that compares uids in deletions knows them, so ignoring them in replacements is a defect. The
 * deletion is a dry run, because the object is still needed; without dry runs, it is not sent.
 */
async function ignoresUids(place: ProbePlace): Promise<boolean> {
  const { query, object: given, dryRuns } = place;
  for (const subresource of ["/status", ""] as const) {
    const sent = { query, given, subresource, metadata: { uid: otherUid } };
    if (acceptedObject(await replaced(place, sent)) === undefined) return false;
  }
  return dryRuns !== "supported" || acceptedObject(await triedDeletion(place)) !== undefined;
}

async function triedDeletion({ objectPath: path, send }: ProbePlace): Promise<RestResult> {
  const body = { dryRun: ["All"], preconditions: { uid: otherUid } };
  return await send({ method: "DELETE", path, query: {}, contentType: "application/json", body });
}

/** Never generated: versions of uids are in the range from 1 to 8. */
const otherUid = "00000000-0000-0000-0000-000000000000";

async function unsupportedWatches(
  place: ProbePlace,
  ignoresOptions: boolean,
): Promise<readonly Feature[]> {
  const lacksInitial = await lacksInitialEvents(place);
  // An API server sends a bookmark only after seconds, so this is not tested without a reason.
  const lacksBookmarks = (lacksInitial || ignoresOptions) && (await sendsNoBookmark(place));
  return [
    ...(lacksInitial ? (["watch.initialEvents"] as const) : []),
    ...(lacksBookmarks ? (["watch.bookmarks"] as const) : []),
  ];
}

/**
 * Whether the server rejects a request for initial events, or ignores it. A server that knows the request rejects it
 * without a rule for its version.
 */
async function lacksInitialEvents(place: ProbePlace): Promise<boolean> {
  const query = { ...initialEvents, resourceVersionMatch: "NotOlderThan" };
  const seen = await watched(place, { query, limitMs: 4_000, isLast: endsInitialEvents });
  if (seen === undefined) return false;
  if (isInvalid(seen)) return true;
  if (seen.status !== 200 || seen.lines.some(endsInitialEvents)) return false;
  const careless = await watched(place, { query: initialEvents, limitMs: 1_000, isLast: anyLine });
  return careless?.status === 200;
}

/**
 * Whether a server rejects every request for initial events, as releases and feature gates of Kubernetes decide for all
 * of its resources. False if there is no response.
 */
export async function rejectsInitialEvents(place: WatchPlace): Promise<boolean> {
  const query = { ...initialEvents, resourceVersionMatch: "NotOlderThan" };
  const seen = await watched(place, { query, limitMs: 4_000, isLast: anyLine });
  return seen !== undefined && isInvalid(seen);
}

const initialEvents = {
  sendInitialEvents: "true",
  allowWatchBookmarks: "true",
  timeoutSeconds: "2",
};

function isInvalid({ status }: StreamSeen): boolean {
  return status === 400 || status === 422;
}

export type WatchPlace = Pick<ProbePlace, "collectionPath" | "stream">;

async function sendsNoBookmark(place: ProbePlace): Promise<boolean> {
  const { metadata } = place.object;
  const { resourceVersion } = isJsonObject(metadata) ? metadata : {};
  if (typeof resourceVersion !== "string") return false;
  const query = { allowWatchBookmarks: "true", timeoutSeconds: "4", resourceVersion };
  const seen = await watched(place, { query, limitMs: 6_000, isLast: isBookmark });
  return seen?.status === 200 && !seen.lines.some(isBookmark);
}

function endsInitialEvents(line: string): boolean {
  return line.includes("k8s.io/initial-events-end");
}

function isBookmark(line: string): boolean {
  return /"type"\s*:\s*"BOOKMARK"/u.test(line);
}

function anyLine(): boolean {
  return true;
}

async function watched(
  { stream, collectionPath: path }: WatchPlace,
  { query, ...rest }: Pick<StreamRequest, "isLast" | "limitMs"> & Pick<RestRequest, "query">,
): Promise<StreamSeen | undefined> {
  const request = { method: "GET", path, query: { watch: "true", ...query } } as const;
  return await stream?.({ request, ...rest });
}
