/** Where a credential is sent. In a format, `$credential` stands for the credential itself. */
export interface CredentialPlaces {
  readonly http: { readonly header: string; readonly format: string };
  /**
   * Whether requests contain the credential as an argument, and not in a header. Recorded variables contain
   * `$credential` instead. False by default.
   */
  readonly isInArguments?: true;
  /** Absent if the endpoint has no WebSocket. */
  readonly socket?: {
    /**
     * A field of the `connection_init` payload, a header of the upgrade request, a field of each subscribe payload, or
     * a query parameter of the WebSocket's URL.
     */
    readonly place: SocketPlace;
    readonly name: string;
    readonly format: string;
  };
  /** Headers of every request, by name. `$env.VARIABLE` is a secret from the environment. None by default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of the headers of each role that sends several headers instead of one credential. None by default. */
  readonly roles?: Readonly<Record<string, readonly string[]>>;
  /** The roles that do not send a credential of their own. None by default. */
  readonly senders?: Readonly<Record<string, RoleSender>>;
}

/** What the requests of a role without its own credential contain. */
export interface RoleSender {
  /** The role whose credential is sent instead. No credential is sent by default. */
  readonly credentialOf?: string;
  /** The role whose client certificate is presented. None by default. */
  readonly certificateOf?: string;
  /** Headers that name the role, such as those of an impersonation. None by default. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type SocketPlace = (typeof socketPlaces)[number];

export const socketPlaces = [
  "connectionInit",
  "upgradeHeader",
  "subscribePayload",
  "queryParameter",
] as const;

/** The default: a bearer token in HTTP requests and in the `connection_init` payload of a WebSocket. */
export const usualCredentials = {
  http: { header: "Authorization", format: "Bearer $credential" },
  socket: { place: "connectionInit", name: "Authorization", format: "Bearer $credential" },
} as const satisfies CredentialPlaces;
