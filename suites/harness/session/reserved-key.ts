import type { ObjectKey } from "#contract";
import type { Ledger } from "./ledger.ts";

/**
 * Reserves a key without creating an object. Any object that is created with it, even by mistake, is removed at the
 * end.
 */
export function reservedKey(ledger: Ledger, key: ObjectKey): ObjectKey {
  ledger.creating(key);
  return key;
}
