/** Field managers that share a status. Their names differ from those of the identities. */
export const managers = {
  first: "conformance-first",
  second: "conformance-second",
} as const;
