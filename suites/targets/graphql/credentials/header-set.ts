import { isJsonObject } from "#contract";
import { secretHeader } from "../../port/secrets.ts";

/** The headers of a role with several headers, such as the role's name, a user id and a secret. */
export type HeaderSet = Readonly<Record<string, string>>;

const variablePattern = /^\$env\.(?<variable>\w+)$/u;

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
      typeof value === "string" && isSendable(value) && headerName.test(name)
        ? [[name, value] as const]
        : [],
    );
    const isWhole = entries.length > 0 && entries.length === Object.keys(parsed).length;
    return isWhole ? Object.fromEntries(entries) : undefined;
  } catch {
    return undefined;
  }
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/u;

/**
 * Substitutes environment variables in headers. Returns the headers with the secret values, or the name of a variable
 * or header that is unset or empty.
 */
export function resolvedHeaders(
  headers: HeaderSet,
  environment: Readonly<Record<string, string | undefined>>,
):
  | { readonly headers: HeaderSet; readonly secrets: readonly string[] }
  | { readonly missing: string } {
  const resolved: [string, string][] = [];
  const secrets: string[] = [];
  for (const [name, text] of Object.entries(headers)) {
    const variable = variablePattern.exec(text)?.groups?.["variable"];
    const value = variable === undefined ? text : (environment[variable] ?? "");
    if (value === "") return { missing: variable ?? name };
    if (variable !== undefined) secrets.push(value);
    resolved.push([name, value]);
  }
  return { headers: Object.fromEntries(resolved), secrets };
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
