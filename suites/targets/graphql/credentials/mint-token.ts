import { importPKCS8, SignJWT } from "jose";
import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";
import { fillFromEnvironment } from "../dialect/credential-source.ts";
import type { Credential } from "../dialect/credential-source.ts";
import type { LoginResult } from "./log-in.ts";

const usualLifetimeSeconds = 3_600;

/**
 * Resolves with a signed token, or with the reason why there is none. The token has the claims of the dialect, and
 * `iat` and `exp` if the dialect omits them. HS algorithms use the variable as the key itself. All other algorithms use
 * it as a PKCS #8 private key in PEM. Never rejects; no error quotes the key.
 */
export async function mintToken(
  source: Extract<Credential, { readonly kind: "jwt" }>,
  { environment, nowMs }: DriverEnvironment,
): Promise<LoginResult> {
  const { algorithm, keyVariable, keyId, lifetimeSeconds = usualLifetimeSeconds } = source;
  const key = environment[keyVariable] ?? "";
  if (key === "") return missing(keyVariable);
  const filled = fillFromEnvironment(claimsOf(source), environment);
  if (!filled.ok) return missing(filled.variable);
  const issuedAt = Math.floor(nowMs() / 1000);
  const claims = { iat: issuedAt, exp: issuedAt + lifetimeSeconds, ...filled.value };
  const header = { alg: algorithm, typ: "JWT", ...(keyId === undefined ? {} : { kid: keyId }) };
  try {
    const signer = algorithm.startsWith("HS")
      ? new TextEncoder().encode(key)
      : await importPKCS8(key, algorithm);
    return {
      ok: true,
      credential: await new SignJWT(claims).setProtectedHeader(header).sign(signer),
    };
  } catch {
    // Omits the library's error message, because it may contain the key.
    const wanted = algorithm.startsWith("HS") ? "a plain string" : "a PKCS #8 private key in PEM";
    return {
      ok: false,
      reason: `no token could be signed: ${algorithm} must be a JOSE algorithm, and requires ${wanted} in ${keyVariable}`,
    };
  }
}

/** Expiry of a token, in milliseconds since 1970. `undefined` for anything but a JWT with an expiry. */
export function expiryOf(credential: string): number | undefined {
  const [, payload, signature, ...more] = credential.split(".");
  if (payload === undefined || signature === undefined || more.length > 0) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
    const expiry = isJsonObject(claims) ? claims["exp"] : undefined;
    return typeof expiry === "number" ? expiry * 1000 : undefined;
  } catch {
    return undefined;
  }
}

function claimsOf({ claims }: { readonly claims: object }): JsonObject {
  return isJsonObject(claims) ? claims : {};
}

function missing(variable: string): LoginResult {
  return { ok: false, reason: `the environment variable ${variable} is unset or empty` };
}
