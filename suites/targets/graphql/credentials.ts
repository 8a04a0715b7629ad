import { identities, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { TargetUnreachable } from "../target.ts";
import type { Credential, CredentialPlaces, Dialect } from "./dialect.ts";
import type { SocketPresentation } from "./socket.ts";

/** Credentials given for one run, in place of those of the dialect. `anonymous` never has one. */
export type CredentialOverrides = Readonly<
  Partial<Record<Exclude<IdentityName, "anonymous">, string>>
>;

/** The roles that can be played, each with its credential; `undefined` for the one that has none. */
export type CredentialBook = ReadonlyMap<IdentityName, string | undefined>;

/**
 * Joins the credentials of a dialect with those of a run.
 *
 * @throws TargetUnreachable when a credential cannot travel in a header. The message does not hold it.
 */
export function credentialBook(dialect: Dialect, overrides: CredentialOverrides): CredentialBook {
  const given = new Map(Object.entries(overrides));
  const book = new Map<IdentityName, string | undefined>();
  for (const identity of Object.keys(identities).filter(isIdentityName)) {
    const declared = dialect.identities[identity];
    const override = identity === "anonymous" ? undefined : given.get(identity);
    if (override === undefined && declared === undefined) continue;
    const credential = override ?? secretOf(declared);
    if (credential !== undefined) checkCharacters(identity, credential);
    book.set(identity, credential);
  }
  return book;
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
  const presented = { [socket.name]: formatted(socket.format, credential) };
  switch (socket.place) {
    case "connectionInit":
      return { headers: {}, connectionInit: presented };
    case "upgradeHeader":
      return { headers: presented };
  }
}

function secretOf(declared: Credential | undefined): string | undefined {
  if (declared === undefined) return undefined;
  switch (declared.kind) {
    case "static":
      return declared.credential;
    case "none":
      return undefined;
  }
}

/** A function as replacement, because `$&` in a credential must not be expanded. */
function formatted(format: string, credential: string): string {
  return format.replace("$credential", () => credential);
}

function checkCharacters(identity: IdentityName, credential: string): void {
  if (/^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/u.test(credential)) return;
  throw new TargetUnreachable(
    `the credential of ${identity} is empty or has characters that cannot travel in a header`,
    { mend: "Give it without line breaks, surrounding spaces and characters beyond ASCII." },
  );
}
