import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Secrets } from "../../port/secrets.ts";
import type { Credential } from "../dialect/credential-source.ts";
import { credentialOfHeaders, resolvedHeaders } from "./header-set.ts";
import type { HeaderSet } from "./header-set.ts";
import { logIn } from "./log-in.ts";
import { mintToken } from "./mint-token.ts";
import { errorSummary, runCommand } from "./run-credential-command.ts";
import type { DriverEnvironment } from "../../wire/http/driver-environment.ts";
import type { HttpTransport } from "../../wire/http/http-transport.ts";

export interface CredentialMeans {
  /** Absent if credentials may come only from the dialect itself. */
  readonly driverEnvironment?: DriverEnvironment;
  readonly transport: Pick<HttpTransport, "send">;
  readonly headers?: Readonly<Record<string, string>>;
  /** Timeout for a command or a login, in milliseconds. */
  readonly limitMs: number;
  /** Receives further secrets, such as passwords. Not collected by default. */
  readonly secrets?: Secrets;
}

export type FetchedCredential =
  | { readonly kind: "credential"; readonly credential: string }
  | { readonly kind: "none" }
  | { readonly kind: "unavailable"; readonly reason: string };

/** Maximum output of a credential command, in bytes. Servers reject longer headers. */
const mostCredentialBytes = 65_536;

/**
 * Fetches a credential from its source. Resolves with the credential, or the reason why there is none. Never rejects;
 * no error quotes a credential.
 */
export async function fetchCredential(
  source: Credential,
  means: CredentialMeans,
  signal: AbortSignal,
): Promise<FetchedCredential> {
  switch (source.kind) {
    case "static":
      return { kind: "credential", credential: source.credential };
    case "none":
    case "unavailable":
      return source;
    case "notApplicable":
      return unavailable(source.reason);
    case "headers":
      return fromHeaders(source.headers, means);
    case "environment":
    case "file":
    case "command":
    case "login":
    case "jwt":
      return means.driverEnvironment === undefined
        ? unavailable("the credential must be in the dialect itself")
        : fromOutside(source, { ...means, driverEnvironment: means.driverEnvironment }, signal);
  }
}

function fromHeaders(
  headers: HeaderSet,
  { driverEnvironment, secrets }: Pick<CredentialMeans, "driverEnvironment" | "secrets">,
): FetchedCredential {
  const found = resolvedHeaders(headers, driverEnvironment?.environment ?? {});
  if ("problem" in found) return unavailable(found.problem);
  for (const secret of found.secrets) secrets?.add(secret);
  return { kind: "credential", credential: credentialOfHeaders(found.headers) };
}

/** Whether the source may return a different credential when it is read again. */
export function isRenewable({ kind }: Credential): boolean {
  return kind === "file" || kind === "command" || kind === "login" || kind === "jwt";
}

type MeansOutside = CredentialMeans & { readonly driverEnvironment: DriverEnvironment };

type OutsideSource = Extract<
  Credential,
  { readonly kind: "environment" | "file" | "command" | "login" | "jwt" }
>;

async function fromOutside(
  source: OutsideSource,
  means: MeansOutside,
  signal: AbortSignal,
): Promise<FetchedCredential> {
  const { driverEnvironment } = means;
  const { environment } = driverEnvironment;
  switch (source.kind) {
    case "environment": {
      const { variable } = source;
      const value = environment[variable] ?? "";
      return value === ""
        ? unavailable(`the environment variable ${variable} is unset or empty`)
        : { kind: "credential", credential: value };
    }
    case "file":
      return fromFile(source.path, driverEnvironment);
    case "command":
      return fromCommand(source.command, means, signal);
    case "login":
      return fetched(await logIn(source, { ...means, environment }, signal));
    case "jwt":
      means.secrets?.add(environment[source.keyVariable] ?? "");
      return fetched(await mintToken(source, driverEnvironment));
  }
}

async function fromFile(path: string, { folder }: DriverEnvironment): Promise<FetchedCredential> {
  try {
    const text = (await readFile(resolve(folder, path), "utf8")).trim();
    if (text !== "") return { kind: "credential", credential: text };
    return unavailable(`the file ${path} is empty`);
  } catch {
    return unavailable(`the file ${path} cannot be read`);
  }
}

async function fromCommand(
  command: readonly string[],
  { driverEnvironment, limitMs }: MeansOutside,
  signal: AbortSignal,
): Promise<FetchedCredential> {
  const call = { command, driverEnvironment, limitMs, maximumBytes: mostCredentialBytes };
  const result = await runCommand(call, signal);
  // Names only the program, because the arguments may contain secrets.
  const name = `the command ${command[0] ?? ""}`;
  if (result.kind === "failed") return unavailable(`${name} ${result.detail}`);
  if (result.code !== 0) {
    return unavailable(`${name} failed with code ${result.code}${errorSummary(result.err)}`);
  }
  const credential = result.out.trim();
  if (credential === "") return unavailable(`${name} printed nothing`);
  return { kind: "credential", credential };
}

function fetched(
  result:
    | { readonly ok: true; readonly credential: string }
    | { readonly ok: false; readonly reason: string },
): FetchedCredential {
  return result.ok
    ? { kind: "credential", credential: result.credential }
    : unavailable(result.reason);
}

function unavailable(reason: string): FetchedCredential {
  return { kind: "unavailable", reason };
}
