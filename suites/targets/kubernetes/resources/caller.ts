import { Secrets } from "../../port/secrets.ts";

export interface Caller {
  /** Sent with every request: a token, or impersonation headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether to present the client certificate. Requests with the certificate use separate connections. */
  readonly withCertificate: boolean;
  /** Secrets to redact in all received data. */
  readonly secrets?: Secrets;
}

export const anonymousCaller: Caller = { headers: {}, withCertificate: false };

export function tokenCaller(token: string): Caller {
  const headers = { authorization: `Bearer ${token}` };
  return { headers, withCertificate: false, secrets: new Secrets([token]) };
}

/**
 * Returns a caller that impersonates a user: the server checks the permissions of that user, not of the administrator.
 */
export function impersonatingCaller(administrator: Caller, user: string): Caller {
  const headers = { ...administrator.headers, "impersonate-user": user };
  return { ...administrator, headers };
}
