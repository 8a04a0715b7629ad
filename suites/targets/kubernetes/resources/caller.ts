import { Secrets } from "../../port/secrets.ts";

/** How one role presents itself to the API server. */
export interface Caller {
  /** Sent with every request: a token, or impersonation headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client certificate is presented, on connections of their own. */
  readonly withCertificate: boolean;
  /** Taken out of everything that comes back. */
  readonly secrets?: Secrets;
}

/** A caller without a credential. */
export const anonymousCaller: Caller = { headers: {}, withCertificate: false };

/** A caller with a token. */
export function tokenCaller(token: string): Caller {
  const headers = { authorization: `Bearer ${token}` };
  return { headers, withCertificate: false, secrets: new Secrets([token]) };
}

/** A user whom an administrator impersonates. The server authorizes the request as theirs. */
export function impersonatingCaller(administrator: Caller, user: string): Caller {
  const headers = { ...administrator.headers, "impersonate-user": user };
  return { ...administrator, headers };
}
