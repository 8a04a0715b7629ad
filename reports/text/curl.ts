import { quoteForShell } from "./repeat-command.ts";

/** A request as curl sends it. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  /** The media type of what is sent. */
  readonly contentType: string;
  /** The role whose credential is sent; none for `anonymous`. */
  readonly identity: string;
  /** The body. Empty: none. */
  readonly data: string;
}

/** The words of a curl command; the credential is a variable of the shell. */
export function curlWords({
  method,
  url,
  contentType,
  identity,
  data,
}: CurlRequest): readonly string[] {
  return [
    "curl --silent --show-error --globoff",
    ...(method === "POST" ? [] : [`--request ${quoteForShell(method)}`]),
    `--url ${quoteForShell(url)}`,
    `--header ${quoteForShell(`content-type: ${contentType}`)}`,
    ...(identity === "anonymous"
      ? []
      : [`--header "authorization: Bearer $${credentialVariable(identity)}"`]),
    ...(data === "" ? [] : [`--data-raw ${quoteForShell(data)}`]),
  ];
}

/** The variable of the shell that has the credential of a role. */
export function credentialVariable(identity: string): string {
  return `${identity.toUpperCase()}_CREDENTIAL`;
}
