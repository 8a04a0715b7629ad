declare const brand: unique symbol;

/**
 * A version token of one stored object, or of a list. Opaque: it may be compared for equality and
 * sent back, never parsed or ordered, unless the target declares its versions comparable.
 */
export type ResourceVersion = string & { readonly [brand]: "ResourceVersion" };

/** The identity of one incarnation of an object, unique in time and space. */
export type Uid = string & { readonly [brand]: "Uid" };

/** Brands a text that stands for a resource version, whether a server issued it or a check made it up. */
export function resourceVersion(text: string): ResourceVersion {
  return text as ResourceVersion;
}

/** Brands a text that stands for a uid, whether a server issued it or a check made it up. */
export function uid(text: string): Uid {
  return text as Uid;
}
