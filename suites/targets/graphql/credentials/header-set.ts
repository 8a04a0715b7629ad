import { isJsonObject } from "#contract";
import { secretHeader } from "../../port/secrets.ts";
import { fillFromEnvironment } from "../dialect/credential-source.ts";

/** The headers of a role with several headers, such as the role's name, a user id and a secret. */
export type HeaderSet = Readonly<Record<string, string>>;

/** Prefix of a credential that consists of several headers. It distinguishes such a credential from a JSON token. */
const mark = "headers:";

export function credentialOfHeaders(headers: HeaderSet): string {
  return `${mark}${JSON.stringify(headers)}`;
}

/** Decodes a credential that consists of several headers. Returns undefined for a single string, such as a token. */
export function headersOfCredential(credential: string): HeaderSet | undefined {
  if (!credential.startsWith(mark)) return undefined;
  try {
    const parsed: unknown = JSON.parse(credential.slice(mark.length));
    if (!isJsonObject(parsed)) return undefined;
    const entries = Object.entries(parsed).flatMap(([name, value]) =>
      typeof value === "string" && isSendableHeader(name, value) ? [[name, value] as const] : [],
    );
    const isWhole = entries.length > 0 && entries.length === Object.keys(parsed).length;
    return isWhole ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/u;

/**
 * Substitutes environment variables in headers. `$$x` is the literal `$x`. Returns the headers with the secret values,
 * or the reason why one of them has no value that can be sent.
 */
export function resolvedHeaders(
  headers: HeaderSet,
  environment: Readonly<Record<string, string | undefined>>,
):
  | { readonly headers: HeaderSet; readonly secrets: readonly string[] }
  | { readonly problem: string } {
  const filled = fillFromEnvironment(headers, environment);
  if (!filled.ok) {
    return { problem: `the environment variable ${filled.variable} is unset or empty` };
  }
  const resolved: [string, string][] = [];
  for (const [name, value] of Object.entries(filled.value)) {
    const text = typeof value === "string" ? value : "";
    if (!isSendableHeader(name, text)) {
      const reason = text === "" ? "its value is empty" : unsuitable;
      return { problem: `the header ${name} cannot be sent: ${reason}` };
    }
    resolved.push([name, text]);
  }
  return { headers: Object.fromEntries(resolved), secrets: filled.secrets };
}

const unsuitable = "it contains line breaks, surrounding spaces or non-ASCII characters";

function isSendableHeader(name: string, value: string): boolean {
  return isSendable(value) && headerName.test(name);
}

/**
 * Returns the parts of a credential to redact: the entire credential, and the values of headers whose names indicate a
 * secret.
 */
export function secretsIn(credential: string): readonly string[] {
  const headers = Object.entries(headersOfCredential(credential) ?? {});
  const secret = headers.filter(([name]) => secretHeader.test(name)).map(([, value]) => value);
  return [credential, ...secret];
}

export function isSendable(text: string): boolean {
  return /^[\u0021-\u007e]([\u0020-\u007e]*[\u0021-\u007e])?$/u.test(text);
}
