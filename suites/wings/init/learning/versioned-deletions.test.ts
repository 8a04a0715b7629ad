import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import { Notebook } from "../schema/notebook.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";
import { learnVersionedDeletions } from "./versioned-deletions.ts";

const deletion = { ...pumpOperation, arguments: { version: "$resourceVersion" } };

/** Serves one pump, and deletes it only on the given condition. */
function answers(accepts: (command: Command) => boolean): (command: Command) => Exchange {
  return (command) => {
    if (command.verb === "delete" && !accepts(command)) {
      const refusal = { reason: "conflict", message: "the version differs", causes: [] } as const;
      return { outcome: { result: "refused", refusal } };
    }
    const name = "key" in command ? command.key.name : "";
    const metadata = { name, uid: uid("u"), resourceVersion: resourceVersion("7") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  };
}

async function learned(
  accepts: (command: Command) => boolean,
  operation: typeof deletion | typeof pumpOperation = deletion,
): Promise<{ readonly required: true | undefined; readonly reason: string | undefined }> {
  const notes = new Notebook();
  const target = pumpTarget(answers(accepts));
  const dialect = await learnVersionedDeletions(
    pumpDialect(pumpKind({ operations: { delete: [operation] } })),
    "Pump",
    pumpShared(() => target, { notes }),
  );
  const at = ["kinds", "Pump", "operations", "delete", "x", "requiresVersion"];
  return {
    required: dialect.kinds[0]?.operations.delete[0]?.requiresVersion,
    reason: notes.at(at)?.reason,
  };
}

const isVersioned = (command: Command): boolean =>
  "resourceVersion" in command && command.resourceVersion === "7";

it("requires a version if only a deletion with the stored version is accepted", async () => {
  await expect(learned(isVersioned)).resolves.toEqual({
    required: true,
    reason: "a deletion without a version was rejected: the version differs",
  });
});

it.each([
  ["every deletion is accepted", () => true, deletion],
  ["no deletion is accepted", () => false, deletion],
  ["deletions take no version", isVersioned, pumpOperation],
])("requires none if %s", async (_when, accepts, operation) => {
  await expect(learned(accepts, operation)).resolves.toMatchObject({ required: undefined });
});
