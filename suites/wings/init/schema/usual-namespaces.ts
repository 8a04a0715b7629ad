/** The namespaces that are assumed if none are given. */
export const usualNames: readonly string[] = ["default"];

/** All assumed namespaces: a name, or the number of an owner. */
export const usualNamespaces: readonly string[] = [...usualNames, "1"];
