export interface ReplayStep {
  readonly kind: "call" | "watch";
  readonly title: string;
  /** The role whose credential is sent. `anonymous` sends none. */
  readonly identity: string;
  readonly url: string;
  readonly method: string;
  readonly contentType: string;
  readonly body?: unknown;
  readonly recorded: string;
  /** The signature of the recorded response, which the replay must reproduce. Absent if there was no response. */
  readonly signature?: string;
  /** The name of the object that this step creates. The replay replaces it. */
  readonly creates?: string;
  /** Values in the recorded response that later steps send, with their paths. */
  readonly captures: readonly { readonly path: readonly string[]; readonly value: string }[];
}

export interface ReplaySocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: string, listener: (event: { readonly data?: unknown }) => void): void;
}

/** The locations of the credential in requests. `$credential` is its placeholder. */
export interface ReplayCredentials {
  readonly http: { readonly header: string; readonly format: string };
  /** Whether bodies contain `$credential` instead of a header. */
  readonly isInArguments?: true;
  readonly socket?: { readonly place: string; readonly name: string; readonly format: string };
  /** The headers of roles that send several headers instead of one credential. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** The roles that do not send a credential of their own. */
  readonly senders?: Readonly<Record<string, ReplaySender>>;
}

export interface ReplaySender {
  readonly credentialOf?: string;
  readonly certificateOf?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReplayWorld {
  readonly fetch: (
    url: string,
    options: {
      readonly method: string;
      readonly headers: Record<string, string>;
      readonly body?: string;
    },
  ) => Promise<{ readonly status: number; text(): Promise<string> }>;
  readonly connect?: (url: string, protocol: string) => ReplaySocket;
  readonly credentials: ReplayCredentials;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  readonly suffix: string;
  /** Time to wait for events after the last request, in milliseconds. */
  readonly lingerMs: number;
}

/** Sends recorded requests again, in their order, with the versions and identifiers of the new responses. */
export class Replay {
  readonly #steps: readonly ReplayStep[];
  readonly #world: ReplayWorld;
  readonly #fresh = new Map<string, string>();
  readonly #sockets: ReplaySocket[] = [];

  constructor(steps: readonly ReplayStep[], world: ReplayWorld) {
    this.#steps = steps;
    this.#world = world;
    for (const { creates } of steps) {
      if (creates !== undefined) this.#fresh.set(creates, `${creates}-${world.suffix}`);
    }
  }

  /** Resolves with true if the last response matches the recorded one. */
  async run(): Promise<boolean> {
    let isSame = false;
    for (const [i, step] of this.#steps.entries()) {
      this.#world.print(`${i + 1}. ${step.title}`);
      this.#world.print(`   recorded: ${step.recorded}`);
      if (step.kind === "watch") await this.#watch(step);
      else isSame = await this.#call(step);
    }
    if (this.#sockets.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, this.#world.lingerMs));
    }
    for (const socket of this.#sockets) socket.close();
    this.#world.print(
      isSame
        ? "Reproduced: the last request received the recorded response."
        : "Not reproduced: the last request received a different response.",
    );
    return isSame;
  }

  async #call(step: ReplayStep): Promise<boolean> {
    const response = await this.#world.fetch(this.#renamed(step.url), {
      method: step.method,
      headers: { "content-type": step.contentType, ...this.#header(step.identity) },
      ...(step.body === undefined ? {} : { body: JSON.stringify(this.#bodyOf(step)) }),
    });
    const text = await response.text();
    const body = this.#parse(text);
    for (const { path, value } of step.captures) {
      const found = path.reduce((at, name) => this.#member(at, name), body);
      if (typeof found === "string" && !this.#fresh.has(value)) this.#fresh.set(value, found);
    }
    const signature = this.#signature(response.status, body);
    this.#world.print(`   now:      ${signature}  ${text.slice(0, 300)}`);
    return signature === step.signature;
  }

  /** Resolves after a delay in which the stream can start. */
  async #watch(step: ReplayStep): Promise<void> {
    const { connect, print, lingerMs } = this.#world;
    if (connect === undefined || !step.url.startsWith("ws")) {
      print("   not opened: WebSockets require Node 22 or newer");
      return;
    }
    const url = new URL(step.url);
    for (const [name, value] of Object.entries(this.#presented(step.identity, "queryParameter"))) {
      url.searchParams.set(name, value);
    }
    const socket = connect(url.href, "graphql-transport-ws");
    this.#sockets.push(socket);
    socket.addEventListener("open", () => {
      const payload = this.#presented(step.identity, "connectionInit");
      socket.send(JSON.stringify({ type: "connection_init", payload }));
    });
    socket.addEventListener("message", ({ data }) => {
      const message = this.#parse(String(data));
      const type = this.#member(message, "type");
      if (type === "connection_ack") {
        const own = this.#presented(step.identity, "subscribePayload");
        const payload = Object.assign({}, this.#bodyOf(step), own);
        socket.send(JSON.stringify({ id: "1", type: "subscribe", payload }));
      } else if (type === "ping") socket.send(JSON.stringify({ type: "pong" }));
      else print(`   event:    ${String(data).slice(0, 300)}`);
    });
    socket.addEventListener("error", () => print("   the WebSocket failed"));
    await new Promise((resolve) => setTimeout(resolve, lingerMs));
  }

  #header(identity: string): Record<string, string> {
    const { http, roles, senders, isInArguments } = this.#world.credentials;
    const sender = senders?.[identity];
    if (sender !== undefined) {
      const { credentialOf, certificateOf, headers } = sender;
      if (certificateOf !== undefined) {
        this.#world.print("   a script cannot present the client certificate");
      }
      return { ...(credentialOf === undefined ? {} : this.#header(credentialOf)), ...headers };
    }
    const names = roles?.[identity];
    if (names === undefined && isInArguments === true) return {};
    if (names === undefined) return this.#formatted(identity, http.header, http.format);
    return Object.fromEntries(names.map((name) => [name, this.#valueOf(identity, name) ?? ""]));
  }

  /**
   * Returns the credential that a socket sends at this location, or an empty object if the credential is sent
   * elsewhere.
   */
  #presented(identity: string, place: string): Record<string, string> {
    const { socket } = this.#world.credentials;
    if (socket?.place === "upgradeHeader" && place === "connectionInit") {
      this.#world.print(
        "   no credential is sent: a script cannot set the headers of a WebSocket upgrade",
      );
    }
    return socket?.place === place ? this.#formatted(identity, socket.name, socket.format) : {};
  }

  #formatted(identity: string, field: string, format: string): Record<string, string> {
    if (identity === "anonymous") return {};
    const credential = this.#valueOf(identity, "credential");
    return credential === undefined
      ? {}
      : { [field]: format.replace("$credential", () => credential) };
  }

  #valueOf(identity: string, part: string): string | undefined {
    const name = `${identity}_${part.replaceAll(/\W/gu, "_")}`.toUpperCase();
    const value = this.#world.environment[name];
    if (value === undefined) {
      this.#world.print(`   ${name} is not set, so no credential is sent`);
    }
    return value;
  }

  #signature(status: number, body: unknown): string {
    const errors = this.#member(body, "errors");
    if (!Array.isArray(errors)) return String(status);
    const codes = errors.map((error: unknown) => {
      const code = this.#member(this.#member(error, "extensions"), "code");
      return typeof code === "string" ? code : "error";
    });
    return [status, ...codes].join(" ");
  }

  #bodyOf({ body, identity }: ReplayStep): unknown {
    const fresh = this.#refreshed(body);
    if (this.#world.credentials.isInArguments !== true) return fresh;
    const credential = JSON.stringify(this.#valueOf(identity, "credential") ?? "");
    return this.#parse(JSON.stringify(fresh).replaceAll('"$credential"', () => credential));
  }

  #renamed(url: string): string {
    return url
      .split("/")
      .map((part) => this.#fresh.get(part) ?? part)
      .join("/");
  }

  #refreshed(value: unknown): unknown {
    if (typeof value === "string") return this.#fresh.get(value) ?? value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#refreshed(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]: [string, unknown]) => [
        name,
        name === "query" ? member : this.#refreshed(member),
      ]),
    );
  }

  #member(value: unknown, name: string): unknown {
    if (typeof value !== "object" || value === null) return undefined;
    return Object.entries(value).find(([key]) => key === name)?.[1];
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}
