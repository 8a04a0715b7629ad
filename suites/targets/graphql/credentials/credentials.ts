import { isIdentityName } from "#contract";
import type { IdentityName, JsonObject } from "#contract";
import { TargetUnreachable } from "../../port/target.ts";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { SocketPresentation } from "../../wire/streams/socket.ts";

/** Credentials for one run, which override the dialect's credentials. `anonymous` has no credential. */
export type CredentialOverrides = Readonly<
  Partial<Record<Exclude<IdentityName, "anonymous">, string>>
>;

/** The credentials of the available roles; `undefined` for a role that sends none. */
export type CredentialBook = ReadonlyMap<IdentityName, string | undefined>;

/**
 * Returns the dialect with the credentials of a run, which override its own. `anonymous` sends no credential.
 *
 * @throws TargetUnreachable when a credential is not valid in a header. The message does not contain the credential.
 */
export function withCredentials(dialect: Dialect, overrides: CredentialOverrides): Dialect {
  const given: Partial<Record<IdentityName, Credential>> = {};
  for (const [identity, credential] of Object.entries(overrides)) {
    if (!isIdentityName(identity) || identity === "anonymous" || credential === undefined) continue;
    given[identity] = { kind: "static", credential };
  }
  const presented = { ...dialect.identities, ...given };
  for (const [identity, declared] of Object.entries(presented)) {
    if (declared?.kind === "static") checkCharacters(identity, declared.credential);
  }
  return { ...dialect, identities: presented };
}

export function isSendable(credential: string): boolean {
  return /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/u.test(credential);
}

/** The HTTP headers that present a role's credential. Empty for a role without one. */
export function httpHeaders(
  places: CredentialPlaces,
  credential: string | undefined,
): Readonly<Record<string, string>> {
  const { header, format } = places.http;
  return credential === undefined ? {} : { [header.toLowerCase()]: formatted(format, credential) };
}

export function socketPresentation(
  socket: NonNullable<CredentialPlaces["socket"]>,
  credential: string | undefined,
): SocketPresentation {
  if (credential === undefined) return { headers: {} };
  const value = formatted(socket.format, credential);
  switch (socket.place) {
    case "connectionInit":
      return { headers: {}, connectionInit: nested(socket.name, value) };
    case "upgradeHeader":
      return { headers: { [socket.name]: value } };
    case "subscribePayload":
      return { headers: {}, subscribePayload: nested(socket.name, value) };
  }
}

/** Nests a value at a path: `headers.Authorization` becomes an object in an object. */
function nested(path: string, value: string): JsonObject {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length === 0 ? value : nested(rest.join("."), value) };
}

/** Uses a replacement function, because `$&` in a credential must not be expanded. */
function formatted(format: string, credential: string): string {
  return format.replace("$credential", () => credential);
}

function checkCharacters(identity: string, credential: string): void {
  if (isSendable(credential)) return;
  throw new TargetUnreachable(
    `the credential of ${identity} is empty or contains characters that cannot be sent in a header`,
    { fix: "Remove line breaks, surrounding spaces and non-ASCII characters." },
  );
}
