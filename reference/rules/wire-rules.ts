import type { JsonObject } from "#contract";
import type { Channel, OperationStyle } from "../kinds/store-requests.ts";

export interface WireCall {
  readonly action: "get" | "list" | "watch" | "create" | "update" | "delete" | "status";
  readonly style: OperationStyle;
  readonly channel: Channel;
}

/**
 * How requests and responses are encoded. The correct rules change nothing. All watches with the same document share
 * the encoding of an event, so it may depend only on the event and on the call's `way`.
 */
export interface WireRules {
  readonly understand: (args: JsonObject, call: WireCall) => JsonObject;
  /** Encodes the result of a root field, and each event of a watch. `args` are the arguments of the request. */
  readonly present: (shown: JsonObject, call: WireCall, args: JsonObject) => JsonObject;
}
