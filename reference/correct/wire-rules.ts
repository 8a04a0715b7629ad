import type { WireRules } from "../rules/wire-rules.ts";

/** Requests and replies are spelled as the server stores them. */
export const wireRules: WireRules = {
  understand: (args) => args,
  present: (shown) => shown,
};
