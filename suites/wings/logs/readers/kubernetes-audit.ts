import { agreeing, authoredNames, counted, isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { LogChoice, LogFacts, LogFormat, LogReader, LogSource } from "../port/log-format.ts";
import type {
  LoggedBody,
  LoggedOutcome,
  LoggedRequest,
  LoggedVerb,
} from "../port/logged-request.ts";
import { objectIn, parseObject, textIn } from "./json-values.ts";
import { KnownBodies } from "./known-bodies.ts";
import { chooserOf, objectName } from "./object-choice.ts";
import type { IsChosen } from "./object-choice.ts";
import { SkippedCount } from "./skipped-count.ts";

/** Audit logs of kube-apiserver, in the JSON lines of its log backend (audit.k8s.io/v1). */
export const kubernetesAudit: LogFormat = {
  name: "kubernetes-audit",
  summary: "audit log of kube-apiserver (audit.k8s.io/v1, JSON lines)",
  versions: "comparable",
  needsMapping: false,
  open: (source) => new AuditReader(source),
};

/** Length of the prefix of a line, in characters, that contains the stage and the verb of an event. */
const headLength = 1_500;

const verbs: ReadonlyMap<string, LoggedVerb> = new Map([
  ["get", "read"],
  ["create", "create"],
  ["update", "update"],
  ["patch", "patch"],
  ["delete", "delete"],
]);

class AuditReader implements LogReader {
  readonly #source: LogSource;
  readonly #isChosen: IsChosen;
  readonly #skipped: SkippedCount;
  readonly #levels = new LevelCount();
  readonly #bodies = new KnownBodies();
  #requests = 0;

  constructor(source: LogSource) {
    this.#source = source;
    this.#skipped = new SkippedCount(source.file);
    this.#isChosen = chooserOf(source.choice);
  }

  take(text: string, line: number): void {
    if (isForOthers(text)) return this.#skipped.add(otherRequests);
    const event = parseObject(text);
    if (event === undefined) return this.#skipped.addDamaged("not a JSON object", line);
    const items = event["items"];
    if (!Array.isArray(items)) return this.#event(event, line);
    // A webhook backend logs lists of events.
    for (const item of items) if (isJsonObject(item)) this.#event(item, line);
  }

  end(): LogFacts {
    return {
      requests: this.#requests,
      skipped: this.#skipped.counts(),
      limits: this.#levels.limits(),
    };
  }

  #event(event: JsonObject, line: number): void {
    const read = this.#requestOf(event, line);
    if (read === noEvent) return this.#skipped.addDamaged(read, line);
    if (typeof read === "string") return this.#skipped.add(read);
    const request = this.#bodies.shorten(read);
    this.#levels.count(textIn(event, "level"), request);
    this.#requests += 1;
    this.#source.sink.request(request);
  }

  #requestOf(event: JsonObject, line: number): LoggedRequest | string {
    const verb = verbs.get(textIn(event, "verb") ?? "");
    const reference = objectIn(event, "objectRef");
    if (textIn(event, "auditID") === undefined) return noEvent;
    if (verb === undefined || reference === undefined || !isEnd(event)) return otherRequests;
    const subresource = textIn(reference, "subresource");
    if (subresource !== undefined && (verb === "create" || verb === "delete")) return otherRequests;
    const uri = textIn(event, "requestURI") ?? "";
    const times = timesOf(event, this.#source.choice);
    const reason = reasonToSkip({ verb, uri, times, choice: this.#source.choice });
    if (reason !== undefined || times === undefined) return reason ?? "no valid timestamp";
    return this.#named({ event, reference, verb, uri, times, line });
  }

  #named({ event, reference, verb, uri, times, line }: Parsed): LoggedRequest | string {
    const response = objectIn(event, "responseObject");
    const isStatus = textIn(response, "kind") === "Status";
    const meta = isStatus ? undefined : objectIn(response, "metadata");
    const name = textIn(reference, "name") ?? textIn(meta, "name");
    if (name === undefined) return "no object name";
    const namespace = textIn(reference, "namespace");
    const group = textIn(reference, "apiGroup");
    const resource = textIn(reference, "resource") ?? "";
    const kind = group === undefined ? resource : `${resource}.${group}`;
    const object = objectName({ kind, namespace, name });
    if (!this.#isChosen(object, namespace)) return "object not selected";
    const outcome = outcomeOf(event, name);
    const isOk = outcome === "ok";
    const side = textIn(reference, "subresource") ?? "main";
    const uid = textIn(meta, "uid") ?? textIn(objectIn(response, "details"), "uid");
    const version = isOk ? versionIn(meta) : undefined;
    return {
      place: { file: this.#source.file, line, ordinal: this.#source.linesBefore + line },
      ...optional("id", textIn(event, "auditID")),
      by: writerOf(event),
      object,
      ...optional("uid", uid),
      verb: isCreation(event, verb) ? "create" : verb,
      side,
      request: `${methodOf(verb)} ${uri}`,
      ...times,
      outcome,
      ...optional("precondition", preconditionOf(event, verb)),
      ...optional("version", version),
      ...bodiesOf(event, { verb, side, isStored: isOk && !isStatus }),
      ...(isOk && verb === "delete" && isStatus ? { isGone: true } : {}),
    };
  }
}

interface Parsed {
  readonly event: JsonObject;
  readonly reference: JsonObject;
  readonly verb: LoggedVerb;
  readonly uri: string;
  readonly times: Times;
  readonly line: number;
}

const noEvent = "not an audit event";
const otherRequests = "request for something other than one object";

const signsOfOthers = [
  '"stage":"RequestReceived"',
  '"stage":"ResponseStarted"',
  '"verb":"watch"',
  '"verb":"list"',
] as const;

/** Most lines can be skipped by their start. Parsing them would take most of the time. */
function isForOthers(text: string): boolean {
  const end = text.indexOf('"user":{');
  if (end < 0 || end > headLength) return false;
  return signsOfOthers.some((sign) => text.slice(0, end).includes(sign));
}

function optional<Name extends string>(
  name: Name,
  value: string | undefined,
): { [N in Name]?: string };
function optional(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value };
}

function isEnd({ stage }: JsonObject): boolean {
  return stage === "ResponseComplete" || stage === "Panic";
}

interface Considered {
  readonly verb: LoggedVerb;
  readonly uri: string;
  readonly times: Times | undefined;
  readonly choice: LogChoice;
}

type Times = Pick<LoggedRequest, "invoke" | "return">;

function reasonToSkip({ verb, uri, times, choice }: Considered): string | undefined {
  if (/[?&]dryRun=/u.test(uri)) return "dry run";
  if (verb === "read" && /[?&]resourceVersion=/u.test(uri)) {
    return "read that may be served from a cache";
  }
  if (times === undefined) return "no valid timestamp";
  return times.return < (choice.sinceMs ?? -Infinity)
    ? "before the time given with --since"
    : undefined;
}

function timesOf(event: JsonObject, { clockErrorMs }: LogChoice): Times | undefined {
  const received = millisecondsIn(textIn(event, "requestReceivedTimestamp"));
  const ended = millisecondsIn(textIn(event, "stageTimestamp"));
  if (received === undefined || ended === undefined) return undefined;
  // If the clock was set back in between, the response time would be earlier than the arrival time.
  return { invoke: received - clockErrorMs, return: Math.max(received, ended) + clockErrorMs };
}

/** `Date.parse` drops microseconds, which distinguish requests within one millisecond. */
function millisecondsIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const whole = Date.parse(text);
  if (Number.isNaN(whole)) return undefined;
  const digits = /\.\d{3}(?<micro>\d{1,3})/u.exec(text)?.groups?.["micro"];
  return digits === undefined ? whole : whole + Number(`0.${digits}`);
}

function writerOf(event: JsonObject): LoggedRequest["by"] {
  const user = textIn(objectIn(event, "user"), "username") ?? "unknown user";
  const impersonated = textIn(objectIn(event, "impersonatedUser"), "username");
  const agent = textIn(event, "userAgent");
  const name = impersonated === undefined ? user : `${impersonated} (impersonated by ${user})`;
  return { user: name, ...optional("agent", agent) };
}

function methodOf(verb: LoggedVerb): string {
  const methods = { read: "GET", create: "POST", update: "PUT", patch: "PATCH", delete: "DELETE" };
  return methods[verb];
}

/** If the kind permits it, an update of a missing object creates the object. */
function isCreation(event: JsonObject, verb: LoggedVerb): boolean {
  return verb !== "delete" && codeOf(event) === 201;
}

function codeOf(event: JsonObject): number | undefined {
  const code = objectIn(event, "responseStatus")?.["code"];
  return typeof code === "number" ? code : undefined;
}

function outcomeOf(event: JsonObject, name: string): LoggedOutcome {
  const code = codeOf(event);
  const status = objectIn(event, "responseStatus");
  const message = textIn(status, "message") ?? "";
  if (event["stage"] === "Panic" || code === undefined || code >= 500) return "unknown";
  if (code < 300) return "ok";
  if (code === 404) return "not-found";
  if (code !== 409) return "failed";
  if (textIn(status, "reason") === "AlreadyExists") return "exists";
  // Quotas, field managers and uid preconditions also cause conflicts, regardless of the version.
  const isOfVersion = message.includes("object has been modified") && message.includes(`"${name}"`);
  return isOfVersion ? "conflict" : "failed";
}

function versionIn(metadata: JsonObject | undefined): string | undefined {
  const version = textIn(metadata, "resourceVersion");
  return version === "0" ? undefined : version;
}

function preconditionOf(event: JsonObject, verb: LoggedVerb): string | undefined {
  if (verb !== "update" && verb !== "patch") return undefined;
  const sent = objectIn(objectIn(event, "requestObject"), "metadata");
  return (
    versionIn(sent) ?? (verb === "update" ? versionIn(objectIn(event, "objectRef")) : undefined)
  );
}

function bodiesOf(
  event: JsonObject,
  {
    verb,
    side,
    isStored,
  }: { readonly verb: LoggedVerb; readonly side: string; readonly isStored: boolean },
): Pick<LoggedRequest, "patch" | "sent" | "stored"> {
  // Requests for other subresources contain other objects, such as a Scale.
  if ((side !== "main" && side !== "status") || verb === "delete") return {};
  const sent = objectIn(event, "requestObject");
  const patch = event["requestObject"];
  const response = objectIn(event, "responseObject");
  return {
    ...(verb === "patch" && patch !== undefined ? { patch: withoutManagers(patch) } : {}),
    ...(sent !== undefined && (verb === "update" || verb === "create")
      ? { sent: bodyOf(sent) }
      : {}),
    ...(isStored && response !== undefined ? { stored: bodyOf(response) } : {}),
  };
}

function withoutManagers(patch: JsonObject[string]): JsonObject[string] {
  return isJsonObject(patch) ? bodyOf(patch).fields : patch;
}

/**
 * Removes managed fields, which make up two thirds of an object, and versions and times, which change with every write.
 */
function bodyOf(object: JsonObject): LoggedBody {
  const { apiVersion, kind: _kind, metadata, ...rest } = object;
  const kept = Object.fromEntries(
    authoredNames.flatMap((name) => {
      const value = isJsonObject(metadata) ? metadata[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  return {
    ...(typeof apiVersion === "string" ? { form: apiVersion } : {}),
    fields: Object.keys(kept).length === 0 ? rest : { metadata: kept, ...rest },
  };
}

const leftOut: Readonly<Record<string, string>> = {
  Metadata:
    "without bodies: only repeated writes with the same version are visible, not the lost or stored values",
  Request: "without responses: neither the new versions nor the stored objects are visible",
};

class LevelCount {
  readonly #writes = new Map<string, number>();
  #withoutStored = 0;
  #total = 0;

  count(level: string | undefined, { verb, outcome, stored, side }: LoggedRequest): void {
    if (verb === "read" || verb === "delete") return;
    const name = level ?? "no level";
    this.#writes.set(name, (this.#writes.get(name) ?? 0) + 1);
    this.#total += 1;
    const isOfObject = side === "main" || side === "status";
    if (outcome === "ok" && isOfObject && level === "RequestResponse" && stored === undefined)
      this.#withoutStored += 1;
  }

  limits(): readonly string[] {
    const limits = [...this.#writes].flatMap(([level, count]) => {
      const what = leftOut[level];
      if (what === undefined) return [];
      return [
        `${count} of ${counted(this.#total, "write")} ${agreeing(count, "is", "are")} recorded at level ${level}, ${what}`,
      ];
    });
    if (this.#withoutStored === 0) return limits;
    const cut = counted(this.#withoutStored, "response");
    return [
      ...limits,
      `${cut} at level RequestResponse ${this.#withoutStored === 1 ? "has" : "have"} no object: the log may be truncated (--audit-log-truncate-enabled)`,
    ];
  }
}
