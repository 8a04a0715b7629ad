import { isIdentityName } from "#contract";
import type { IdentityName, JsonObject } from "#contract";
import { TargetUnreachable } from "../../port/target.ts";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import type { SocketPresentation } from "../../wire/streams/socket.ts";

/** Credentials given for one run, instead of those of the dialect. `anonymous` never has one. */
export type CredentialOverrides = Readonly<
  Partial<Record<Exclude<IdentityName, "anonymous">, string>>
>;

/** The roles that can be played, each with its credential; `undefined` for the one that has none. */
export type CredentialBook = ReadonlyMap<IdentityName, string | undefined>;

/**
 * A dialect whose roles present what was given for a run. `anonymous` presents nothing.
 *
 * @throws TargetUnreachable when a credential cannot travel in a header. The message does not hold it.
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

/** Whether a credential can travel in a header. */
export function isSendable(credential: string): boolean {
  return /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/u.test(credential);
}

/** The headers with which a role sends a request over HTTP. */
export function httpHeaders(
  places: CredentialPlaces,
  credential: string | undefined,
): Readonly<Record<string, string>> {
  const { header, format } = places.http;
  return credential === undefined ? {} : { [header.toLowerCase()]: formatted(format, credential) };
}

/** What a role presents when it opens a socket. */
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

/** A value in a payload, at a path: `headers.Authorization` stands in an object of its own. */
function nested(path: string, value: string): JsonObject {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length === 0 ? value : nested(rest.join("."), value) };
}

/** A function as replacement, because `$&` in a credential must not be expanded. */
function formatted(format: string, credential: string): string {
  return format.replace("$credential", () => credential);
}

function checkCharacters(identity: string, credential: string): void {
  if (isSendable(credential)) return;
  throw new TargetUnreachable(
    `the credential of ${identity} is empty or has characters that cannot travel in a header`,
    { mend: "Give it without line breaks, surrounding spaces and characters beyond ASCII." },
  );
}
