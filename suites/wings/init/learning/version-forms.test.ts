import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { Notebook } from "../schema/notebook.ts";
import {
  pumpDialect,
  pumpKind,
  pumpOperation,
  pumpShared,
  pumpTarget,
} from "./pump-target.fixture.ts";
import { learnVersionForms } from "./version-forms.ts";

const versioned = { ...pumpOperation, arguments: { ifMatch: "$resourceVersion" } };

function schemaWith(type: string): ReturnType<typeof buildSchema> {
  return buildSchema(
    `type Pump { name: String id: ID version: Int status: String }
     type Query { x: Pump }
     type Mutation { x(ifMatch: ${type}): Pump }`,
  );
}

function formSent({ kinds: [kind] }: Dialect): unknown {
  return kind?.operations.update[0]?.arguments["ifMatch"];
}

/** Serves one pump at version 7, and accepts its updates if they contain the version in one of the given forms. */
function exchangeFor(forms: readonly unknown[], message: string) {
  return (dialect: Dialect): ((command: Command) => Exchange) =>
    (command) => {
      if (command.verb === "update" && !forms.includes(formSent(dialect))) {
        const refusal = { reason: "conflict", message, causes: [] } as const;
        return { outcome: { result: "refused", refusal } };
      }
      const name = "key" in command ? command.key.name : "";
      const metadata = { name, uid: uid("u"), resourceVersion: resourceVersion("7") };
      return { outcome: { result: "object", object: { kind: "Pump", metadata, spec: {} } } };
    };
}

async function learned(
  forms: readonly unknown[],
  { type = "String!", message = "precondition failed" } = {},
): Promise<{ readonly sent: unknown; readonly deleting: unknown; readonly reason?: string }> {
  const notes = new Notebook();
  const exchanges = exchangeFor(forms, message);
  const operations = { update: [versioned], updateStatus: [], delete: [versioned] };
  const dialect = await learnVersionForms(
    pumpDialect(pumpKind({ operations })),
    "Pump",
    pumpShared((one) => pumpTarget(exchanges(one)), { notes, means: { schema: schemaWith(type) } }),
  );
  const note = notes.at(["kinds", "Pump", "operations", "update", "x", "arguments"]);
  return {
    sent: formSent(dialect),
    deleting: dialect.kinds[0]?.operations.delete[0]?.arguments["ifMatch"],
    ...(note === undefined ? {} : { reason: note.reason }),
  };
}

const bare = "$resourceVersion";

it.each(['W/"${resourceVersion}"', '"${resourceVersion}"'])(
  "finds an entity tag if only a write with it is accepted: %s",
  async (form) => {
    await expect(learned([form])).resolves.toEqual({
      sent: form,
      deleting: form,
      reason: `ifMatch takes the version as ${form}; the version without this form was rejected`,
    });
  },
);

it("finds the form in the rejection", async () => {
  const message = "expected the tag rev(7), but received 7.";
  await expect(learned(["rev(${resourceVersion})"], { message })).resolves.toMatchObject({
    sent: "rev(${resourceVersion})",
  });
});

it("takes no longer number in the rejection for a form", async () => {
  const found = learned(["${resourceVersion}0"], { message: "flow must be at least 70" });
  await expect(found).resolves.toMatchObject({ sent: "$resourceVersion" });
});

it("keeps the version if it is accepted after a first rejection", async () => {
  let count = 0;
  const forms = [bare, 'W/"${resourceVersion}"'];
  const dialect = await learnVersionForms(
    pumpDialect(pumpKind({ operations: { update: [versioned], updateStatus: [] } })),
    "Pump",
    pumpShared(
      (one) =>
        pumpTarget((command) => {
          if (command.verb === "update") count += 1;
          const accepted = count === 1 && command.verb === "update" ? [] : forms;
          return exchangeFor(accepted, "try again")(one)(command);
        }),
      { means: { schema: schemaWith("String!") } },
    ),
  );
  expect(formSent(dialect)).toBe(bare);
});

it.each([
  ["the version itself is accepted", [bare, 'W/"${resourceVersion}"'], {}],
  ["no form is accepted", [], {}],
  ["the argument is a number", ['W/"${resourceVersion}"'], { type: "Int!" }],
  ["the caller is rejected", ['W/"${resourceVersion}"'], { message: "permission denied" }],
])("keeps the version if %s", async (_when, forms, more) => {
  await expect(learned(forms, more)).resolves.toEqual({ sent: bare, deleting: bare });
});
