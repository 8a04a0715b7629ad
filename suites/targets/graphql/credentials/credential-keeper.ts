import { identities, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { Secrets } from "../../port/secrets.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { CredentialBook } from "./credentials.ts";
import { fetchCredential, isRenewable } from "./fetch-credential.ts";
import type { CredentialMeans, FetchedCredential } from "./fetch-credential.ts";
import { isSendable, secretsIn } from "./header-set.ts";
import { expiryOf } from "./mint-token.ts";

/** Share of a token's lifetime that remains at its renewal, so that no token expires in flight. */
const restOfLife = 0.2;

/** Maximum time between renewal and expiry, in milliseconds. */
const mostRestMs = 10_000;

interface Held {
  readonly source: Credential;
  /** Time of renewal, in milliseconds since 1970. Absent if the credential is renewed only after a rejection. */
  readonly renewAtMs?: number;
  /**
   * Whether the target has accepted the credential. A rejected credential that was never accepted is wrong, not
   * expired.
   */
  isAccepted: boolean;
}

/**
 * Manages the credentials of a run: fetches them before the run's first request, and again when they expire. The role
 * `expired` is never renewed.
 */
export class CredentialKeeper {
  readonly book: CredentialBook;
  readonly unavailable: Readonly<Partial<Record<IdentityName, string>>>;
  /** All past and current credentials, and the secrets with which they were obtained. */
  readonly secrets: Secrets;
  readonly #book: Map<IdentityName, string | undefined>;
  readonly #held = new Map<IdentityName, Held>();
  readonly #renewals = new Map<IdentityName, Promise<string | undefined>>();
  readonly #means: CredentialMeans;

  private constructor(means: CredentialMeans, fetched: readonly FetchedRole[]) {
    this.#means = means;
    this.secrets = means.secrets ?? new Secrets();
    this.#book = new Map();
    this.book = this.#book;
    const reasons: [IdentityName, string][] = [];
    for (const { identity, source, result } of fetched) {
      if (result.kind === "unavailable") reasons.push([identity, result.reason]);
      else if (result.kind === "none") this.#book.set(identity, undefined);
      else this.#hold(identity, source, result.credential);
    }
    this.unavailable = Object.fromEntries(reasons);
  }

  /** Fetches the credentials of all roles concurrently. Never rejects. */
  static async fetch(
    dialect: Pick<Dialect, "identities">,
    means: CredentialMeans,
    signal: AbortSignal,
  ): Promise<CredentialKeeper> {
    const roles = Object.keys(identities).filter(isIdentityName);
    const fetched = await Promise.all(
      roles.flatMap((identity) => {
        const source = dialect.identities[identity];
        return source === undefined ? [] : [fetchRole({ identity, source }, means, signal)];
      }),
    );
    return new CredentialKeeper(means, fetched);
  }

  /**
   * Renews a credential that is about to expire. Resolves with the error, if any. Returns `undefined` without a promise
   * if no renewal is due.
   */
  refresh(identity: IdentityName, signal: AbortSignal): Promise<string | undefined> | undefined {
    const held = this.#held.get(identity);
    if (held?.renewAtMs === undefined || !isRenewable(held.source)) return undefined;
    return this.#nowMs() < held.renewAtMs ? undefined : this.#renew(identity, held, signal);
  }

  accepted(identity: IdentityName): void {
    const held = this.#held.get(identity);
    if (held !== undefined) held.isAccepted = true;
  }

  /**
   * Handles a rejected credential: retries with the role's current credential, keeps the rejection, or reports that the
   * credential has expired.
   */
  async afterRefusal(
    identity: IdentityName,
    refused: string | undefined,
    signal: AbortSignal,
  ): Promise<AfterRefusal> {
    const held = this.#held.get(identity);
    if (held === undefined || refused === undefined || identity === "expired") return keep;
    if (this.book.get(identity) !== refused) return { kind: "again" };
    const expiresMs = expiryOf(refused);
    const hasExpired = expiresMs !== undefined && this.#nowMs() >= expiresMs;
    if (!isRenewable(held.source)) {
      return hasExpired ? { kind: "problem", problem: expiredProblem(identity, expiresMs) } : keep;
    }
    if (!held.isAccepted && !hasExpired) return keep;
    const problem = await this.#renew(identity, held, signal);
    if (problem !== undefined) return { kind: "problem", problem };
    return this.book.get(identity) === refused ? keep : { kind: "again" };
  }

  /** Concurrent callers share one renewal. */
  #renew(identity: IdentityName, held: Held, signal: AbortSignal): Promise<string | undefined> {
    const known = this.#renewals.get(identity);
    if (known !== undefined) return known;
    const renewal = this.#renewNow(identity, held, signal).finally(() =>
      this.#renewals.delete(identity),
    );
    this.#renewals.set(identity, renewal);
    return renewal;
  }

  async #renewNow(
    identity: IdentityName,
    { source }: Held,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const { result } = await fetchRole({ identity, source }, this.#means, signal);
    if (result.kind === "credential") {
      this.#hold(identity, source, result.credential);
      return undefined;
    }
    const reason =
      result.kind === "unavailable"
        ? result.reason
        : "the credential source returned no new credential";
    return `the credential of ${identity} has expired and could not be renewed: ${reason}`;
  }

  #hold(identity: IdentityName, source: Credential, credential: string): void {
    this.#book.set(identity, credential);
    for (const secret of secretsIn(credential)) this.secrets.add(secret);
    const expiresMs = identity === "expired" ? undefined : expiryOf(credential);
    const nowMs = this.#nowMs();
    const isTimed = expiresMs !== undefined && expiresMs > nowMs;
    const restMs = isTimed ? Math.min(mostRestMs, (expiresMs - nowMs) * restOfLife) : 0;
    this.#held.set(identity, {
      source,
      ...(isTimed ? { renewAtMs: expiresMs - restMs } : {}),
      isAccepted: false,
    });
  }

  #nowMs(): number {
    return this.#means.driverEnvironment?.nowMs() ?? 0;
  }
}

export type AfterRefusal =
  | { readonly kind: "again" }
  | { readonly kind: "keep" }
  | { readonly kind: "problem"; readonly problem: string };

const keep = { kind: "keep" } as const;

interface FetchedRole {
  readonly identity: IdentityName;
  readonly source: Credential;
  readonly result: FetchedCredential;
}

async function fetchRole(
  { identity, source }: { readonly identity: IdentityName; readonly source: Credential },
  means: CredentialMeans,
  signal: AbortSignal,
): Promise<FetchedRole> {
  const result = await fetchCredential(source, means, signal);
  if (result.kind !== "credential" || isSendable(result.credential)) {
    return { identity, source, result };
  }
  const reason =
    "it contains line breaks or non-ASCII characters, but a header cannot contain them";
  return { identity, source, result: { kind: "unavailable", reason } };
}

function expiredProblem(identity: IdentityName, expiresMs: number): string {
  const when = new Date(expiresMs).toISOString();
  return `the credential of ${identity} expired at ${when} and cannot be renewed; pass a credential that stays valid for the whole run, or a command that prints a valid credential`;
}
