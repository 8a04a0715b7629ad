import { isJsonObject } from "#contract";
import type { CredentialPlaces } from "#verdicts";
import { decidingPaths } from "../report/deciding.ts";
import type { ReportCall, Violation } from "../report/report.ts";
import { curlWords } from "../text/curl.ts";
import { httpMessage } from "../text/http-message.ts";
import { makeVisible } from "../text/make-visible.ts";
import { shortDocument } from "../text/short-document.ts";

/**
 * Maximum length of a command in characters. A longer command is omitted; the page and the record contain the request.
 */
const maxCharacters = 4000;

/** Renders a request of a violation as a one-line curl command. Returns undefined if the command would be too long. */
export function curlCommand(
  call: ReportCall,
  violation: Violation,
  credentials?: CredentialPlaces,
): string | undefined {
  const { request, identity } = call;
  if (request === undefined) return undefined;
  const message = httpMessage(request);
  const { operation, variables } = request;
  const isDocument = isJsonObject(message.body) && message.body["query"] === operation;
  const body = isDocument
    ? {
        ...message.body,
        query: shortDocument(operation, decidingPaths(call, violation)),
        variables,
      }
    : message.body;
  const command = curlWords({
    ...message,
    url: makeVisible(message.url),
    identity,
    credentials,
    data: body === undefined ? "" : JSON.stringify(body),
  }).join(" ");
  return command.length > maxCharacters ? undefined : command;
}
