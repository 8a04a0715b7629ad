import { contractSemantics, isIdentityName } from "#contract";
import type { IdentityName } from "#contract";
import { usualCredentials } from "../../port/credential-places.ts";
import type { Credential } from "../dialect/credential-source.ts";
import { describedFeatures } from "../dialect/described-features.ts";
import type { Definitions, Dialect, KindDialect } from "../dialect/dialect.ts";
import type { CredentialEntry, DefinitionsEntry, DialectFile } from "./dialect-file.ts";
import { takesCredentials } from "../dialect/credential-operations.ts";
import { kindOfEntry } from "./kind-of-entry.ts";

export function dialectOfFile(file: DialectFile, fallbackName: string): Dialect {
  const { dialect: _format, name = fallbackName, credentials, identities = {}, ...others } = file;
  const { outcomes = [], errors, features = [], semantics, kinds = {}, ...more } = others;
  const { definitions, ...rest } = more;
  const dialect: Dialect = {
    ...rest,
    name,
    credentials: { http: usualCredentials.http, ...credentials },
    identities: identitiesOf(identities),
    outcomes,
    errors: { code: "extensions.code", ...errors },
    features,
    semantics: { ...requiredSemantics, ...semantics },
    kinds: Object.entries(kinds).map(([kind, entry]) =>
      withDeletions(kindOfEntry(kind, entry), semantics),
    ),
    ...(definitions === undefined ? {} : { definitions: definitionsOf(definitions) }),
  };
  const placed = credentials?.http === undefined ? withArguments(dialect) : dialect;
  if (file.features !== undefined) return placed;
  return { ...placed, features: describedFeatures(placed) };
}

/** Credentials in arguments are not sent in a header, unless the file declares the header. */
function withArguments(dialect: Dialect): Dialect {
  if (!takesCredentials(dialect)) return dialect;
  return { ...dialect, credentials: { ...dialect.credentials, isInArguments: true } };
}

/** By default, a delete event that identifies the deleted object does not contain the object. */
function withDeletions(kind: KindDialect, declared: DialectFile["semantics"]): KindDialect {
  const isKeyed = kind.operations.watch.some(({ key }) => key !== undefined);
  if (!isKeyed || declared?.deletedEvent !== undefined) return kind;
  return { ...kind, semantics: { deletedEvent: "keyOnly", ...kind.semantics } };
}

/** Declarations that the driver requires, with the contract's values as defaults. */
const requiredSemantics = {
  crossWrite: contractSemantics.crossWrite,
  precondition: contractSemantics.precondition,
  omittedMembers: contractSemantics.omittedMembers,
  nullMembers: contractSemantics.nullMembers,
  noOp: contractSemantics.noOp,
  deletedEvent: contractSemantics.deletedEvent,
  staleAndInvalid: contractSemantics.staleAndInvalid,
};

function identitiesOf(
  entries: Readonly<Partial<Record<IdentityName, CredentialEntry>>>,
): Dialect["identities"] {
  const identities: Partial<Record<IdentityName, Credential>> = {};
  for (const [name, entry] of Object.entries(entries)) {
    if (isIdentityName(name) && entry !== undefined) identities[name] = credentialOf(entry);
  }
  // The anonymous role sends no credential, so a file need not configure it.
  return { ...identities, anonymous: identities.anonymous ?? { kind: "none" } };
}

function credentialOf(entry: CredentialEntry): Credential {
  const { static: credential, env, file, command, login, jwt, unavailable, notApplicable } = entry;
  if (credential !== undefined) return { kind: "static", credential };
  if (env !== undefined) return { kind: "environment", variable: env };
  if (file !== undefined) return { kind: "file", path: file };
  if (command !== undefined) return { kind: "command", command };
  if (login !== undefined) return { kind: "login", ...login };
  if (jwt !== undefined) {
    const { keyEnv, ...others } = jwt;
    return { kind: "jwt", keyVariable: keyEnv, ...others };
  }
  if (entry.headers !== undefined) return { kind: "headers", headers: entry.headers };
  if (unavailable !== undefined) return { kind: "unavailable", reason: unavailable };
  if (notApplicable !== undefined) return { kind: "notApplicable", reason: notApplicable };
  return { kind: "none" };
}

function definitionsOf({ name, kind, objects, trials }: DefinitionsEntry): Definitions {
  return {
    kind: kindOfEntry(name ?? "CustomResourceDefinition", kind),
    objects: Object.entries(objects).map(([served, definition]) => ({
      name: definition.name,
      spec: definition.spec,
      serves: kindOfEntry(served, definition.serves),
    })),
    ...(trials === undefined
      ? {}
      : {
          trials: Object.entries(trials).map(([served, { serves, ...trial }]) => ({
            ...trial,
            serves: kindOfEntry(served, serves),
          })),
        }),
  };
}
