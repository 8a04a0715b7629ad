/** Field managers that share a status. Neither name is also the name of an identity. */
export const managers = {
  first: "conformance-first",
  second: "conformance-second",
} as const;
