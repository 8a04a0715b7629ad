import type { WireRules } from "../rules/wire-rules.ts";

/** Encodes requests and replies in the form in which the server stores them. */
export const wireRules: WireRules = {
  understand: (args) => args,
  present: (shown) => shown,
};
