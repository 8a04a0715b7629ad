/** How a connection is secured, where not in the usual way. */
export interface TlsOptions {
  /** Certificates of authorities in PEM, instead of the known ones. */
  readonly authorities?: string;
  /** What the client shows of itself, in PEM. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** The server is not asked who it is. Anybody in between can read and change everything. */
  readonly isUnverified?: true;
}

/** The same in the words of Node.js. */
export interface TlsConnectOptions {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly rejectUnauthorized?: boolean;
}

/** What Node.js is told. */
export function tlsConnectOptions(tls: TlsOptions = {}): TlsConnectOptions {
  const { authorities, client, isUnverified } = tls;
  return {
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
    ...(isUnverified === true ? { rejectUnauthorized: false } : {}),
  };
}
