/** How strongly something is required, in the words of RFC 2119. */
export type Level = "MUST" | "SHOULD" | "MAY";
