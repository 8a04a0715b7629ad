import { isJsonObject } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import type { Secrets } from "../../port/secrets.ts";
import type { HttpReply, HttpTransport } from "../../wire/http/http-transport.ts";
import { fillFromEnvironment } from "../dialect/credential-source.ts";
import type { Credential } from "../dialect/credential-source.ts";
import { stepsOf, valueAt } from "../schema/paths.ts";

export interface LoginMeans {
  /** Sends logins over the query protocol, without a credential. */
  readonly transport: Pick<HttpTransport, "send">;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limitMs: number;
  /** Receives the passwords. Not collected by default. */
  readonly secrets?: Secrets;
}

export type LoginResult =
  | { readonly ok: true; readonly credential: string }
  | { readonly ok: false; readonly reason: string };

/**
 * Obtains a credential from a mutation. Resolves with the credential, or the reason why there is none. Never rejects;
 * no error quotes a password or a credential.
 */
export async function logIn(
  login: Extract<Credential, { readonly kind: "login" }>,
  { transport, environment, headers = {}, limitMs, secrets }: LoginMeans,
  signal: AbortSignal,
): Promise<LoginResult> {
  const filled = fillFromEnvironment(argumentsOf(login), environment);
  if (!filled.ok) {
    return {
      ok: false,
      reason: `the environment variable ${filled.variable} is unset or empty`,
    };
  }
  for (const secret of filled.secrets) secrets?.add(secret);
  const request = requestOf(login, filled.value);
  const result = await transport.send({ ...request, headers }, limitMs, signal);
  const reading = result.kind === "reply" ? readLogin(login, result) : undefined;
  if (reading?.ok === true) return reading;
  const lost = result.kind === "lost" ? result.detail : "the response is too large";
  const reason = reading?.reason ?? lost;
  return {
    ok: false,
    reason: `the login ${login.field} failed: ${without(reason, filled.secrets)}`,
  };
}

function argumentsOf({ arguments: tree }: { readonly arguments: object }): JsonObject {
  return isJsonObject(tree) ? tree : {};
}

/**
 * Inlines the values in the document: the types of variables are in the schema, and reading the schema may need the
 * credential.
 */
function requestOf(
  { field, credential, document }: Extract<Credential, { readonly kind: "login" }>,
  values: JsonObject,
): { readonly document: string; readonly variables?: JsonObject } {
  if (document !== undefined) return { document, variables: values };
  const list = Object.entries(values).map(([name, value]) => `${name}: ${literal(value)}`);
  const called = list.length === 0 ? field : `${field}(${list.join(", ")})`;
  const selection = stepsOf(credential).reduceRight((inner, step) => ` { ${step}${inner} }`, "");
  return { document: `mutation { ${called}${selection} }` };
}

function literal(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => literal(item)).join(", ")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${name}: ${literal(inner)}`);
  return `{${members.join(", ")}}`;
}

function readLogin(
  { field, credential: path }: Extract<Credential, { readonly kind: "login" }>,
  { status, data }: HttpReply,
): LoginResult {
  const body = data.kind === "json" ? data.value : undefined;
  const errors = valueAt(body, "errors");
  if (Array.isArray(errors) && errors.length > 0) {
    const message = valueAt(errors[0], "message");
    return {
      ok: false,
      reason: typeof message === "string" ? message.slice(0, 200) : "an error without a message",
    };
  }
  const place = [field, ...stepsOf(path)].join(".");
  const credential = valueAt(body, `data.${place}`);
  if (typeof credential === "string" && credential !== "") return { ok: true, credential };
  return { ok: false, reason: `HTTP ${status}, and the response has no string at "${place}"` };
}

function without(text: string, secrets: readonly string[]): string {
  return secrets.reduce((left, secret) => left.replaceAll(secret, "[credential]"), text);
}
