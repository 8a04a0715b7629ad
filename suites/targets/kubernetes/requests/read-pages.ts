import { isJsonObject } from "#contract";
import type { JsonObject } from "#contract";
import { joined } from "../../port/join-exchanges.ts";
import type { Exchange } from "../../port/target.ts";

/** Maximum number of pages of a list, in case a server never returns the last page. */
const maximumPages = 1_000;

/** Maximum number of times that a list is read anew because its continue token expired. */
const mostRestarts = 2;

export interface PageRequests {
  /** Requests the first page again. */
  readonly first: () => Promise<Exchange>;
  /** Requests the page that a continue token of the previous page identifies. */
  readonly next: (token: string) => Promise<Exchange>;
}

/**
 * Reads the further pages of a list, as client-go's pager does. All pages show the state at the version of the first
 * one (Kubernetes API conventions, "Retrieving large results sets in chunks"). If a continue token expires, the list is
 * read anew. If the pages have different versions, the list may lack objects that were changed in the meantime.
 */
export async function readPages(start: Exchange, requests: PageRequests): Promise<Exchange> {
  let read = await readOnce(start, requests);
  for (let restart = 0; isExpired(read) && restart < mostRestarts; restart += 1) {
    read = await readOnce(await requests.first(), requests);
  }
  return read;
}

async function readOnce(start: Exchange, { next }: PageRequests): Promise<Exchange> {
  let whole = start;
  let last = start;
  let isConsistent = true;
  const seen = new Set<string>();
  while (last.outcome.result === "list") {
    const token = metadataOf(last)["continue"];
    if (typeof token !== "string" || token === "") break;
    if (seen.has(token) || seen.size >= maximumPages) {
      const detail = seen.has(token)
        ? "a page of the list refers to an earlier page"
        : `the list has more than ${maximumPages} pages`;
      return { ...whole, outcome: { result: "unintelligible", detail } };
    }
    seen.add(token);
    last = await next(token);
    isConsistent &&= versionOf(last) === versionOf(start);
    whole = joined(whole, last);
  }
  return whole.outcome.result === "list" && !isConsistent
    ? { ...whole, partial: "its pages have different versions" }
    : whole;
}

function isExpired({ outcome }: Exchange): boolean {
  return outcome.result === "refused" && outcome.refusal.reason === "expired";
}

function versionOf({ outcome }: Exchange): string | undefined {
  return outcome.result === "list" ? outcome.resourceVersion : undefined;
}

function metadataOf({ reply }: Exchange): JsonObject {
  const metadata = isJsonObject(reply?.body) ? reply.body["metadata"] : undefined;
  return isJsonObject(metadata) ? metadata : {};
}
