import type { JsonObject } from "#contract";
import { refuseInvalid } from "../values/refusal.ts";
import type { Refusal } from "../values/refusal.ts";
import type { WatchRequest } from "../kinds/store-requests.ts";

export function readWatch(
  args: JsonObject,
  known: Pick<WatchRequest, "caller" | "filter">,
): WatchRequest | Refusal {
  const { resourceVersion } = args;
  const request = {
    ...known,
    bookmarks: args["bookmarks"] === true,
    initialEvents: args["initialEvents"] === true,
  };
  if (typeof resourceVersion !== "string") return request;
  if (!request.initialEvents) return { ...request, cursor: resourceVersion };
  const message =
    "initialEvents cannot be combined with resourceVersion: they show the current state.";
  return refuseInvalid([{ reason: "FieldForbidden", field: "initialEvents", message }]);
}
