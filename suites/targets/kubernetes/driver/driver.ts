import { isDryRun, isJsonObject } from "#contract";
import type {
  Command,
  IdentityName,
  JsonObject,
  ListCommand,
  Outcome,
  ResourceVersion,
  WatchCommand,
  WatchEnd,
} from "#contract";
import type {
  CollectionRemoval,
  Exchange,
  RemovedTogether,
  Target,
  TargetDescription,
  Watch,
  WatchListener,
} from "../../port/target.ts";
import { withoutUnsent } from "../../port/join-exchanges.ts";
import { operationFor, planCommand } from "../requests/plan-command.ts";
import {
  listRequest,
  nextPageOf,
  positionRequest,
  readRequest,
  watchRequest,
} from "../requests/plan-read.ts";
import { readPages } from "../requests/read-pages.ts";
import { readReplyTo, readWarnings } from "../requests/read-reply.ts";
import { sendWhenReady } from "../requests/send-when-ready.ts";
import type { Patience } from "../requests/send-when-ready.ts";
import { isScaleOperationId } from "../resources/operation-ids.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { describeRequest } from "../resources/rest-request.ts";
import type { Caller, RestRequest } from "../resources/rest-request.ts";
import { maximumReplyBytes } from "../resources/rest-transport.ts";
import type { RestReply, RestResult, RestTransport } from "../resources/rest-transport.ts";
import type { Settling } from "./administered-effects.ts";
import { removeCollections } from "./remove-collections.ts";
import { denials, WatchStream } from "./rest-watch.ts";
import type { Restart } from "./rest-watch.ts";

export interface KubernetesTargetParts {
  readonly description: TargetDescription;
  /** All kinds that commands may name, keyed by their name in checks. */
  readonly kinds: ReadonlyMap<string, RestKind>;
  readonly callers: ReadonlyMap<IdentityName, Caller>;
  /** Writes what the suite needs but does not test: definitions, namespaces, permissions. */
  readonly administrator: Caller;
  readonly transport: RestTransport;
  /** Waits until the suite's own prerequisites have taken effect. */
  readonly settling: Settling;
  readonly requestMs: number;
}

/** The outcome of an accepted delete request if the object still exists at the timeout. */
const stillThere: Outcome = {
  result: "unknown",
  cause: "timeout",
  detail: "its deletion was accepted, but it still exists",
};

/** Returns why no API server supports a command that only other protocols can express. */
function foreignTo({ channel, rootField, sibling }: Command): string | undefined {
  if (channel === "socket") return "an API server does not accept writes over a WebSocket";
  const isPlain = rootField === undefined && sibling === undefined;
  return isPlain ? undefined : "an API server has no root fields";
}

/** An API server as a target. Owns its transport. */
export class KubernetesTarget implements Target {
  readonly description: TargetDescription;
  readonly #parts: KubernetesTargetParts;

  constructor(parts: KubernetesTargetParts) {
    this.description = parts.description;
    this.#parts = parts;
  }

  isPaused(): boolean {
    return this.#parts.transport.isPaused;
  }

  async execute(command: Command, signal: AbortSignal): Promise<Exchange> {
    const found = this.#place(command, command.verb === "list" ? command.kind : command.key.kind);
    if (typeof found === "string") return unsupported(found);
    const foreign = foreignTo(command);
    if (foreign !== undefined) return unsupported(foreign);
    const { caller } = found;
    const choice = operationFor(found.kind, command);
    if (!choice.isKnown) return unsupported(choice.detail);
    const { id: operationId, kind } = choice;
    const read = await this.#baseOf(command, { caller, kind, operation: operationId }, signal);
    if (read?.outcome !== undefined) return read;
    const base = read?.object;
    const operation = { operation: operationId, ...(base === undefined ? {} : { base }) };
    const request = planCommand(kind, command, operation);
    if (typeof request === "string") return unsupported(request);
    const sender = { caller, signal };
    if (command.verb === "list") return await this.#list(kind, request, sender);
    const result = await this.#send(request, caller, { signal, ...patienceFor(command, kind) });
    const sent = this.#exchange(kind, request, result);
    const exchange = isScaleOperationId(operationId)
      ? await this.#withScaled(sent, kind, { command, ...sender })
      : await this.#withStored(sent, kind, { command, result, ...sender });
    const { outcome } = exchange;
    const isSettled = await this.#parts.settling.after(command, kind, { outcome, signal });
    return isSettled || command.verb !== "delete" ? exchange : { ...exchange, outcome: stillThere };
  }

  async watch(command: WatchCommand, listener: WatchListener, signal: AbortSignal): Promise<Watch> {
    const found = this.#place(command, command.kind);
    if (typeof found === "string" || command.channel === "events") {
      const detail = typeof found === "string" ? found : "an API server has no event streams";
      return endedStream(detail, listener, signal);
    }
    const { kind, caller } = found;
    const position = await this.#positionOf(command, found, signal);
    let request = watchRequest(kind, command, position.version);
    const { initialEvents: _first, ...rest } = command;
    const restart = async (): Promise<Restart | undefined> => {
      const latest = await this.#latestOf(command, found, signal);
      if (latest === undefined) return undefined;
      request = watchRequest(kind, rest, latest.position);
      return { ...latest, request: this.#wire(request) };
    };
    const { transport, requestMs: limitMs } = this.#parts;
    const shared = { listener, limitMs, secrets: caller.secrets };
    const start = { ...startOf(position), ...(position.isListed === true ? { restart } : {}) };
    const parts = { kind, request: this.#wire(request), ...shared, ...start };
    const stream = new WatchStream(parts, signal);
    if (position.end === undefined) {
      void stream.follow((at) => {
        const next = at === undefined ? request : watchRequest(kind, rest, at);
        return transport.open(next, caller, stream.signal);
      });
    } else {
      stream.end(position.end);
    }
    await stream.opened;
    return stream;
  }

  async removeCollections(
    removal: CollectionRemoval,
    signal: AbortSignal,
  ): Promise<RemovedTogether> {
    const { callers, kinds } = this.#parts;
    const author = callers.get("author");
    if (author === undefined) return { removed: [], absent: [] };
    const send = (request: RestRequest): Promise<RestResult> =>
      this.#send(request, author, { signal });
    return await removeCollections(removal, { kinds, send });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#parts.transport[Symbol.asyncDispose]();
  }

  #place({ identity }: Command | WatchCommand, name: string): Place | string {
    const { kinds, callers, administrator } = this.#parts;
    const kind = kinds.get(name);
    if (kind === undefined) return `there is no kind ${name}`;
    const caller = kind.isAdministered === true ? administrator : callers.get(identity);
    return caller === undefined ? `there is no credential for ${identity}` : { kind, caller };
  }

  /**
   * Reads an object before it is replaced, as clients do. A status write also sends the whole object, because omitting
   * metadata would release the ownership of metadata fields.
   */
  async #baseOf(
    command: Command,
    { kind, caller, operation }: Place & { readonly operation: string },
    signal: AbortSignal,
  ): Promise<Base | undefined> {
    const isWhole = wholeOperations.has(operation);
    if (!isWhole || !("key" in command)) return undefined;
    const request = readRequest(kind, command);
    const result = await this.#send(request, caller, { signal });
    const object = objectIn(result);
    if (object !== undefined) return { object };
    const exchange = this.#exchange(kind, request, result);
    // If the response to the read is lost, the command is not sent: a replacement without the stored object would
    // remove all other fields.
    if (exchange.outcome.result === "unknown") return exchange;
    // The caller may have no read permission. Without the stored object, a server may reject the replacement because it
    // is incomplete, which shows nothing about the caller's permissions.
    const { administrator } = this.#parts;
    const known = objectIn(await this.#send(request, administrator, { signal }));
    return known === undefined ? undefined : { object: known };
  }

  /**
   * Determines the version after which a watch starts. Without a version, an API server starts with the current state.
   * With the version of a list, it starts with the next event.
   */
  async #positionOf(
    command: WatchCommand,
    { kind, caller }: Place,
    signal: AbortSignal,
  ): Promise<Position> {
    const { resourceVersion: version, initialEvents } = command;
    if (version !== undefined || initialEvents === true) {
      return version === undefined ? {} : { version };
    }
    const request = positionRequest(kind, command);
    const { outcome } = await this.#exchangeOf(kind, request, { caller, signal });
    if (outcome.result === "list" && outcome.resourceVersion !== undefined) {
      return { version: outcome.resourceVersion, isListed: true };
    }
    // Permissions to list and to watch are separate, so only the watch itself shows whether it is permitted.
    if (outcome.result === "refused" && denials.has(outcome.refusal.reason)) return {};
    return { end: endOf(outcome) };
  }

  /** Finds the newest version in a collection, from which a watch can start if it cannot start from the list. */
  async #latestOf(
    command: WatchCommand,
    { kind, caller }: Place,
    signal: AbortSignal,
  ): Promise<Omit<Restart, "request"> | undefined> {
    const request = listRequest(kind, command);
    const { outcome } = await this.#exchangeOf(kind, request, { caller, signal });
    if (outcome.result !== "list") return undefined;
    const versions = outcome.items.map(({ metadata }) => metadata.resourceVersion);
    const position = newestOf(versions);
    const note = `${kind.name}: the server rejects the version of a list as the start of a watch, so watches start after the last listed object, or with the current state`;
    return { note, ...(position === undefined ? {} : { position }) };
  }

  #send(
    request: RestRequest,
    caller: Caller,
    { signal, isTooEarly }: SendOptions,
  ): Promise<RestResult> {
    const { transport, requestMs } = this.#parts;
    const send = (limitMs: number): Promise<RestResult> =>
      transport.send(request, caller, { limitMs, signal });
    return isTooEarly === undefined
      ? send(requestMs)
      : sendWhenReady(send, { limitMs: requestMs, signal, isTooEarly });
  }

  /** Returns the object instead of its scale. Returns none if another write has replaced the version of the scale. */
  async #withScaled(
    exchange: Exchange,
    kind: RestKind,
    { command, ...sender }: Sender & { readonly command: Exclude<Command, ListCommand> },
  ): Promise<Exchange> {
    const { outcome } = exchange;
    if (outcome.result !== "object") return exchange;
    const read = (await this.#exchangeOf(kind, readRequest(kind, command), sender)).outcome;
    const isSame =
      read.result === "object" &&
      read.object.metadata.resourceVersion === outcome.object.metadata.resourceVersion;
    return { ...exchange, outcome: isSame ? { ...read, isFromRead: true } : { result: "done" } };
  }

  /** Reads the object after a write whose response contains none: a `Status`, or an empty body. */
  async #withStored(
    exchange: Exchange,
    kind: RestKind,
    { command, result, ...sender }: Sender & SentCommand,
  ): Promise<Exchange> {
    const isSilent = exchange.outcome.result === "done" && command.verb !== "delete";
    if (!isSilent || isDryRun(command)) return exchange;
    const read = await this.#exchangeOf(kind, readRequest(kind, command), sender);
    const { outcome } = read;
    if (outcome.result === "unknown") return { ...exchange, outcome: withoutUnsent(outcome) };
    if (outcome.result !== "object") return exchange;
    const warnings = result.kind === "reply" ? readWarnings(result.warnings) : [];
    const warned = warnings.length === 0 ? {} : { warnings };
    return { ...exchange, outcome: { ...outcome, ...warned, isFromRead: true } };
  }

  async #list(kind: RestKind, request: RestRequest, sender: Sender): Promise<Exchange> {
    const first = (): Promise<Exchange> => this.#exchangeOf(kind, request, sender);
    const next = (token: string): Promise<Exchange> =>
      this.#exchangeOf(kind, nextPageOf(request, token), sender);
    return await readPages(await first(), { first, next });
  }

  async #exchangeOf(
    kind: RestKind,
    request: RestRequest,
    { caller, signal }: Sender,
  ): Promise<Exchange> {
    return this.#exchange(kind, request, await this.#send(request, caller, { signal }));
  }

  #exchange(kind: RestKind, request: RestRequest, result: RestResult): Exchange {
    const wire = this.#wire(request);
    switch (result.kind) {
      case "reply": {
        const { status, data, rateRefusals } = result;
        const reply = { status, body: data.value };
        const outcome = readReplyTo(request.method, kind, result);
        const refusals = rateRefusals === undefined ? {} : { rateRefusals };
        return { outcome, request: wire, reply, ...refusals };
      }
      case "oversized": {
        const detail = `a response of more than ${maximumReplyBytes} bytes`;
        return { outcome: { result: "unintelligible", detail }, request: wire };
      }
      case "lost": {
        const { cause, detail, isUnsent } = result;
        const unsent = isUnsent === true ? { isUnsent } : {};
        return { outcome: { result: "unknown", cause, detail, ...unsent }, request: wire };
      }
    }
  }

  #wire(request: RestRequest): Exchange["request"] & {} {
    const { body } = request;
    const variables = body === undefined ? {} : { variables: { body } };
    const url = this.description.endpoint;
    return { url, operation: describeRequest(request), ...variables };
  }
}

function objectIn(result: RestResult): JsonObject | undefined {
  const value = result.kind === "reply" && result.status === 200 ? result.data.value : undefined;
  return isJsonObject(value) ? value : undefined;
}

/** The operations whose requests depend on the stored object. */
const wholeOperations: ReadonlySet<string> = new Set(["put", "patch.merge", "status.put"]);

type Base =
  | { readonly object: JsonObject; readonly outcome?: never }
  | (Exchange & { object?: never });

interface Place {
  readonly kind: RestKind;
  readonly caller: Caller;
}

type SendOptions = Pick<Patience, "signal"> & Partial<Pick<Patience, "isTooEarly">>;

interface SentCommand {
  readonly command: Exclude<Command, ListCommand>;
  readonly result: RestResult;
}

interface Sender {
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

interface Position {
  readonly version?: NonNullable<WatchCommand["resourceVersion"]>;
  /** Whether the version is that of a list, and not one that the command specifies. */
  readonly isListed?: true;
  readonly end?: WatchEnd;
}

/** Undefined if there is no version, or if one of them is not a number. */
function newestOf(versions: readonly ResourceVersion[]): ResourceVersion | undefined {
  if (!versions.every((version) => /^\d+$/u.test(version))) return undefined;
  return versions.toSorted((left, right) => (BigInt(left) < BigInt(right) ? -1 : 1)).at(-1);
}

/** Version 0 stands for any version: the watch starts with the current state, in no particular order. */
function startOf({ version }: Position): { readonly position?: ResourceVersion } {
  return version === undefined || version === "0" ? {} : { position: version };
}

function endOf(outcome: Outcome): WatchEnd {
  switch (outcome.result) {
    case "refused":
      return { end: "refused", refusal: outcome.refusal };
    case "unknown":
      return outcome.cause === "aborted"
        ? { end: "closed" }
        : { end: "lost", detail: outcome.detail };
    case "unsupported":
      return { end: "unsupported", detail: outcome.detail };
    case "unintelligible":
      return { end: "unintelligible", detail: outcome.detail };
    case "object":
    case "list":
    case "done":
      return { end: "unintelligible", detail: "the list before the watch has no version" };
  }
}

function unsupported(detail: string): Exchange {
  return { outcome: { result: "unsupported", detail } };
}

/**
 * Whether a create request was rejected because another object, such as the namespace, does not exist yet.
 * Prerequisites are created concurrently, in any order. Without details, the missing object may be any.
 */
function lacksAnother({ status, data: { value } }: RestReply): boolean {
  const details = isJsonObject(value) ? value["details"] : undefined;
  if (details === undefined) return status === 404;
  const name = isJsonObject(details) ? details["name"] : undefined;
  return status === 404 && typeof name === "string" && name !== "";
}

function patienceFor({ verb }: Command, { isAdministered }: RestKind): Omit<SendOptions, "signal"> {
  return isAdministered === true && verb === "create" ? { isTooEarly: lacksAnother } : {};
}

/** Returns a watch that ends immediately, because the API server does not support it. */
function endedStream(detail: string, listener: WatchListener, signal: AbortSignal): Watch {
  const request = { url: "", operation: "" };
  const parts = { kind: nothing, request, secrets: undefined, listener, limitMs: 0 };
  const stream = new WatchStream(parts, signal);
  stream.end({ end: "unsupported", detail });
  return stream;
}

const nothing: RestKind = {
  name: "",
  literal: "",
  plural: "",
  group: "",
  version: "",
  scope: "cluster",
  namespaces: [],
  hasStatus: false,
  samples: { specs: [], statuses: [], counter: "", invalidStatuses: [] },
  isRuntime: false,
  body: "spec",
};
