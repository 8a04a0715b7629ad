import { isIdentityName } from "#contract";
import type { IdentityName, JsonObject } from "#contract";
import type { CredentialPlaces } from "../../port/credential-places.ts";
import { TargetUnreachable } from "../../port/target.ts";
import type { SocketPresentation } from "../../wire/streams/socket-transport.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { headersFor } from "./constant-headers.ts";
import type { ConstantHeader } from "./constant-headers.ts";
import { headersOfCredential, isSendable } from "./header-set.ts";
import type { HeaderSet } from "./header-set.ts";

/** Overrides the dialect's credentials for one run. `anonymous` has no credential. */
export type CredentialOverrides = Readonly<
  Partial<Record<Exclude<IdentityName, "anonymous">, string>>
>;

/** The credentials of the available roles; `undefined` for a role that sends none. */
export type CredentialBook = ReadonlyMap<IdentityName, string | undefined>;

/**
 * Returns the dialect with the credentials of a run instead of its own. `anonymous` sends no credential.
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

export function httpHeaders(
  places: CredentialPlaces,
  credential: string | undefined,
  constants: readonly ConstantHeader[] = [],
): Readonly<Record<string, string>> {
  const { http, isInArguments } = places;
  const others = headersFor(constants, credential);
  const several = credential === undefined ? undefined : headersOfCredential(credential);
  if (several !== undefined) return { ...others, ...inLowerCase(several) };
  return credential === undefined || isInArguments === true
    ? others
    : { ...others, [http.header.toLowerCase()]: formatted(http.format, credential) };
}

/**
 * Returns the credential of a role for a WebSocket connection. The upgrade request contains the constant headers. If
 * credentials belong in a payload, the payload contains the constant headers too, because many servers read them only
 * there.
 */
export function socketPresentation(
  socket: NonNullable<CredentialPlaces["socket"]>,
  credential: string | undefined,
  constants: readonly ConstantHeader[] = [],
): SocketPresentation {
  const headers = headersFor(constants, credential);
  const several = credential === undefined ? undefined : headersOfCredential(credential);
  if (several !== undefined) return severalOnSocket(socket, several, headers);
  const steps = socket.name.split(".");
  const value = credential === undefined ? undefined : formatted(socket.format, credential);
  const payload = (): JsonObject => nested(steps, value, headers);
  const isEmpty = value === undefined && Object.keys(headers).length === 0;
  switch (socket.place) {
    case "connectionInit":
      return { headers, ...(isEmpty ? {} : { connectionInit: payload() }) };
    case "upgradeHeader":
      return { headers: { ...headers, ...(value === undefined ? {} : { [socket.name]: value }) } };
    case "subscribePayload":
      return { headers, ...(isEmpty ? {} : { subscribePayload: payload() }) };
    case "queryParameter":
      return { headers, ...(value === undefined ? {} : { query: { [socket.name]: value } }) };
  }
}

/**
 * Places several headers in the upgrade request, in the query of the URL, or in the object of the payload that would
 * otherwise contain a single header.
 */
function severalOnSocket(
  { place, name }: NonNullable<CredentialPlaces["socket"]>,
  several: HeaderSet,
  constants: HeaderSet,
): SocketPresentation {
  if (place === "upgradeHeader") return { headers: { ...constants, ...several } };
  if (place === "queryParameter") return { headers: constants, query: several };
  const holder = name.split(".").slice(0, -1);
  const payload = holder.reduceRight<JsonObject>((inner, step) => ({ [step]: inner }), {
    ...constants,
    ...several,
  });
  return {
    headers: constants,
    ...(place === "connectionInit" ? { connectionInit: payload } : { subscribePayload: payload }),
  };
}

function inLowerCase(headers: HeaderSet): HeaderSet {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/**
 * Nests a value at a dotted path: `headers.Authorization` becomes an object within an object. Adds other values to the
 * innermost object.
 */
function nested(
  [first = "", ...rest]: readonly string[],
  value: string | undefined,
  others: JsonObject,
): JsonObject {
  if (rest.length > 0) return { [first]: nested(rest, value, others) };
  return { ...others, ...(value === undefined ? {} : { [first]: value }) };
}

/** Uses a replacement function, so that `$&` in a credential is not expanded. */
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
