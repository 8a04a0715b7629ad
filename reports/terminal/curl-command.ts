import { isJsonObject } from "#contract";
import type { CredentialPlaces } from "#verdicts";
import { decidingLeaves } from "../report/deciding.ts";
import type { ReportCall, Violation } from "../report/report.ts";
import { curlWords } from "../text/curl.ts";
import { httpMessage } from "../text/http-message.ts";
import { leavesOf } from "../text/fold-json.ts";
import { makeVisible } from "../text/make-visible.ts";
import { shortDocument } from "../text/short-document.ts";

/** Longer commands are not written out: the page and the record have the request. */
const mostCharacters = 4000;

/** A request of a violation as curl sends it again, on one line. Undefined where it is too long for that. */
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
    ? { query: shortDocument(operation, decidingPaths(call, violation)), variables }
    : message.body;
  const command = curlWords({
    ...message,
    url: makeVisible(message.url),
    identity,
    credentials,
    data: body === undefined ? "" : JSON.stringify(body),
  }).join(" ");
  return command.length > mostCharacters ? undefined : command;
}

/** The paths within the data of a reply that decide. */
function decidingPaths(call: ReportCall, violation: Violation): readonly (readonly string[])[] {
  const matters = decidingLeaves(violation, call);
  return [...leavesOf(call.reply?.body ?? null)].flatMap((leaf) =>
    leaf.path[0] === "data" && matters(leaf) ? [leaf.path.slice(1)] : [],
  );
}
