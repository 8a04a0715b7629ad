import type { JsonObject } from "#contract";
import type { Channel, Way } from "../kinds/requests.ts";

/** One use of a root field, as far as its spelling may depend on it. */
export interface WireCall {
  readonly action: "get" | "list" | "watch" | "create" | "update" | "delete" | "status";
  readonly way: Way;
  readonly channel: Channel;
}

/**
 * How requests and replies are spelled. The right rules change nothing. What an event shows is shared by all
 * watches with the same document, so it follows from the event and the way alone.
 */
export interface WireRules {
  /** The arguments of a root field in the server's own words. */
  readonly understand: (args: JsonObject, call: WireCall) => JsonObject;
  /** What a root field answers with, and each event of a watch. `args` are those of the request. */
  readonly present: (shown: JsonObject, call: WireCall, args: JsonObject) => JsonObject;
}
