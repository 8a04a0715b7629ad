import { expect, it } from "vitest";
import { requirementIds } from "#contract";
import { serverRequirements } from "./server-requirements.ts";

it("leave to each kind what its schema may affect", () => {
  const left = requirementIds.filter((id) => !serverRequirements.includes(id));

  for (const id of [
    "write.stores-submitted-status",
    "errors.invalid-status-refused",
    "concurrency.no-op-keeps-version",
    "watch.event-carries-stored-object",
  ] as const)
    expect(left).toContain(id);
  for (const id of [
    "allocation.author-cannot-forge",
    "authorization.reader-cannot-write",
    "generation.not-writable",
    "watch.resumes-after-version",
    "write.dry-run-is-decided-like-the-write",
    "write.managers-not-writable",
  ] as const)
    expect(left).not.toContain(id);
});
