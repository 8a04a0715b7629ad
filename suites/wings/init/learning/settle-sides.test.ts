import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import { Notebook } from "../schema/notebook.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";
import { withSettledSides } from "./settle-sides.ts";

const metadata = { name: "a", uid: uid("u1"), resourceVersion: resourceVersion("1") };
const pump = { kind: "Pump", metadata, spec: {} };
const [plan, measure] = ["plan", "measure"].map((id) => ({ ...pumpOperation, id, field: id }));
const at = ["kinds", "Pump", "operations"];
const rejected: Outcome = {
  result: "refused",
  refusal: { reason: "unclassified", message: "Forbidden", causes: [] },
};

async function settled(isRejected: (command: Command) => boolean): Promise<unknown> {
  if (plan === undefined || measure === undefined) return undefined;
  const kind = pumpKind({
    operations: {
      update: [plan, measure],
      updateStatus: [plan, measure].map((one) => ({ ...one, statusMode: "partial" })),
    },
  });
  const target = pumpTarget((command) => ({
    outcome: isRejected(command) ? rejected : { result: "object", object: pump },
  }));
  const notes = new Notebook([
    { path: [...at, "updateStatus", "plan", "mode"], confidence: "medium", reason: "guessed" },
  ]);
  const dialect = await withSettledSides(
    pumpDialect(kind),
    keyOf(pump),
    pumpShared(() => target, { notes }),
  );
  const { update, updateStatus } = dialect.kinds[0]?.operations ?? {};
  return [update?.map(({ id }) => id), updateStatus?.map(({ id }) => id), notes.guesses.length];
}

const via = (command: Command): string | undefined => ("via" in command ? command.via : undefined);

it.each<readonly [string, (command: Command) => boolean, unknown]>([
  [
    "assigns each mutation the side that it accepts",
    (one) =>
      (one.verb === "update" && via(one) === "measure") ||
      (one.verb === "updateStatus" && via(one) === "plan"),
    [["plan"], ["measure"], 0],
  ],
  [
    "keeps both sides if all are accepted",
    () => false,
    [["plan", "measure"], ["plan", "measure"], 1],
  ],
  [
    "keeps all mutations of a side if all are rejected",
    (one) => one.verb === "updateStatus",
    [["plan", "measure"], ["plan", "measure"], 1],
  ],
])("%s", async (_, isRejected, found) => {
  expect(await settled(isRejected)).toEqual(found);
});
