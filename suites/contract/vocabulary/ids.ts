declare const brand: unique symbol;

/**
 * A version token of one stored object, or of a list. Opaque: compare it and send it as a precondition, but never parse
 * or order it, unless the target declares its versions comparable.
 */
export type ResourceVersion = string & { readonly [brand]: "ResourceVersion" };

/** The identity of one incarnation of an object, unique in time and space. */
export type Uid = string & { readonly [brand]: "Uid" };

/** Brands a string as a resource version. The string comes from a server or is made up by a check. */
export function resourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion;
}

/** Brands a string as a uid. The string comes from a server or is made up by a check. */
export function uid(text: string): Uid {
  return text as Uid;
}
