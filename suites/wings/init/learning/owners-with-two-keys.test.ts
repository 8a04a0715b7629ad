import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Exchange } from "#targets";
import type { Dialect } from "#targets/graphql";
import { inferDialect } from "../kinds/infer-dialect.ts";
import { withOwnedKey } from "./listed-keys.ts";
import { pumpShared, pumpTarget } from "./pump-target.fixture.ts";

const schema = buildSchema(`
  type Query { harbour(country: String!, code: String!): Harbour  harbours: [Harbour!]! }
  type Harbour { country: String! code: String! title: String berth(label: String!): Berth berths: [Berth!]! }
  type Berth { uuid: ID! country: String! harbour: String! label: String! edition: Int! plan: Plan! use: Use }
  type Plan { depth: Int! }
  input PlanInput { depth: Int! }
  type Use { lines: Int }
  input UseInput { lines: Int }
  input Key { country: String! harbour: String! label: String! }
  type Mutation {
    openBerth(key: Key!, plan: PlanInput!): Berth!
    planBerth(key: Key!, edition: Int!, plan: PlanInput!): Berth!
    noteBerth(key: Key!, edition: Int!, use: UseInput!): Berth!
    closeBerth(key: Key!): Berth!
  }
`);

const refused: Exchange = {
  outcome: {
    result: "refused",
    refusal: { reason: "notFound", message: "no such harbour", causes: [] },
  },
};

/** Lists two harbours, by the field that the dialect takes for their name. */
function harboursIn(dialect: Dialect): Exchange {
  const [harbour] = dialect.kinds;
  const values = harbour?.paths.name === "country" ? ["NL", "DE"] : ["rtm", "ham"];
  const items = values.map((name) => {
    const metadata = { name, uid: uid(name), resourceVersion: resourceVersion("1") };
    return { kind: "Harbour", metadata };
  });
  return { outcome: { result: "list", items } };
}

function inferred(namespaces: readonly string[]): Dialect {
  return inferDialect(schema, { name: "berths", namespaces }).dialect;
}

async function learned(
  namespaces: readonly string[],
  given?: readonly string[],
): Promise<Dialect | undefined> {
  const shared = pumpShared((dialect) => pumpTarget(() => harboursIn(dialect)), {
    means: { schema, ...(given === undefined ? {} : { namespaces: given }) },
  });
  return await withOwnedKey(inferred(namespaces), "Berth", { refused, shared });
}

it("lead to reads with a constant for the first key", () => {
  const { dialect } = inferDialect(schema, { name: "berths", namespaces: ["rtm"] });

  expect(dialect.kinds).toMatchObject([
    {
      paths: { name: "label", namespace: "harbour", uid: "uuid", resourceVersion: "edition" },
      operations: {
        create: [
          { arguments: { key: { country: "default", harbour: "$namespace", label: "$name" } } },
        ],
        read: [{ field: "harbour.berth", arguments: { country: "default", code: "$namespace" } }],
        list: [{ field: "harbour.berths", arguments: { country: "default", code: "$namespace" } }],
      },
    },
  ]);
});

it("give the first key of the owner whose other key is the namespace", async () => {
  const found = await learned(["rtm", "ham"]);

  expect(JSON.stringify(found?.kinds[0]?.operations).match(/"country":"NL"/gu)).toHaveLength(6);
  expect(found?.kinds[0]?.namespaces).toEqual(["rtm"]);
});

it("keep the namespaces that the user gave", async () => {
  expect((await learned(["rtm", "ams"], ["rtm", "ams"]))?.kinds[0]?.namespaces).toEqual([
    "rtm",
    "ams",
  ]);
});

it("give no key if the namespace is not that of the first owner", async () => {
  await expect(learned(["default"])).resolves.toBeUndefined();
});
