import type { WireRules } from "../rules/wire-rules.ts";

/** Encodes requests and replies as the server stores them. */
export const wireRules: WireRules = {
  understand: (args) => args,
  present: (shown) => shown,
};
