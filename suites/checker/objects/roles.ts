import { operationKinds, operationOutcomes } from "../history/history.ts";

/**
 * What an operation shows about the states of its object. `pinned`: it observed exactly the version `after`, as a read
 * or as a write that changed nothing. `absent`, `present`: it observed that the object was absent, or existed.
 * `conflict`: it observed a version other than `before`. `deleteConflict`: the same for the uid and version of a
 * delete. `cas`, `put`, `create`, `delete`: it changed the object once. `unknownCas` and the other unknown roles: it
 * may have changed the object.
 */
export const role = {
  pinned: 0,
  absent: 1,
  present: 2,
  conflict: 3,
  deleteConflict: 4,
  cas: 5,
  put: 6,
  create: 7,
  delete: 8,
  unknownCas: 9,
  unknownPut: 10,
  unknownCreate: 11,
  unknownDelete: 12,
} as const;

/** The role of operations that provide no information: definite failures, and reads without a response. */
export const silent = -1;

export function isWrite(of: number): boolean {
  return of >= role.cas && of <= role.delete;
}

export function isUnknown(of: number): boolean {
  return of >= role.unknownCas;
}

/** Whether an operation with this role only showed that the object was not in a certain state. */
export function isRefusal(of: number): boolean {
  return of >= role.absent && of <= role.deleteConflict;
}

const roles: Readonly<Record<string, number>> = {
  "read ok": role.pinned,
  "read not-found": role.absent,
  "cas ok": role.cas,
  "cas conflict": role.conflict,
  "cas not-found": role.absent,
  "cas unknown": role.unknownCas,
  "put ok": role.put,
  "put conflict": role.present,
  "put not-found": role.absent,
  "put unknown": role.unknownPut,
  "create ok": role.create,
  "create exists": role.present,
  "create unknown": role.unknownCreate,
  "delete ok": role.delete,
  "delete conflict": role.deleteConflict,
  "delete not-found": role.absent,
  "delete unknown": role.unknownDelete,
};

/** Roles by kind and outcome, at index `kind * outcomes + outcome`. */
export function roleTable(): Int32Array {
  const names = operationKinds.flatMap((kind) =>
    operationOutcomes.map((outcome) => `${kind} ${outcome}`),
  );
  return Int32Array.from(names, (name) => roles[name] ?? silent);
}
