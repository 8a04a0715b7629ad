import type { KindDescription } from "../target.ts";
import { statusWriteSemantics } from "./offers.ts";
import { operationsOf, statusOperations } from "./operation-ids.ts";
import { apiVersionOf } from "./rest-kind.ts";
import type { RestKind } from "./rest-kind.ts";

/**
 * Through which status writes a kind without pruning is tried: the two that differ most. It declares
 * something of its own, so that nothing that other kinds show would spare it any of them.
 */
const waysOfOpenKinds = ["status.put", "status.apply"] as const;

/** What checks may know about kinds of an API server. */
export function describeKinds(kinds: readonly RestKind[]): readonly KindDescription[] {
  return kinds.map((kind) => {
    const { name, scope, namespaces, samples, isRuntime, statusDefault, shapes } = kind;
    return {
      name,
      scope,
      namespaces,
      operations:
        kind.keepsUnknown === true
          ? { ...operationsOf(kind), updateStatus: waysOfOpenKinds }
          : operationsOf(kind),
      statusModes: kind.hasStatus ? statusOperations : {},
      samples,
      isRuntime,
      ...(kind.keepsUnknown === true ? ({ semantics: { unknownMembers: "stored" } } as const) : {}),
      ...(statusDefault === undefined ? {} : { statusDefault }),
      ...(shapes === undefined ? {} : { shapes }),
      ...(kind.hasStatus ? { statusSemantics: statusWriteSemantics } : {}),
      unservedApiVersion: apiVersionOf({ ...kind, version: "v0unserved" }),
    };
  });
}
