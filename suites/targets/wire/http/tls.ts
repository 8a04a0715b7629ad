/** TLS options that differ from the defaults. */
export interface TlsOptions {
  /** CA certificates in PEM, instead of the default certificates. */
  readonly authorities?: string;
  /** The client certificate, in PEM. */
  readonly client?: { readonly certificate: string; readonly key: string };
  /** Whether the server's identity is not verified. An attacker on the network can then read and change everything. */
  readonly isUnverified?: true;
}

export interface TlsConnectOptions {
  readonly ca?: string | Buffer;
  readonly cert?: string | Buffer;
  readonly key?: string | Buffer;
  readonly rejectUnauthorized?: boolean;
}

export function tlsConnectOptions(tls: TlsOptions = {}): TlsConnectOptions {
  const { authorities, client, isUnverified } = tls;
  return {
    ...(authorities === undefined ? {} : { ca: authorities }),
    ...(client === undefined ? {} : { cert: client.certificate, key: client.key }),
    ...(isUnverified === true ? { rejectUnauthorized: false } : {}),
  };
}
