import { writeWideIntegers } from "#contract";
import { usualCredentials } from "#verdicts";
import type { CredentialPlaces } from "#verdicts";
import { quoteForShell } from "./shell-command.ts";

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  readonly identity: string;
  /** The location and format of the credential in a request. Defaults to a bearer token. */
  readonly credentials?: CredentialPlaces | undefined;
  readonly data: string;
}

export function curlWords({
  method,
  url,
  contentType,
  identity,
  credentials = usualCredentials,
  data,
}: CurlRequest): readonly string[] {
  return [
    "curl --silent --show-error --globoff",
    ...(method === "POST" ? [] : [`--request ${quoteForShell(method)}`]),
    `--url ${quoteForShell(url)}`,
    `--header ${quoteForShell(`content-type: ${contentType}`)}`,
    ...(identity === "anonymous" ? [] : senderWords(credentials, identity)),
    ...constantHeaders(credentials, identity),
    ...(data === "" ? [] : [`--data-raw ${shellData(data, credentials, identity)}`]),
  ];
}

/** Returns the body as a shell word. Credentials in arguments are shell variables. */
function shellData(data: string, credentials: CredentialPlaces, identity: string): string {
  const text = writeWideIntegers(data);
  if (credentials.isInArguments !== true) return quoteForShell(text);
  const variable = credentialVariable(identity);
  return text
    .split(/(?<=")\$credential(?=")/u)
    .map(quoteForShell)
    .join(`"$${variable}"`);
}

function senderWords(credentials: CredentialPlaces, identity: string): readonly string[] {
  const sender = credentials.senders?.[identity];
  if (sender === undefined) return roleHeaders(credentials, identity);
  const { credentialOf, certificateOf, headers = {} } = sender;
  return [
    ...(certificateOf === undefined
      ? []
      : [
          `--cert "$${credentialVariable(certificateOf, "certificate")}"`,
          `--key "$${credentialVariable(certificateOf, "key")}"`,
        ]),
    ...(credentialOf === undefined ? [] : roleHeaders(credentials, credentialOf)),
    ...Object.entries(headers).map(
      ([name, text]) => `--header ${quoteForShell(`${name.toLowerCase()}: ${text}`)}`,
    ),
  ];
}

function roleHeaders(credentials: CredentialPlaces, identity: string): readonly string[] {
  const names = credentials.roles?.[identity];
  if (names === undefined) {
    if (credentials.isInArguments === true) return [];
    return [`--header ${credentialHeader(credentials, credentialVariable(identity))}`];
  }
  return names.map((name) => {
    const http = { header: name, format: "$credential" };
    return `--header ${credentialHeader({ http }, credentialVariable(identity, name))}`;
  });
}

/** Returns the constant headers of a role. Secrets are replaced by the environment variables that the dialect names. */
function constantHeaders({ headers = {} }: CredentialPlaces, identity: string): readonly string[] {
  return Object.entries(headers).flatMap(([name, text]) => {
    const before = `${name.toLowerCase()}: `;
    const variable = /^\$env\.(?<variable>\w+)$/u.exec(text)?.groups?.["variable"];
    if (variable === undefined) return [`--header ${quoteForShell(before + text)}`];
    return identity === "anonymous" ? [] : [`--header "${before}$${variable}"`];
  });
}

/** Formats the header as a shell word in which only the variable is expanded. */
function credentialHeader({ http }: CredentialPlaces, variable: string): string {
  const header = `${http.header.toLowerCase()}: ${http.format}`;
  const [before = "", ...after] = header.split("$credential");
  const rest = after.join("$credential");
  if (/^[\w :/.=,-]*$/u.test(before) && rest === "") return `"${before}$${variable}"`;
  return `${quoteForShell(before)}"$${variable}"${rest === "" ? "" : quoteForShell(rest)}`;
}

/** The shell variable for the credential of a role, or for one of its headers: `AUTHOR_X_SECRET`. */
export function credentialVariable(identity: string, header = "credential"): string {
  return `${identity}_${header.replaceAll(/\W/gu, "_")}`.toUpperCase();
}
