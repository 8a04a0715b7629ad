import type { ObjectKey } from "#contract";
import type { Ledger } from "./ledger.ts";

/** A key without an object. Any object created with it, even by mistake, is removed at the end. */
export function reservedKey(ledger: Ledger, key: ObjectKey): ObjectKey {
  ledger.creating(key);
  return key;
}
