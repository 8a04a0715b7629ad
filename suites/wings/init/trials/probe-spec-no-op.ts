import type { ObjectKey, Semantics } from "#contract";
import { isAccepted, objectIn, read, send } from "../requests/trial-requests.ts";
import type { Trial } from "../requests/trial-requests.ts";
import type { StatusFindings } from "./probe-status.ts";

/**
 * Observes a spec write that changes nothing. If it behaves unlike status writes, the kind gets the behavior of spec
 * writes, and its status mutations declare their own.
 */
export async function withSpecNoOp(
  trial: Trial,
  key: ObjectKey,
  found: StatusFindings,
): Promise<StatusFindings> {
  const { noOp: ofStatus } = found.semantics;
  if (ofStatus === undefined) return found;
  const noOp = await probeSpecNoOp(trial, key);
  if (noOp === undefined || noOp === ofStatus) return found;
  const { kind, semantics } = found;
  const [update] = kind.operations.update;
  trial.notes.note(
    ["kinds", kind.name, "semantics", "noOp"],
    "high",
    `${noOp}, as observed with ${update?.id ?? "spec writes"}; status writes: ${ofStatus}`,
  );
  const updateStatus = kind.operations.updateStatus.map((operation) => ({
    ...operation,
    semantics: { noOp: ofStatus, ...operation.semantics },
  }));
  return {
    kind: { ...kind, operations: { ...kind.operations, updateStatus } },
    semantics: { ...semantics, noOp },
  };
}

async function probeSpecNoOp(trial: Trial, key: ObjectKey): Promise<Semantics["noOp"] | undefined> {
  const [spec] = trial.kind.samples.specs;
  if (spec === undefined || trial.kind.operations.update.length === 0) return undefined;
  const write = async (): Promise<string | undefined> => {
    const version = objectIn(await read(trial, key))?.metadata.resourceVersion;
    if (version === undefined) return undefined;
    const command = { verb: "update", identity: "author", key, resourceVersion: version } as const;
    if (!isAccepted(await send(trial, { ...command, spec }))) return undefined;
    return objectIn(await read(trial, key))?.metadata.resourceVersion;
  };
  // The first write stores the spec in the form of the endpoint.
  const first = await write();
  const second = first === undefined ? undefined : await write();
  if (first === undefined || second === undefined) return undefined;
  return first === second ? "keepsVersion" : "takesVersion";
}
