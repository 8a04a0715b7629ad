import type { Command, WatchCommand } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { Exchange, RateRejection, WireRequest } from "../../port/target.ts";
import { headersFor } from "../credentials/constant-headers.ts";
import type { ConstantHeader } from "../credentials/constant-headers.ts";
import { httpHeaders, socketPresentation } from "../credentials/credentials.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { isWatchedOverSocket } from "../dialect/endpoint-places.ts";
import type { EventStreams } from "../../wire/streams/event-stream-transport.ts";
import type {
  AnyOperation,
  ListOperation,
  ObjectOperation,
} from "../dialect/dialect-operations.ts";
import { withoutAliases } from "../schema/aliases.ts";
import { withHiddenParts } from "../replies/hidden-parts.ts";
import type { Misfits } from "../schema/misfits.ts";
import { readReply } from "../replies/outcome.ts";
import type { ReplyReader } from "../replies/outcome.ts";
import { withoutCredentials } from "../requests/credential-arguments.ts";
import type { Planned } from "../requests/plan-command.ts";
import { withRootField } from "../requests/root-field-form.ts";
import { withSibling } from "../requests/sibling-field.ts";
import type { PlannedSibling } from "../requests/sibling-field.ts";
import type { RootTypes } from "../requests/root-field-form.ts";
import { decideRate } from "../../wire/limits/rate-limits.ts";
import type { RequestRate } from "../../wire/limits/request-rate.ts";
import { InferredLimits } from "../../wire/limits/inferred-limits.ts";
import { readSocketResult } from "../streams/socket-reading.ts";
import type {
  SocketCaller,
  SocketPresentation,
  SocketTransport,
} from "../../wire/streams/socket-transport.ts";
import type { HttpResult, HttpTransport } from "../../wire/http/http-transport.ts";
import { maximumReplyBytes } from "../../wire/http/http-transport.ts";
import type { WatchParts } from "../streams/open-watch.ts";
import { storedBody } from "../../wire/http/wire-data.ts";

export interface WireParts {
  readonly dialect: Dialect;
  readonly constants?: readonly ConstantHeader[];
  readonly http: HttpTransport;
  readonly socket: SocketTransport;
  /** Absent if the endpoint has no event streams. */
  readonly eventStream?: EventStreams;
  /** The addresses, with secrets removed. */
  readonly shown: { readonly http: string; readonly socket: string; readonly eventStream: string };
  readonly rate: RequestRate;
  readonly secrets: Secrets;
  readonly misfits: Misfits;
  readonly rootTypes: RootTypes;
  readonly requestMs: number;
  /** The inferred rate limits of earlier connections. None by default. */
  readonly inferredLimits?: InferredLimits;
  /** Whether rate-limit errors are returned. The caller is then responsible for waiting. False by default. */
  readonly returnsRateLimits?: boolean;
}

interface Called {
  readonly operation: Pick<AnyOperation, "arguments">;
}

type PlannedCommand = Planned<ObjectOperation | ListOperation> & {
  /** Another root field for the document. */
  readonly sibling?: PlannedSibling;
};

/** Sends planned requests over the matching transport. Owns its transports. */
export class Wire implements AsyncDisposable {
  readonly #parts: WireParts;
  /** Cached per credential, because transports identify a caller by the header object. */
  readonly #headers = new Map<string | undefined, Readonly<Record<string, string>>>();
  readonly #presentations = new Map<string | undefined, SocketPresentation>();
  readonly #inferred: InferredLimits;
  #sent = 0;

  constructor(parts: WireParts) {
    this.#parts = parts;
    this.#inferred = parts.inferredLimits ?? new InferredLimits();
  }

  get sent(): number {
    return this.#sent;
  }

  /** Returns why the schema rejects a request, regardless of the caller. Undefined if the request is valid. */
  misfitOf({
    document,
    variables,
  }: Pick<PlannedCommand, "document" | "variables">): string | undefined {
    return this.#parts.misfits.of(document, variables);
  }

  /** Sends one request within the rate limit. Only the role `throttled` deliberately exceeds it. */
  async send(command: Command, planned: PlannedCommand, signal: AbortSignal): Promise<Exchange> {
    if (command.identity === "throttled" || this.#parts.returnsRateLimits === true)
      return this.#sendOnce(command, planned, signal);
    const { rate } = this.#parts;
    const { result, decision, refusals, rejected } = await rate.send(
      {
        once: () => this.#sendOnce(command, planned, signal),
        decide: ({ outcome }, attempt) =>
          decideRate(outcome, attempt, this.#inferred.attemptsAfter(outcome)),
      },
      signal,
    );
    if (decision.kind === "give-up") {
      this.#inferred.wasInVain(result.outcome);
      const { outcome } = decision;
      return { ...result, outcome, ...rateRejection(result, refusals + 1) };
    }
    if (rejected === undefined) return result;
    if (result.outcome.result === "unknown") {
      return { ...result, ...rateRejection(rejected, refusals) };
    }
    this.#inferred.passed(rejected.outcome);
    return { ...result, ...rateRejection(rejected, refusals, { isProven: true }) };
  }

  /** Whether requests wait because the endpoint requested a pause. */
  get isPaused(): boolean {
    return this.#parts.rate.isPaused;
  }

  turn({ identity }: Command | WatchCommand, signal: AbortSignal): Promise<void> | undefined {
    return identity === "throttled" ? undefined : this.#parts.rate.turn(signal);
  }

  /** Pauses all requests for the given number of milliseconds, then waits for the rate limit. */
  async rest(pauseMs: number, signal: AbortSignal): Promise<void> {
    const { rate } = this.#parts;
    rate.pause(pauseMs);
    await rate.turn(signal);
  }

  shownFor(command: WatchCommand): string {
    const { shown } = this.#parts;
    return this.#channelOf(command) === "events" ? shown.eventStream : shown.socket;
  }

  /**
   * Returns the request as it is sent, without credentials: its operation has a name if the endpoint demands one.
   */
  requestAt(
    url: string,
    { document, variables, operation }: Pick<PlannedCommand, "document" | "variables"> & Called,
  ): WireRequest {
    const named = this.#parts.http.operationNames.named({ document });
    const shown = withoutCredentials(variables, operation.arguments);
    return { url, operation: named.document, variables: shown };
  }

  opener(command: WatchCommand, credential: string | undefined): WatchParts["open"] | string {
    const { http, socket, eventStream } = this.#parts;
    const names = http.operationNames;
    switch (this.#channelOf(command)) {
      case "socket": {
        const caller = this.#callerOf(command, credential);
        if (caller === undefined) return noSocket;
        const { ownConnection } = command;
        if (ownConnection === undefined) {
          return (request, sink) => socket.open(caller, names.named(request), sink);
        }
        return (request, sink) =>
          socket.openOn(ownConnection, { caller, request: names.named(request), sink });
      }
      case "events": {
        if (eventStream === undefined) return "the endpoint has no event streams";
        const headers = this.#headersOf(credential);
        return (request, sink) => eventStream.open(headers, names.named(request), sink);
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { http, socket, eventStream } = this.#parts;
    await Promise.all([
      http[Symbol.asyncDispose](),
      socket[Symbol.asyncDispose](),
      eventStream?.[Symbol.asyncDispose](),
    ]);
  }

  async #sendOnce(
    command: Command,
    planned: PlannedCommand,
    signal: AbortSignal,
  ): Promise<Exchange> {
    if (signal.aborted) {
      const detail = "aborted by the caller before it was sent";
      return { outcome: { result: "unknown", cause: "aborted", detail } };
    }
    this.#sent += 1;
    const usual = this.#parts.dialect.endpoint?.queries?.protocol ?? "http";
    const isOnSocket = command.channel === "socket" || usual === "socket";
    const formed = this.#formed(command, planned);
    if (formed === undefined) {
      const detail = "the documents of the two root fields cannot be combined";
      return { outcome: { result: "unsupported", detail } };
    }
    const exchange = await (isOnSocket
      ? this.#overSocket(command, formed, signal)
      : this.#overHttp(command, formed, signal));
    const { document, variables } = planned;
    const { of, ofAccepted } = this.#parts.misfits;
    const misfit = (isAccepted(exchange) ? ofAccepted : of)(document, variables);
    return misfit === undefined
      ? { ...exchange, outcome: withHiddenParts(exchange.outcome) }
      : unfit(exchange, misfit);
  }

  /** Returns undefined if the document cannot have the form of the command. */
  #formed({ rootField }: Command, planned: PlannedCommand): PlannedCommand | undefined {
    const { rootTypes } = this.#parts;
    if (planned.sibling !== undefined) {
      const combined = withSibling(planned, planned.sibling, rootTypes);
      return combined === undefined ? undefined : { ...planned, ...combined };
    }
    if (rootField === undefined) return planned;
    const document = withRootField(planned.document, rootField, rootTypes);
    return { ...planned, document };
  }

  async #overHttp(
    command: Command,
    planned: PlannedCommand,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { http, dialect, requestMs, shown, secrets } = this.#parts;
    const { document, variables, credential } = planned;
    const headers = this.#headersOf(credential);
    const sent = { document, variables, headers, secrets };
    const result = await http.send(sent, requestMs, signal);
    const reader = readerOf(dialect, command, planned);
    return { request: this.requestAt(shown.http, planned), ...readHttpResult(reader, result) };
  }

  async #overSocket(
    command: Command,
    planned: PlannedCommand,
    signal: AbortSignal,
  ): Promise<Exchange> {
    const { socket, dialect, requestMs, shown, secrets } = this.#parts;
    const caller = this.#callerOf(command, planned.credential);
    if (caller === undefined) return { outcome: { result: "unsupported", detail: noSocket } };
    const result = await socket.send(caller, planned, { limitMs: requestMs, signal });
    const reader = readerOf(dialect, command, planned);
    const reading = readSocketResult(reader, result, secrets);
    return { request: this.requestAt(shown.socket, planned), ...reading };
  }

  #headersOf(credential: string | undefined): Readonly<Record<string, string>> {
    const known = this.#headers.get(credential);
    if (known !== undefined) return known;
    const headers = httpHeaders(this.#parts.dialect.credentials, credential, this.#parts.constants);
    this.#headers.set(credential, headers);
    return headers;
  }

  #channelOf({ channel }: WatchCommand): NonNullable<WatchCommand["channel"]> {
    if (channel !== undefined) return channel;
    return isWatchedOverSocket(this.#parts.dialect) ? "socket" : "events";
  }

  #callerOf(
    { identity }: Command | WatchCommand,
    credential: string | undefined,
  ): SocketCaller | undefined {
    const { socket: place, isInArguments } = this.#parts.dialect.credentials;
    if (place === undefined && isInArguments !== true) return undefined;
    const known = this.#presentations.get(credential);
    if (known !== undefined) return { identity, presentation: known };
    const presentation =
      place === undefined
        ? { headers: headersFor(this.#parts.constants ?? [], credential) }
        : socketPresentation(place, credential, this.#parts.constants);
    this.#presentations.set(credential, presentation);
    return { identity, presentation };
  }
}

function rateRejection(
  { outcome, reply }: Exchange,
  rateRefusals: number,
  evidence: Pick<RateRejection, "isProven"> = {},
): Pick<Exchange, "rateRefusals" | "rateRejection"> {
  if (outcome.result !== "refused") return { rateRefusals };
  const answered = reply === undefined ? {} : { reply };
  return { rateRefusals, rateRejection: { refusal: outcome.refusal, ...answered, ...evidence } };
}

function isAccepted({ outcome: { result } }: Exchange): boolean {
  return result === "object" || result === "list" || result === "done";
}

/** Adds the violation of the schema to an exchange, and classifies an unclassified rejection as `invalid`. */
function unfit(exchange: Exchange, misfit: string): Exchange {
  const { outcome } = exchange;
  if (outcome.result !== "refused" || outcome.refusal.reason !== "unclassified") {
    return { ...exchange, misfit };
  }
  const refusal = { ...outcome.refusal, reason: "invalid" } as const;
  return { ...exchange, misfit, outcome: { ...outcome, refusal } };
}

const noSocket = "the endpoint has no WebSocket";

function readerOf(
  words: Dialect,
  { verb }: Command,
  { kind, operation, document }: PlannedCommand,
): ReplyReader {
  return { words, kind, verb, operation, document };
}

function readHttpResult(reader: ReplyReader, result: HttpResult): Exchange {
  switch (result.kind) {
    case "reply": {
      const { status } = result;
      const data = withoutAliases(result.data, reader.document);
      const outcome = readReply(reader, { ...result, data });
      return { outcome, reply: { status, body: storedBody(data) } };
    }
    case "oversized": {
      const detail = `a response of more than ${maximumReplyBytes} bytes`;
      return { outcome: { result: "unintelligible", detail } };
    }
    case "lost": {
      const { cause, detail, isUnsent } = result;
      const unsent = isUnsent === true ? { isUnsent } : {};
      return { outcome: { result: "unknown", cause, detail, ...unsent } };
    }
  }
}
