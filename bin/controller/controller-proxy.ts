import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Transform } from "node:stream";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pageProblem } from "#reference";
import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue, ObjectKey } from "#contract";
import type {
  ControllerWire,
  HeldEvents,
  HeldOpenings,
  RememberedLists,
  ViewSource,
  WireListener,
  WireResult,
  WireWatch,
  WireWrite,
} from "#wings/controllers";
import { isUncoded } from "#targets";
import { bodyWithin } from "./body-within.ts";
import { deliveredStates } from "./delivered-states.ts";
import type { DeliveredState } from "./delivered-states.ts";
import { Denials, isDenial } from "./denials.ts";
import { EitherServer } from "./either-server.ts";
import { EventGate } from "./event-gate.ts";
import { endingOf } from "./message-ends.ts";
import { linesReader, socketReader } from "./message-reader.ts";
import type { MessageReader } from "./message-reader.ts";
import { initialEvents, wantsInitialEvents } from "./initial-event-bytes.ts";
import { KindGate } from "./kind-gate.ts";
import { OpeningGate } from "./opening-gate.ts";
import { legible, legibleBody, maxBodyBytes } from "./legible-body.ts";
import { LeaseRenewals } from "./lease-renewals.ts";
import type { LeaseReply } from "./lease-renewals.ts";
import { NotedWatch } from "./noted-watch.ts";
import { OlderLists } from "./older-lists.ts";
import { socketOpening } from "./socket-opening.ts";
import { connectSocket } from "./connect-socket.ts";
import type { SocketExchange } from "./socket-exchanges.ts";
import { SocketSubscriptions } from "./socket-subscriptions.ts";
import { heldBody } from "./held-body.ts";
import {
  carriesEvents,
  hasBody,
  jsonRequest,
  mutableHeaders,
  passedHeaders,
} from "./proxy-headers.ts";
import type { ForwardedHead } from "./proxy-headers.ts";
import { jsonIn, memberIn } from "./recognition.ts";
import type {
  ProxyReply,
  ProxyRequest,
  ProxyRequestHead,
  Recognition,
  SentWrite,
} from "./recognition.ts";
import type { IssuedCertificate } from "./issue-certificate.ts";
import { UpstreamConnection } from "./upstream-connection.ts";
import type { PassedBody, Upstream } from "./upstream-connection.ts";

interface SeenWrite extends Pick<SentWrite, "resultIn"> {
  readonly listener: WireListener;
  readonly write: WireWrite;
}

interface SeenState extends DeliveredState {
  readonly listener: WireListener;
  readonly key: ObjectKey;
}

type Received = Pick<Awaited<ReturnType<UpstreamConnection["send"]>>, "headers" | "statusCode">;

interface Streaming {
  readonly body: PassedBody;
  readonly instance: Instance;
  readonly watches: (kind: string) => boolean;
  readonly lists: (kind: string) => boolean;
}

interface Watching extends Pick<Streaming, "instance" | "watches"> {
  readonly noted: NotedWatch;
  readonly open: OpenStream;
}

/** A deleted object whose deletion the controller has not received. */
interface Missing {
  readonly key: ObjectKey;
  readonly listener: WireListener;
}

interface Passing {
  readonly outgoing: ServerResponse;
  readonly missing: readonly Missing[];
}

interface OpenStream {
  readonly cut: () => void;
  /** Ends the stream without an error. Breaks the connection if message boundaries cannot be determined. */
  end: () => void;
}

/** An instance of the controller, identified by the port that it connects to. */
type Instance = "first" | "second";

interface Forwarding {
  readonly forward: () => Promise<ProxyReply>;
  /** Whether the client will not receive the response. Defaults to no. */
  readonly isGone?: () => boolean;
}

interface Upgrading {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly instance: Instance;
}

export interface ControllerProxyOptions extends Upstream {
  readonly recognition: Recognition;
  /** The certificate for HTTPS clients. Without one, only HTTP is accepted. */
  readonly certificate?: IssuedCertificate;
  readonly port?: number;
  /** Prefix that every request path must have. Absent if any client may use the proxy. */
  readonly token?: string;
}

/**
 * A loopback server between a controller and its endpoint. Forwards requests, streams and WebSockets byte for byte,
 * except for the extensions that a WebSocket offers. Reports object writes to a listener, which may drop or reject
 * them. Disposing closes the server and all connections.
 */
export class ControllerProxy implements ControllerWire, AsyncDisposable {
  readonly #upstream: UpstreamConnection;
  readonly #recognition: Recognition;
  /** Prefix of every path: `/TOKEN`, or empty. */
  readonly #prefix: string;
  readonly #streams = new Set<OpenStream>();
  readonly #listeners = new Set<WireListener>();
  /** Sentences about WebSockets whose operations cannot be read. */
  readonly #unread = new Set<string>();
  #server: EitherServer | undefined;
  readonly #gates = { first: new EventGate(), second: new EventGate() };
  readonly #kindGate: KindGate;
  readonly #openings = new OpeningGate();
  #second: EitherServer | undefined;
  readonly #olderLists = new OlderLists(({ incoming, body }) => this.#forward(incoming, body));
  readonly denials = new Denials();
  readonly leases = { first: this.#newLeases(), second: this.#newLeases() };
  #isCut = false;
  /** Collections that were listed after all watches expired. Undefined if the watches have not expired. */
  #listed: Set<string> | undefined;

  private constructor(options: ControllerProxyOptions) {
    this.#upstream = new UpstreamConnection(options);
    this.#recognition = options.recognition;
    this.#kindGate = new KindGate(options.recognition.isAbout);
    this.#prefix = options.token === undefined ? "" : `/${options.token}`;
  }

  static async start(options: ControllerProxyOptions): Promise<ControllerProxy> {
    const { certificate, port = 0 } = options;
    const proxy = new ControllerProxy(options);
    proxy.#server = await proxy.#open("first", { certificate, port });
    proxy.#second = await proxy.#open("second", { certificate, port: 0 });
    return proxy;
  }

  #open(
    instance: Instance,
    {
      certificate,
      port,
    }: { readonly certificate: IssuedCertificate | undefined; readonly port: number },
  ): Promise<EitherServer> {
    return EitherServer.start({
      serve: (incoming, outgoing) => {
        if (!this.#admits(incoming)) {
          outgoing.writeHead(403).end();
          return;
        }
        // If either side disconnects, the other side sees a broken connection.
        this.#serve(incoming, outgoing, instance).catch(() => outgoing.destroy());
      },
      upgrade: (incoming, socket, head) => {
        if (this.#admits(incoming)) void this.#upgrade(incoming, { socket, head, instance });
        else socket.end("HTTP/1.1 403 Forbidden\r\nconnection: close\r\n\r\n");
      },
      ...(certificate === undefined ? {} : { certificate }),
      port,
    });
  }

  get url(): string {
    return `http://${this.#place}`;
  }

  get secureUrl(): string {
    return `https://${this.#place}`;
  }

  get secondUrls(): { readonly url: string; readonly secureUrl: string } {
    const place = this.#placeAt(this.#second?.port);
    return { url: `http://${place}`, secureUrl: `https://${place}` };
  }

  get #place(): string {
    return this.#placeAt(this.#server?.port);
  }

  #placeAt(port = 0): string {
    const { pathname, search } = this.#upstream.endpoint;
    return `127.0.0.1:${port}${this.#prefix}${pathname}${search}`;
  }

  /**
   * Whether to forward a request. A request must not come from a web page, and its target must be a path that starts
   * with the token. Removes the token from the target. A target in absolute form, such as `GET abc://x`, would name
   * another host.
   */
  #admits(incoming: IncomingMessage): boolean {
    const { url = "/" } = incoming;
    if (pageProblem(incoming) !== undefined || !isPath(url)) return false;
    if (this.#prefix === "") return true;
    const rest = url.slice(this.#prefix.length);
    if (!isSameText(url.slice(0, this.#prefix.length), this.#prefix) || !isPath(rest)) return false;
    incoming.url = rest;
    return true;
  }

  listen(listener: WireListener): Disposable {
    this.#listeners.add(listener);
    // A controller keeps its connections from one scenario to the next.
    for (const sentence of this.#unread) listener.unread?.(sentence);
    return {
      [Symbol.dispose]: () => {
        this.#listeners.delete(listener);
      },
    };
  }

  cutWatches(afterwards: "resumable" | "expired"): Disposable {
    this.#isCut = true;
    for (const { cut } of this.#streams) cut();
    return {
      [Symbol.dispose]: () => {
        this.#isCut = false;
        if (afterwards === "expired") this.#listed = new Set();
      },
    };
  }

  endWatches(): void {
    for (const { end } of this.#streams) end();
  }

  get canExpireWatches(): boolean {
    return this.#recognition.expiry !== undefined;
  }

  holdWatches(of?: "first instance"): HeldEvents {
    const gates = of === undefined ? [this.#gates.first, this.#gates.second] : [this.#gates.first];
    const held = gates.map((gate) => gate.hold());
    return {
      mark: () => {
        const delivering = held.map((one) => one.mark());
        return () => {
          for (const deliver of delivering) deliver();
        };
      },
      [Symbol.dispose]: () => {
        for (const one of held) one[Symbol.dispose]();
      },
    };
  }

  holdWatchesOf(kind: string): Disposable {
    return this.#kindGate.hold(kind);
  }

  holdOpenings(): HeldOpenings {
    return this.#openings.hold();
  }

  get canServeOlderLists(): boolean {
    return this.#recognition.listIn !== undefined;
  }

  rememberLists(): Promise<RememberedLists> {
    return this.#olderLists.remember();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { cut } of this.#streams) cut();
    await this.#server?.[Symbol.asyncDispose]();
    await this.#second?.[Symbol.asyncDispose]();
    await this.#upstream[Symbol.asyncDispose]();
  }

  async #serve(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    instance: Instance,
  ): Promise<void> {
    const head = { method: incoming.method ?? "GET", path: incoming.url ?? "/" };
    const { "content-type": contentType = "" } = incoming.headers;
    const { "user-agent": userAgent } = incoming.headers;
    await this.#followLease(incoming, { outgoing, instance });
    const isRead = this.#listeners.size > 0 && this.#recognition.mayWrite(head);
    const body = isRead ? await bodyWithin(incoming, maxBodyBytes) : noBody;
    const readable = legibleBody(body, incoming.headers);
    const request = {
      ...head,
      contentType,
      body: readable,
      ...(userAgent === undefined ? {} : { userAgent }),
    };
    await this.#untilReading(request);
    const older = this.#olderReply(incoming, body, request);
    if (older !== undefined) {
      sendReply(outgoing, older);
      this.#viewedIn(older, "older list");
      return;
    }
    const watches = (kind: string): boolean => this.#recognition.watches(request, kind);
    const lists = (kind: string): boolean => this.#recognition.lists(request, kind);
    if (!isRead) {
      const passed = hasBody(incoming) ? incoming : null;
      return this.#stream(incoming, outgoing, { body: passed, instance, watches, lists });
    }
    const seen = this.#seenWrites(request, instance);
    if (seen.length === 0) {
      return this.#stream(incoming, outgoing, { body: bytesOf(body), instance, watches, lists });
    }
    const forward = (): Promise<ProxyReply> => this.#forward(incoming, body);
    const reply = await this.#treat(seen, request, { forward });
    if (reply === undefined) {
      outgoing.destroy();
      return;
    }
    sendReply(outgoing, reply);
    this.#viewedIn(reply, "reply");
  }

  #newLeases(): LeaseRenewals {
    return new LeaseRenewals(
      () => performance.now(),
      (renewal, body) => this.#exchangeLease(renewal, body),
    );
  }

  async #followLease(
    incoming: IncomingMessage,
    { outgoing, instance }: { readonly outgoing: ServerResponse; readonly instance: Instance },
  ): Promise<void> {
    const { method = "GET", rawHeaders, url = "/" } = incoming;
    if (this.#recognition.renewsLease?.({ method, path: url }) !== true) return;
    outgoing.once("close", () => {
      const isStored = outgoing.writableFinished && outgoing.statusCode < maxStatus;
      this.leases[instance].answered(isStored, { method, rawHeaders, url });
    });
    await this.leases[instance].pass();
  }

  async #exchangeLease(renewal: ForwardedHead, lease?: JsonObject): Promise<LeaseReply> {
    const method = lease === undefined ? "GET" : "PUT";
    const body = lease === undefined ? noBody : Buffer.from(JSON.stringify(lease));
    const reply = await this.#forward(jsonRequest(renewal, method), body);
    return { status: reply.status, content: jsonIn(legible(reply).body) };
  }

  #olderReply(
    incoming: IncomingMessage,
    body: Buffer,
    request: ProxyRequest,
  ): ProxyReply | undefined {
    const reading = this.#recognition.listIn?.(request);
    return reading === undefined
      ? undefined
      : this.#olderLists.replyTo({ incoming, body, reading });
  }

  #seenWrites(request: ProxyRequest, instance: Instance): readonly SeenWrite[] {
    return this.#recognition.writes(request).flatMap(({ write: recognized, resultIn }) => {
      const { names, kinds, ...sent } = recognized;
      const write = instance === "first" ? sent : ofSecond(sent);
      for (const listener of this.#listeners) {
        const key = listener.keyOf(names, kinds);
        if (key !== undefined) return [{ listener, resultIn, write: { ...write, key } }];
      }
      return [];
    });
  }

  /**
   * Returns undefined to break the connection. A request that is a batch of writes is treated as a whole, because its
   * writes arrive together.
   */
  async #treat(
    seen: readonly SeenWrite[],
    request: ProxyRequest,
    { forward, isGone = () => false }: Forwarding,
  ): Promise<ProxyReply | undefined> {
    const results = (reply: ProxyReply): readonly WireResult[] =>
      seen.map(({ resultIn }) => resultIn(legible(reply)));
    const tell = (all: readonly WireResult[]): void => {
      for (const [index, { listener, write }] of seen.entries())
        listener.after(write, all[index] ?? lost);
    };
    const treatments = await Promise.all(seen.map(({ listener, write }) => listener.before(write)));
    if (treatments.some(({ treat }) => treat === "lose-request")) {
      tell([]);
      return undefined;
    }
    for (const treatment of treatments) {
      if (treatment.treat !== "refuse") continue;
      const reply = this.#recognition.refusal(treatment, request);
      tell(results(reply).map(injectedIn));
      return reply;
    }
    const reply = await forward().catch(() => undefined);
    if (reply === undefined) {
      tell([]);
      return undefined;
    }
    const losses = treatments.flatMap((one) => (one.treat === "lose-reply" ? [one] : []));
    if (losses.length === 0 && !isGone()) {
      if (this.#isDenial(reply)) this.#denied(request, legible(reply));
      tell(results(reply));
      return reply;
    }
    for (const { until } of losses) await until?.();
    tell(results(reply).map(lostIn));
    return undefined;
  }

  async #forward(incoming: ForwardedHead, body: Buffer): Promise<ProxyReply> {
    const { signal } = new AbortController();
    const reply = await this.#upstream.send(incoming, bytesOf(body), signal);
    return {
      status: reply.statusCode,
      headers: passedHeaders(reply.headers),
      body: await bodyWithin(reply.body, maxBodyBytes),
    };
  }

  async #stream(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { body, instance, watches, lists }: Streaming,
  ): Promise<void> {
    if (!(await this.#opens(incoming, outgoing))) return;
    const stop = new AbortController();
    using noted = new NotedWatch({ watches, ...secondIf(instance) }, (one) => this.#watched(one));
    const cut = (): void => {
      noted.endedBy("run");
      stop.abort();
      outgoing.destroy();
    };
    outgoing.once("close", () => {
      noted.endedBy("controller");
      stop.abort();
    });
    const isWatch = carriesEvents(incoming);
    const open: OpenStream = { cut, end: cut };
    if (isWatch) this.#streams.add(open);
    // A list that was requested before a deletion need not show it.
    const missing = isWatch ? [] : this.#undelivered(lists);
    try {
      const reply = await this.#upstream.send(incoming, body, stop.signal);
      outgoing.writeHead(reply.statusCode, mutableHeaders(passedHeaders(reply.headers)));
      outgoing.flushHeaders();
      if (!isWatch || isDenial(reply.statusCode))
        return await this.#pass(incoming, reply, { outgoing, missing });
      const stages = this.#stagesOf(incoming, reply, { instance, watches, noted, open });
      for (const end of ["end", "error"]) reply.body.once(end, () => noted.endedBy("endpoint"));
      if (reply.statusCode < maxStatus) noted.opened();
      await pipeline([reply.body, ...stages, outgoing]);
    } finally {
      this.#streams.delete(open);
    }
  }

  /** The stages that can hold and end an event stream, and that read its messages. */
  #stagesOf(
    incoming: IncomingMessage,
    { headers }: Received,
    { instance, watches, noted, open }: Watching,
  ): readonly Duplex[] {
    const isPlain = isUncoded(headers);
    const read = isPlain ? this.#reading(linesReader()) : ignored;
    const ending = isPlain ? endingOf(incoming, headers["content-type"]) : undefined;
    if (ending !== undefined) {
      open.end = () => {
        noted.endedBy("run");
        ending.end();
      };
    }
    // A client whose lists are not delayed must not have its streaming lists (`sendInitialEvents`) delayed either.
    const opening = wantsInitialEvents(incoming.url) ? initialEvents() : undefined;
    const gates = [
      this.#gates[instance].stream(opening),
      this.#kindGate.stream(watches, opening === undefined ? undefined : initialEvents()),
    ];
    return [...gates, ...(ending === undefined ? [] : [ending.stream]), tapped(read)];
  }

  #watched(watch: WireWatch): void {
    for (const listener of this.#listeners) listener.watched?.(watch);
  }

  /** Waits until a watch may be opened. Returns false if it was rejected, or if the client did not wait. */
  async #opens(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    const isWatch = carriesEvents(incoming);
    if (isWatch && this.#isCut) {
      outgoing.destroy();
      return false;
    }
    if (isWatch && this.#openings.isHeld) await this.#openings.pass();
    if (outgoing.destroyed) return false;
    const expired = this.#expiredFor(incoming);
    if (expired === undefined) return true;
    sendReply(outgoing, expired);
    return false;
  }

  /** Forwards a response. If there are listeners, also reads the response, unless it is too large. */
  async #pass(
    { method = "GET", url = "/" }: IncomingMessage,
    reply: Awaited<ReturnType<UpstreamConnection["send"]>>,
    { outgoing, missing }: Passing,
  ): Promise<void> {
    const isRead = this.#listeners.size > 0 || isDenial(reply.statusCode);
    let chunks: Buffer[] | undefined = isRead ? [] : undefined;
    let length = 0;
    const read = (chunk: Buffer): void => {
      length += chunk.length;
      chunks = length > maxBodyBytes ? undefined : chunks;
      chunks?.push(chunk);
    };
    const held = this.#holdsRead(reply);
    await pipeline([reply.body, ...held, tapped(read), outgoing]);
    if (chunks === undefined) return;
    const { statusCode: status } = reply;
    const whole = { status, headers: passedHeaders(reply.headers), body: Buffer.concat(chunks) };
    if (this.#isDenial(whole)) this.#denied({ method, path: url }, legible(whole));
    this.#viewedIn(whole);
    this.#missedIn(whole, missing);
  }

  #undelivered(lists: (kind: string) => boolean): readonly Missing[] {
    return [...this.#listeners].flatMap((listener) =>
      (listener.undelivered ?? [])
        .filter(({ kind }) => lists(kind))
        .map((key) => ({ key, listener })),
    );
  }

  /** Reports the deletions that a list shows because it does not contain the objects. */
  #missedIn(reply: ProxyReply, missing: readonly Missing[]): void {
    if (missing.length === 0 || reply.status >= maxStatus) return;
    const message = jsonIn(legible(reply).body);
    if (message === undefined || isPartial(message)) return;
    const texts = new Set(this.#deliveredIn(message).flatMap((state) => state.texts));
    for (const { key, listener } of missing) {
      if (texts.has(key.name)) continue;
      listener.viewed({ key, through: "list", texts: [], isGone: true });
    }
  }

  /** Only a response with errors is parsed, because most responses have none. */
  #isDenial(reply: ProxyReply): boolean {
    if (isDenial(reply.status)) return true;
    const { denies } = this.#recognition;
    if (denies === undefined) return false;
    const readable = legible(reply);
    return readable.body.includes('"errors"') && denies(readable);
  }

  #denied(request: ProxyRequestHead, reply: ProxyReply): void {
    const sentence = this.denials.noted(request, reply);
    if (sentence === undefined) return;
    for (const listener of this.#listeners) listener.denied?.(sentence);
  }

  #noteUnread({ headers }: Pick<IncomingMessage, "headers">): void {
    const sentence = unreadSocket(headers["sec-websocket-protocol"]);
    if (this.#unread.has(sentence) || this.#unread.size >= maxUnread) return;
    this.#unread.add(sentence);
    for (const listener of this.#listeners) listener.unread?.(sentence);
  }

  /** Waits before a read is forwarded, as long as its listeners require. */
  async #untilReading(request: ProxyRequest): Promise<void> {
    const listeners = [...this.#listeners].filter(({ awaitsReading }) => awaitsReading === true);
    if (listeners.length === 0) return;
    const names = this.#recognition.reads(request);
    for (const listener of listeners) {
      const key = names.length === 0 ? undefined : listener.keyOf(names, undefined);
      if (key !== undefined) await listener.reading?.(key);
    }
  }

  /** A stage that holds the response to a read or a list, if a listener waits for one. */
  #holdsRead({ statusCode: status, headers }: Received): readonly Duplex[] {
    if (this.#awaiting.length === 0 || status >= maxStatus) return [];
    const before = (body: Buffer): Promise<void> =>
      this.#untilRead({ status, headers: passedHeaders(headers), body });
    return [heldBody(before, maxBodyBytes)];
  }

  /** Waits as long as the listeners of a read or a list require. */
  async #untilRead(reply: ProxyReply): Promise<void> {
    const listeners = this.#awaiting;
    const message = listeners.length === 0 ? undefined : jsonIn(legible(reply).body);
    if (message === undefined) return;
    for (const { key, listener, isListed } of this.#statesIn(message, listeners)) {
      await (isListed ? listener.listed?.(key) : listener.read?.(key));
    }
  }

  get #awaiting(): readonly WireListener[] {
    return [...this.#listeners].filter(
      ({ awaitsRead, awaitsList }) => awaitsRead === true || awaitsList === true,
    );
  }

  #reading(reader: MessageReader): (chunk: Buffer) => void {
    return (chunk) => {
      for (const message of reader.read(chunk)) this.#viewed(message, "watch");
    };
  }

  /**
   * Reports the object states in a response to the controller. If `through` is omitted, the items of a list count as
   * seen through a list, and any other object as seen through a read.
   */
  #viewedIn(reply: ProxyReply, through?: ViewSource): void {
    if (this.#listeners.size === 0 || reply.status >= maxStatus) return;
    const message = jsonIn(legible(reply).body);
    if (message !== undefined) this.#viewed(message, through);
  }

  #viewed(message: JsonValue, through?: ViewSource): void {
    for (const state of this.#statesIn(message, this.#listeners)) {
      const { key, texts, version, isListed, listener } = state;
      const isGone = through === "watch" && texts.includes("DELETED");
      listener.viewed({
        key,
        texts,
        through: through ?? (isListed ? "list" : "read"),
        ...(version === undefined ? {} : { version }),
        ...(isGone ? { isGone } : {}),
      });
    }
  }

  #deliveredIn(message: JsonValue): readonly DeliveredState[] {
    const { nameWords, partsOf } = this.#recognition;
    const parts = partsOf?.(message) ?? [message];
    return parts.flatMap((part) => deliveredStates(part, nameWords));
  }

  *#statesIn(message: JsonValue, listeners: Iterable<WireListener>): Generator<SeenState> {
    const all = [...listeners];
    if (all.length === 0) return;
    for (const state of this.#deliveredIn(message)) {
      const { texts, names, kind } = state;
      for (const listener of all) {
        const key = listener.keyOf(names.length === 0 ? texts : names, undefined);
        if (key !== undefined && isOfKind(key.kind, kind)) yield { ...state, key, listener };
      }
    }
  }

  /**
   * Returns the expiry error for a watch that resumes, unless its collection has been listed since all watches expired.
   */
  #expiredFor({ method = "GET", url = "/" }: IncomingMessage): ProxyReply | undefined {
    const { expiry } = this.#recognition;
    const listed = this.#listed;
    if (expiry === undefined || listed === undefined) return undefined;
    const reading = expiry.readingIn({ method, path: url });
    if (reading === undefined) return undefined;
    if (reading.resumes) return listed.has(reading.collection) ? undefined : expiry.reply;
    listed.add(reading.collection);
    return undefined;
  }

  async #upgrade(incoming: IncomingMessage, upgrading: Upgrading): Promise<void> {
    const { socket } = upgrading;
    socket.on("error", () => socket.destroy());
    const upstream = this.#isCut
      ? undefined
      : await this.#upstream.dial(incoming).catch(() => undefined);
    if (upstream === undefined || this.#isCut || socket.destroyed) {
      socket.destroy();
      upstream?.destroy();
      return;
    }
    this.#connect(incoming, { ...upgrading, upstream });
  }

  /**
   * Rejects to break the connection. A lost write is answered with an error, as by a gateway that loses its connection
   * to the server, because the other operations on the WebSocket are not to be disturbed.
   */
  async #exchange(
    request: ProxyRequest,
    { answer, ...forwarding }: SocketExchange,
    instance: Instance,
  ): Promise<void> {
    const seen = this.#listeners.size > 0 ? this.#seenWrites(request, instance) : [];
    if (seen.length > 0) {
      const reply = await this.#treat(seen, request, forwarding);
      answer(reply ?? this.#recognition.refusal(unavailable, request));
      if (reply !== undefined) this.#viewedIn(reply, "reply");
      return;
    }
    const missing = this.#undelivered((kind) => this.#recognition.lists(request, kind));
    await this.#untilReading(request);
    const reply = await forwarding.forward();
    await this.#untilRead(reply);
    if (forwarding.isGone()) return;
    answer(reply);
    if (this.#isDenial(reply)) this.#denied(request, reply);
    this.#viewedIn(reply);
    this.#missedIn(reply, missing);
  }

  #connect(
    incoming: IncomingMessage,
    { socket, head, instance, upstream }: Upgrading & { readonly upstream: Socket },
  ): void {
    const subscriptions = new SocketSubscriptions(this.#openings, (state, payload, by) => {
      const watches = (kind: string): boolean =>
        this.#recognition.watches(subscriptionRequest(incoming, payload), kind);
      const ender = by === undefined ? {} : { by };
      this.#watched({ state, watches, ...secondIf(instance), ...ender });
    });
    const { cut, end } = connectSocket(
      { socket, head, upstream },
      {
        subscriptions,
        exchange: (one) =>
          this.#exchange(subscriptionRequest(incoming, one.payload), one, instance),
        delays: [this.#gates[instance].stream(socketOpening()), this.#kindGate.socketStream()],
        read: tapped(this.#reading(socketReader())),
        unread: () => this.#noteUnread(incoming),
        closed: () => this.#streams.delete(open),
      },
    );
    const open: OpenStream = { cut, end };
    this.#streams.add(open);
  }
}

/** The request that a client sends over HTTP to start the same subscription. */
function subscriptionRequest({ url = "/" }: IncomingMessage, payload: JsonValue): ProxyRequest {
  const body = Buffer.from(JSON.stringify(payload));
  return { method: "POST", path: url, contentType: "application/json", body };
}

/**
 * Attributes a write to the second instance, because the two instances observe different states, as two programs would.
 */
function ofSecond<Write extends { readonly agent?: string }>(
  write: Write,
): Write & { readonly agent: string; readonly isSecond: true } {
  return { ...write, agent: `${write.agent ?? ""} (second instance)`.trim(), isSecond: true };
}

function secondIf(instance: Instance): Pick<WireWatch, "isSecond"> {
  return instance === "first" ? {} : { isSecond: true };
}

const unavailable = { treat: "refuse", reason: "unavailable" } as const;

/** Maximum number of different WebSocket protocols that are remembered because they cannot be read. */
const maxUnread = 8;

/** Maximum length of a protocol name in a sentence, in characters. */
const longestProtocol = 64;

function unreadSocket(protocol: string | undefined): string {
  const name =
    protocol === undefined
      ? "without a subprotocol"
      : `with the subprotocol ${JSON.stringify(protocol.slice(0, longestProtocol))}`;
  return `the operations on a WebSocket ${name} cannot be read`;
}

const noBody = Buffer.alloc(0);

const lost: WireResult = { result: "lost", texts: [] };

function injectedIn(result: WireResult): WireResult {
  return result.result === "refused" ? { ...result, isInjected: true } : result;
}

/** The result of a write whose response the controller does not receive. */
function lostIn(result: WireResult): WireResult {
  return result.result === "stored" ? { ...result, result: "lost" } : lost;
}

/** Responses with at least this HTTP status contain no object. */
const maxStatus = 300;

/** Passes bytes through unchanged, and passes each chunk to `read`. */
function tapped(read: (chunk: Buffer) => void): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, pass) => {
      pass(null, chunk);
      read(chunk);
    },
  });
}

function ignored(): void {}

/** Whether a response lacks items: it is one page of a list, or it reports an error. */
function isPartial(message: JsonValue): boolean {
  if (isJsonObject(message) && message["errors"] !== undefined) return true;
  const next = memberIn(message, "continue");
  return memberIn(message, "hasNextPage") === true || (typeof next === "string" && next !== "");
}

/**
 * Whether the value of a field `kind` may denote a kind of the suite: the kind's name, or its plural with an API group.
 */
function isOfKind(kind: string, word: string | undefined): boolean {
  return word === undefined || kind.toLowerCase().startsWith(word.toLowerCase());
}

function sendReply(outgoing: ServerResponse, { status, headers, body }: ProxyReply): void {
  outgoing.writeHead(status, mutableHeaders(headers)).end(body);
}

function isPath(target: string): boolean {
  return target.startsWith("/") && !target.startsWith("//");
}

function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function bytesOf(body: Buffer): Buffer | null {
  return body.length === 0 ? null : body;
}
