/** Field managers that share a status. Neither is the name of an identity. */
export const managers = {
  first: "conformance-first",
  second: "conformance-second",
} as const;
