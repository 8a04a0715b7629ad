declare const brand: unique symbol;

/**
 * A version token of one stored object, or of a list. Opaque: only for comparison and for preconditions, never parsed
 * or ordered, unless the target declares its versions comparable.
 */
export type ResourceVersion = string & { readonly [brand]: "ResourceVersion" };

/** The identity of one incarnation of an object, unique in time and space. */
export type Uid = string & { readonly [brand]: "Uid" };

/** Brands a string as a resource version, whether issued by a server or made up by a check. */
export function resourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion;
}

/** Brands a string as a uid, whether issued by a server or made up by a check. */
export function uid(text: string): Uid {
  return text as Uid;
}
