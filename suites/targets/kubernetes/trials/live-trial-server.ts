import { setTimeout } from "node:timers/promises";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, RefusalCause } from "#contract";
import { nameInForm } from "../../port/name-form.ts";
import type { NameForm } from "../../port/name-form.ts";
import { mergeDifference } from "../requests/merge-difference.ts";
import { readRefusal } from "../resources/read-refusal.ts";
import { isSameJson } from "../resources/counter-form.ts";
import { apiVersionOf, pathOf } from "../resources/rest-kind.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { patchContentTypes } from "../resources/rest-request.ts";
import type { RestRequest } from "../resources/rest-request.ts";
import type { RestResult } from "../resources/rest-transport.ts";
import { findUnsupported, nothingUnsupported, unsupportedCodes } from "./find-unsupported.ts";
import type { StreamRequest, StreamSeen, Unsupported } from "./find-unsupported.ts";
import type { TrialServer, TrialReply } from "./trial-server.ts";

export interface TrialServerOptions {
  readonly kind: Pick<RestKind, "group" | "literal" | "plural" | "version">;
  readonly body: "spec" | "root";
  readonly namespace?: string;
  readonly name: string;
  readonly send: (request: RestRequest) => Promise<RestResult>;
  /** Reads a watch. If absent, watches are not tested. */
  readonly stream?: (request: StreamRequest) => Promise<StreamSeen | undefined>;
}

/** Thrown if the administrator has no permission to write objects of the kind, or if the server does not respond. */
export class TrialServerLost extends Error {
  override readonly name = "TrialServerLost";
  /** Whether a response is missing, so that another attempt may succeed. */
  readonly isTransient: boolean;

  constructor(message: string, { isTransient }: { readonly isTransient: boolean }) {
    super(message);
    this.isTransient = isTransient;
  }
}

/**
 * Tests values on a server, with a single object that is created for this purpose and then removed. If the server
 * rejects or ignores dry runs, each value is tested with another object, which is removed immediately.
 */
export class LiveTrialServer implements TrialServer {
  readonly isReal = true;
  readonly #tools: TrialServerOptions;
  #created: JsonObject | undefined;
  /** Whether a returned object had a generation. Undefined before the first object. */
  #hasGeneration: boolean | undefined;
  /**
   * Whether all returned versions are numbers. Undefined before the first version. An opaque version may consist of
   * digits by chance.
   */
  #hasNumbers: boolean | undefined;
  /** Whether a dry run stores nothing. Undefined until the first dry run was accepted. */
  #hasDryRun: boolean | undefined;
  #rejectsDryRuns = false;
  /** Whether responses to dry runs of status writes show the stored status instead of the result. */
  #hidesDryStatus = false;
  /** The number of dry runs that may still be compared with writes. */
  #comparisonsLeft = 5;
  /** Whether the server rejects replacements of the status, so that it is written by merge patches. */
  #patchesStatus = false;
  /** The objects as last written, from the responses: on some servers, reads lag behind writes. */
  readonly #written = new Map<string, JsonObject>();
  /** The names of objects that may exist. */
  readonly #names = new Set<string>();
  #briefCount = 0;
  #nameForm: NameForm | undefined;

  constructor(tools: TrialServerOptions) {
    this.#tools = tools;
  }

  async tryCreation(spec: JsonObject): Promise<TrialReply> {
    if (this.#hasDryRun === false) return await this.#createBriefly(spec);
    const name = `${this.#tools.name}-dry`;
    if (this.#hasDryRun === undefined) this.#names.add(name);
    const reply = await this.#post(spec, { name, isDry: true });
    if (this.#hasDryRun === true) return reply;
    if (reply.isAccepted) {
      this.#hasDryRun = !(await this.#isStored(name, spec));
      if (this.#hasDryRun) this.#names.delete(name);
      else await this.#remove(name);
      return reply;
    }
    const real = await this.#createBriefly(spec);
    if (real.isAccepted) {
      this.#hasDryRun = false;
      this.#rejectsDryRuns = true;
    }
    return real;
  }

  /** Whether a dry run has stored an object. A read may lag, but then the name is taken. */
  async #isStored(name: string, spec: JsonObject): Promise<boolean> {
    if ((await this.#read(name)) !== undefined) return true;
    return (await this.#asked(this.#creation(spec, { name, isDry: true }))).status === 409;
  }

  async create(spec: JsonObject): Promise<TrialReply> {
    this.#created = spec;
    this.#names.add(this.#tools.name);
    return await this.#post(spec, { name: this.#tools.name, isDry: false });
  }

  async renew(spec = this.#created): Promise<void> {
    if (spec === undefined) return;
    await this.clear();
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const { isAccepted } = await this.create(spec);
      if (isAccepted) return;
      await setTimeout(renewalMs);
    }
  }

  async replace(spec: JsonObject): Promise<TrialReply> {
    const part = this.#tools.body === "spec" ? { spec } : spec;
    return await this.#put(part, { isStatus: false, isDry: false });
  }

  async tryStatus(status: JsonObject): Promise<TrialReply> {
    if (this.#hasDryRun === false || this.#hidesDryStatus) return await this.#statusBriefly(status);
    const reply = await this.#put({ status }, { isStatus: true, isDry: true });
    const stored = this.#written.get(this.#tools.name) ?? (await this.#read())?.data ?? {};
    if (this.#comparisonsLeft === 0 || !hidesChange(reply, status, stored)) return reply;
    this.#comparisonsLeft -= 1;
    const real = await this.#statusBriefly(status);
    this.#hidesDryStatus = real.isAccepted && !isSameJson(statusIn(real), statusIn(reply));
    return this.#hidesDryStatus ? real : reply;
  }

  /** Writes the status of an object that is created for it and then removed. */
  async #statusBriefly(status: JsonObject): Promise<TrialReply> {
    const name = this.#newName();
    const created = await this.#post(this.#created ?? {}, { name, isDry: false });
    const reply = created.isAccepted
      ? await this.#put({ status }, { isStatus: true, isDry: false, name })
      : created;
    await this.#remove(name);
    return reply;
  }

  async writeStatus(status: JsonObject | undefined): Promise<TrialReply> {
    const part = status === undefined ? {} : { status };
    return await this.#put(part, { isStatus: true, isDry: false });
  }

  /**
   * Finds a field manager other than the suite's, as a sign that another client writes to the object. Undefined if
   * there is none.
   */
  async otherWriter(): Promise<string | undefined> {
    const { data } = (await this.#read()) ?? {};
    const managed: unknown = isJsonObject(data) ? metadataOf(data)["managedFields"] : undefined;
    if (!Array.isArray(managed)) return undefined;
    const names = managed.map((one: unknown) => (isJsonObject(one) ? one["manager"] : undefined));
    const other: unknown = names.find((name) => name !== manager);
    return typeof other === "string" ? other : undefined;
  }

  async unsupported(): Promise<Unsupported> {
    if (this.#created === undefined) return nothingUnsupported;
    const { name, send, stream } = this.#tools;
    const object = this.#written.get(name) ?? (await this.#read())?.data;
    if (object === undefined) return nothingUnsupported;
    return await findUnsupported({
      objectPath: this.#path(name),
      collectionPath: this.#collection(),
      object: { ...object, ...this.#head() },
      dryRuns: this.#dryRuns(),
      ...(this.#patchesStatus ? { patchesStatus: true } : {}),
      query: queryOf(this.#hasDryRun !== false),
      send,
      ...(stream === undefined ? {} : { stream }),
    });
  }

  #dryRuns(): "ignored" | "rejected" | "supported" {
    if (this.#rejectsDryRuns) return "rejected";
    return this.#hasDryRun === false ? "ignored" : "supported";
  }

  useNames(form: NameForm | undefined): void {
    this.#nameForm = form;
  }

  nameForm(): NameForm | undefined {
    return this.#nameForm;
  }

  lacksGeneration(): boolean {
    return this.#hasGeneration === false;
  }

  hasOpaqueVersions(): boolean {
    return this.#hasNumbers === false;
  }

  /** Removes all objects that were created. Resolves with the names of objects that may still exist. */
  async clear(): Promise<readonly string[]> {
    for (const name of this.#names) await this.#remove(name);
    return [...this.#names].map((name) => nameInForm(name, this.#nameForm));
  }

  /** Creates and removes an object, on a server without dry runs. */
  async #createBriefly(spec: JsonObject): Promise<TrialReply> {
    const name = this.#newName();
    const reply = await this.#post(spec, { name, isDry: false });
    await this.#remove(name);
    return reply;
  }

  #newName(): string {
    this.#briefCount += 1;
    const name = `${this.#tools.name}-${this.#briefCount}`;
    this.#names.add(name);
    return name;
  }

  async #remove(name: string): Promise<void> {
    this.#written.delete(name);
    const result = await this.#tools.send({ method: "DELETE", path: this.#path(name), query: {} });
    if (isRemoved(result)) this.#names.delete(name);
  }

  async #post(spec: JsonObject, { name, isDry }: Creation): Promise<TrialReply> {
    const { reply } = await this.#asked(this.#creation(spec, { name, isDry }));
    if (!isDry) this.#remember(name, reply);
    return reply;
  }

  #creation(spec: JsonObject, { name, isDry }: Creation): RestRequest {
    const { body: place, namespace } = this.#tools;
    const where = namespace === undefined ? {} : { namespace };
    const part = place === "spec" ? { spec } : spec;
    return {
      method: "POST",
      path: this.#collection(),
      query: queryOf(isDry),
      contentType: "application/json",
      body: {
        ...this.#head(),
        metadata: { name: nameInForm(name, this.#nameForm), ...where },
        ...part,
      },
    };
  }

  /** Stores the object in a response, unless the response contains something else. */
  #remember(name: string, reply: TrialReply): void {
    if (!reply.isAccepted) return;
    const { name: shown, resourceVersion } = metadataOf(reply.object);
    const isWhole = shown === nameInForm(name, this.#nameForm) && resourceVersion !== undefined;
    if (isWhole) this.#written.set(name, reply.object);
    else this.#written.delete(name);
  }

  /** Replaces the object. Retries with the current object if another client has changed it. */
  async #put(
    part: JsonObject,
    { isStatus, isDry, name = this.#tools.name }: Replacement,
  ): Promise<TrialReply> {
    for (const waitMs of retriesMs) {
      if (waitMs > 0) await setTimeout(waitMs);
      const stored = this.#written.get(name) ?? (await this.#read(name))?.data;
      if (stored === undefined) break;
      const query = queryOf(isDry);
      const path = this.#path(name);
      const { status, reply } = isStatus
        ? await this.#askedStatus(part, stored, { path: `${path}/status`, query })
        : await this.#asked({
            method: "PUT",
            path,
            query,
            contentType: "application/json",
            body: { ...this.#withoutBody(stored), ...part },
          });
      if (reply.isAccepted && !isDry) this.#remember(name, reply);
      if (isStatus && !isDry && hidesChange(reply, part["status"], stored)) {
        return await this.#shownAfter(name, reply);
      }
      if (status !== 409 || waitMs === retriesMs.at(-1)) return reply;
      this.#written.delete(name);
    }
    return { isAccepted: false, message: "the object no longer exists", causes: [] };
  }

  /**
   * Reads an object whose status was written, because the response showed no change: some servers respond with the
   * object before the write, with a `Status`, or with nothing.
   */
  async #shownAfter(name: string, reply: TrialReply): Promise<TrialReply> {
    const read = await this.#read(name);
    if (read === undefined) return reply;
    const shown = { isAccepted: true, object: read.data } as const;
    this.#remember(name, shown);
    return shown;
  }

  /** Replaces the status, or patches it to the same effect if the server rejects replacements. */
  async #askedStatus(
    part: JsonObject,
    stored: JsonObject,
    place: Pick<RestRequest, "path" | "query">,
  ): Promise<Asked> {
    if (!this.#patchesStatus) {
      const { status: _status, ...rest } = stored;
      const body = { ...rest, ...part };
      const contentType = "application/json";
      const asked = await this.#asked({ ...place, method: "PUT", contentType, body });
      if (!unsupportedCodes.has(asked.status)) return asked;
      this.#patchesStatus = true;
    }
    const { status } = part;
    const { resourceVersion = null } = metadataOf(stored);
    return await this.#asked({
      ...place,
      method: "PATCH",
      contentType: patchContentTypes.merge,
      body: {
        metadata: { resourceVersion },
        status: isJsonObject(status) ? mergeDifference(stored["status"], status) : null,
      },
    });
  }

  #withoutBody(object: JsonObject): JsonObject {
    if (this.#tools.body === "spec") return object;
    const { apiVersion = "", kind = "", metadata = {}, status } = object;
    return { apiVersion, kind, metadata, ...(status === undefined ? {} : { status }) };
  }

  async #read(name = this.#tools.name): Promise<{ readonly data: JsonObject } | undefined> {
    const { reply } = await this.#asked({ method: "GET", path: this.#path(name), query: {} });
    return reply.isAccepted ? { data: reply.object } : undefined;
  }

  async #asked(request: RestRequest): Promise<Asked> {
    const result = await this.#tools.send(request);
    if (result.kind !== "reply") {
      const detail = result.kind === "lost" ? result.detail : "a response is too long";
      throw new TrialServerLost(detail, { isTransient: result.kind === "lost" });
    }
    const { status, data } = result;
    if (status < 300 && isJsonObject(data.value)) {
      const { generation, resourceVersion } = metadataOf(data.value);
      if (typeof resourceVersion === "string" && resourceVersion !== "") {
        this.#hasNumbers = this.#hasNumbers !== false && /^\d+$/u.test(resourceVersion);
      }
      this.#hasGeneration = this.#hasGeneration === true || generation !== undefined;
      return { status, reply: { isAccepted: true, object: data.value } };
    }
    // Some servers respond to a write with an empty body.
    if (status < 300 && request.method !== "GET") {
      return { status, reply: { isAccepted: true, object: {} } };
    }
    const { message, reason, causes } = readRefusal({ http: status, body: data.value });
    if (status === 401 || status === 403)
      throw new TrialServerLost(message, { isTransient: false });
    const rooted = causes.map((cause) => this.#rooted(cause));
    return { status, reply: { isAccepted: false, message, reason, causes: rooted } };
  }

  /**
   * Adds the root to the path of a cause. For a kind without a `spec`, the server names properties of the object
   * itself.
   */
  #rooted(cause: RefusalCause): RefusalCause {
    const { field } = cause;
    const isOther = field === undefined || /^(?:metadata|status)\b/u.test(field);
    if (this.#tools.body === "spec" || isOther) return cause;
    return { ...cause, field: field === wholeObject ? "root" : `root.${field}` };
  }

  #head(): JsonObject {
    const { kind } = this.#tools;
    return { apiVersion: apiVersionOf(kind), kind: kind.literal };
  }

  #collection(): string {
    const { kind, namespace } = this.#tools;
    return pathOf(kind, namespace === undefined ? {} : { namespace });
  }

  #path(plainName: string): string {
    const { kind, namespace } = this.#tools;
    const name = nameInForm(plainName, this.#nameForm);
    return pathOf(kind, namespace === undefined ? { name } : { namespace, name });
  }
}

/** Whether a deletion was accepted, or the object does not exist. */
export function isRemoved(result: RestResult): boolean {
  return result.kind === "reply" && (result.status < 300 || goneCodes.has(result.status));
}

/** Not Found and Gone. */
const goneCodes: ReadonlySet<number> = new Set([404, 410]);

interface Creation {
  readonly name: string;
  readonly isDry: boolean;
}

interface Replacement {
  readonly isStatus: boolean;
  readonly isDry: boolean;
  /** Defaults to the name of the created object. */
  readonly name?: string;
}

interface Asked {
  readonly status: number;
  readonly reply: TrialReply;
}

/** The field of a cause that concerns the whole object. */
const wholeObject = "<nil>";

const maxAttempts = 3;

/** Delays before the attempts to replace an object, in milliseconds. The reads after a conflict may lag as well. */
const retriesMs = [0, 1, 50, 100, 200, 400, 800] as const;

/** Interval between attempts to create an object again after its deletion, in milliseconds. */
const renewalMs = 500;

const manager = "status-conformance-trial";

function queryOf(isDry: boolean): Readonly<Record<string, string>> {
  return { fieldManager: manager, ...(isDry ? { dryRun: "All" } : {}) };
}

/** Whether an accepted status write changes the status, but its response does not show the change. */
function hidesChange(
  reply: TrialReply,
  status: JsonValue | undefined,
  { status: before = {} }: JsonObject,
): boolean {
  if (!reply.isAccepted || isSameJson(before, status ?? {})) return false;
  const isObject = metadataOf(reply.object)["name"] !== undefined;
  return !isObject || isSameJson(before, statusIn(reply));
}

/** The status of an object in a response. The `status` of a `Status` is a string. */
function statusIn(reply: TrialReply): JsonObject {
  const status = reply.isAccepted ? reply.object["status"] : undefined;
  return isJsonObject(status) ? status : {};
}

function metadataOf(object: JsonObject): JsonObject {
  return isJsonObject(object["metadata"]) ? object["metadata"] : {};
}
