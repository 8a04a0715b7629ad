import type { ObjectKey } from "#contract";
import type { Ledger } from "./ledger.ts";

/** A key without an object. Whatever comes to be under it, also what should not, is removed in the end. */
export function reservedKey(ledger: Ledger, key: ObjectKey): ObjectKey {
  ledger.creating(key);
  return key;
}
