import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { Notebook } from "../schema/notebook.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";
import { learnSpareDeletions } from "./spare-deletions.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    ferry(id: ID!): Ferry
    ferries: [Ferry!]!
  }
  type Ferry {
    id: ID!
    rev: Int!
    timetable: Timetable!
    state: State
  }
  type Timetable {
    seats: Int!
  }
  type State {
    passengers: Int
  }
  input TimetableInput {
    seats: Int!
  }
  input StateInput {
    passengers: Int
  }
  type Mutation {
    launchFerry(id: ID!, timetable: TimetableInput!): Ferry!
    rescheduleFerry(id: ID!, rev: Int!, timetable: TimetableInput!): Ferry!
    reportFerry(id: ID!, rev: Int!, state: StateInput!): Ferry!
    ferryArrived(id: ID!, rev: Int!): Ferry!
    scrapFerry(id: ID!): Ferry!
  }
`);

const inference = inferDialect(schema, { name: "ferries" });

/** Serves objects that only the given mutation deletes. Refuses the author all others. */
class Ferries {
  readonly stored = new Set<string>();

  execute(command: Command, used: string | undefined, deletion: string): Exchange {
    const name = "key" in command ? (command.key.name ?? "") : "";
    if (command.verb === "create") this.stored.add(name);
    if (command.verb === "delete") {
      const refusal = { reason: "forbidden", message: "not yours", causes: [] } as const;
      if (used !== deletion) return { outcome: { result: "refused", refusal } };
      this.stored.delete(name);
      return { outcome: { result: "done" } };
    }
    if (!this.stored.has(name)) {
      const refusal = { reason: "notFound", message: "no ferry", causes: [] } as const;
      return { outcome: { result: "refused", refusal } };
    }
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("1") };
    return { outcome: { result: "object", object: { kind: "Ferry", metadata, spec: {} } } };
  }
}

function usedBy({ kinds: [kind] }: Dialect): string | undefined {
  return kind?.operations.delete[0]?.field;
}

async function learnedFrom(deletion: string): Promise<{
  readonly used: string | undefined;
  readonly notes: Notebook;
  readonly left: number;
}> {
  const ferries = new Ferries();
  const notes = new Notebook(inference.guesses);
  let named = 0;
  const shared = pumpShared(
    (dialect) => pumpTarget((command) => ferries.execute(command, usedBy(dialect), deletion)),
    { notes, means: { newName: () => `ferry-${(named += 1)}` } },
  );
  const learned = await learnSpareDeletions(inference.dialect, "Ferry", shared);
  return { used: usedBy(learned), notes, left: ferries.stored.size };
}

it("finds the mutation that deletes objects by a test, and deletes the objects of failed tests", async () => {
  const { used, notes, left } = await learnedFrom("scrapFerry");

  expect(used).toBe("scrapFerry");
  expect(left).toBe(0);
  const at = ["kinds", "Ferry", "operations", "delete"];
  expect(notes.at([...at, "scrapFerry"])).toMatchObject({ confidence: "high" });
  expect(notes.at([...at, "ferryArrived"])).toBeUndefined();
});

it("keeps the first mutation if it deletes objects", async () => {
  await expect(learnedFrom("ferryArrived")).resolves.toMatchObject({ used: "ferryArrived" });
});

it("keeps the first mutation if none deletes objects", async () => {
  await expect(learnedFrom("none")).resolves.toMatchObject({ used: "ferryArrived" });
});

it("writes only the first mutation without a test", () => {
  const [ferry] = inference.dialect.kinds;

  expect(ferry?.operations.delete.map(({ field }) => field)).toEqual(["ferryArrived"]);
});
