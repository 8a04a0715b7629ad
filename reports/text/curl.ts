import { usualCredentials } from "#verdicts";
import type { CredentialPlaces } from "#verdicts";
import { quoteForShell } from "./repeat-command.ts";

/** A request as curl sends it. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** The media type of what is sent. */
  readonly contentType: string;
  /** The role whose credential is sent; none for `anonymous`. */
  readonly identity: string;
  /** Where the credential goes. Defaults to a bearer token. */
  readonly credentials?: CredentialPlaces | undefined;
  /** The body. Empty: none. */
  readonly data: string;
}

/** The words of a curl command; the credential is a variable of the shell. */
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
    ...(identity === "anonymous"
      ? []
      : [`--header ${credentialHeader(credentials, credentialVariable(identity))}`]),
    ...(data === "" ? [] : [`--data-raw ${quoteForShell(data)}`]),
  ];
}

/** The header as a word of a shell in which the variable is replaced, and nothing else. */
function credentialHeader({ http }: CredentialPlaces, variable: string): string {
  const header = `${http.header.toLowerCase()}: ${http.format}`;
  const [before = "", ...after] = header.split("$credential");
  const rest = after.join("$credential");
  if (/^[\w :/.=,-]*$/u.test(before) && rest === "") return `"${before}$${variable}"`;
  return `${quoteForShell(before)}"$${variable}"${rest === "" ? "" : quoteForShell(rest)}`;
}

/** The variable of the shell that has the credential of a role. */
export function credentialVariable(identity: string): string {
  return `${identity.toUpperCase()}_CREDENTIAL`;
}
