import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, JsonObject, Outcome } from "#contract";
import type { Exchange } from "#targets";
import { Notebook } from "../schema/notebook.ts";
import { withoutRefused } from "./probe-samples.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "../learning/pump-target.fixture.ts";
import { anySamples } from "../schema/sample-guesses.ts";

interface Learned {
  readonly sizes: readonly unknown[] | undefined;
  readonly note: string | undefined;
}

const rejected: Outcome = {
  result: "refused",
  refusal: { reason: "invalid", message: "no", causes: [] },
};

/** Two status mutations, which accept only some of the generated statuses. */
async function learned(
  accepts: (status: JsonObject, via: string | undefined) => boolean,
  { isReadable = true } = {},
): Promise<Learned> {
  const exchangeOf = (command: Command): Exchange => {
    const isTaken =
      command.verb === "updateStatus" ? accepts(command.status, command.via) : isReadable;
    if (!isTaken) return { outcome: rejected };
    const metadata = { name: "a", uid: uid("u"), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
  };
  const updateStatus = ["first", "second"].map((id) => {
    return { ...pumpOperation, id, statusMode: "partial" } as const;
  });
  const kind = pumpKind({
    operations: { updateStatus },
    samples: { statuses: anySamples, counter: "size" },
  });
  const notes = new Notebook();
  const shared = pumpShared(() => pumpTarget(exchangeOf), { notes });
  const dialect = await withoutRefused(pumpDialect(kind), { kind: "Pump", name: "a" }, shared);
  return {
    sizes: dialect.kinds[0]?.samples.statuses.map(({ size }) => size),
    note: notes.at(["kinds", "Pump", "samples"])?.reason,
  };
}

it("keeps generated statuses that any status mutation accepts", async () => {
  const found = await learned((_status, via) => via === "second");

  expect(found).toEqual({ sizes: [1, 2, 3], note: undefined });
});

it("keeps generated statuses if only some are accepted, those first, and says how many", async () => {
  expect(await learned(({ size }) => size !== 1)).toEqual({
    sizes: [2, 3, 1],
    note: "no status mutation accepted 1 of 3 generated statuses; pass --samples",
  });
});

it("drops generated statuses if no status mutation accepts any of them", async () => {
  expect(await learned(() => false)).toEqual({
    sizes: [],
    note: "no status mutation accepted 3 of 3 generated statuses; pass --samples",
  });
});

it("keeps generated statuses if there is no version to write them with", async () => {
  expect(await learned(() => false, { isReadable: false })).toEqual({
    sizes: [1, 2, 3],
    note: undefined,
  });
});
