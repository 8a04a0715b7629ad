import { isSameValue } from "#contract";
import type { ObjectKey } from "#contract";
import { isAccepted, objectIn, read, send, whyNot } from "./trial-requests.ts";
import type { Trial } from "./trial-requests.ts";

export async function probeUpdate(trial: Trial, key: ObjectKey): Promise<void> {
  for (const [index, { id }] of trial.kind.operations.update.entries()) {
    const { specs } = trial.kind.samples;
    const spec = specs[(index + 1) % specs.length] ?? {};
    const before = objectIn(await read(trial, key));
    if (before === undefined) return;
    const { resourceVersion } = before.metadata;
    const command = { verb: "update", identity: "author", via: id, key, resourceVersion } as const;
    const written = await send(trial, { ...command, spec });
    const after = objectIn(await read(trial, key));
    const at = ["kinds", trial.kind.name, "operations", "update", id];
    const isStored = !isSameValue(after?.spec, before.spec);
    if (!isAccepted(written)) {
      trial.notes.note(at, "low", `the endpoint rejected a sample: ${whyNot(written)}`);
    } else if (isStored) {
      trial.notes.note(at, "high", "a read returned the spec that it wrote");
      const place = ["kinds", trial.kind.name, "paths", "spec"];
      trial.notes.note(place, "high", "a written spec was found in this field");
      noteGeneration(trial, before.metadata.generation, after?.metadata.generation);
    } else trial.notes.note(at, "low", "the spec was accepted, but a later read did not return it");
  }
}

/**
 * Writes labels as the author, and notes whether a read returns them. Returns true if the field belongs to the spec
 * instead: its name is only similar to that of labels, and a change increased the generation.
 */
export async function probeLabels(trial: Trial, key: ObjectKey): Promise<boolean> {
  const [operation] = trial.kind.operations.update;
  const before = objectIn(await read(trial, key));
  const { labels: path } = trial.kind.paths;
  if (operation === undefined || before === undefined || path === undefined) return false;
  const { resourceVersion } = before.metadata;
  const labels = { ...before.metadata.labels, trial: "one" };
  const command = { verb: "update", identity: "author", via: operation.id, key } as const;
  const written = await send(trial, { ...command, resourceVersion, labels });
  if (!isAccepted(written)) return false;
  const after = objectIn(await read(trial, key));
  const at = ["kinds", key.kind, "paths", "labels"];
  const { generation } = before.metadata;
  if (!isSameValue(after?.metadata.labels, labels)) {
    trial.notes.note(at, "low", "written labels were not stored");
  } else if (generation !== after?.metadata.generation) {
    trial.notes.note(at, "low", "a label change increased the generation, as a spec change does");
    // An update that replaces the object may also have changed the spec.
    return !/labels$/iu.test(path) && isSameValue(after?.spec, before.spec);
  } else {
    const isShown = generation !== undefined;
    trial.notes.note(at, isShown ? "high" : "medium", "written labels were found in this field");
  }
  return false;
}

function noteGeneration(trial: Trial, before: number | undefined, after: number | undefined): void {
  if (before === undefined || after === undefined) return;
  const at = ["kinds", trial.kind.name, "paths", "generation"];
  const isMoved = after === before + 1;
  const reason = isMoved
    ? "a spec change increased it by one"
    : "a spec change did not increase it by one";
  trial.notes.note(at, isMoved ? "high" : "low", reason);
}
