/** A decoded value, or a short reason why it cannot be decoded. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };
