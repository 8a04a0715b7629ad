import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import type { KindDialect } from "#targets/graphql";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

function boilerWith(report: string, more = ""): KindDialect | undefined {
  const schema = buildSchema(`
    scalar JSON
    type Query { boiler(name: String!): Boiler boilers: [Boiler!]! }
    type Boiler {
      id: ID! name: String! version: String! pressure: Int! fuel: String
      phase: Phase reading: Reading marks: JSON
    }
    enum Phase { PHASE_UNSPECIFIED PENDING RUNNING STOPPED OLD @deprecated }
    type Reading { celsius: Int alarms: [String!] }
    input ReadingInput { celsius: Int alarms: [String!] }
    input Report { name: String! version: String! phase: Phase reading: ReadingInput }
    type Mutation {
      createBoiler(name: String!, pressure: Int!, fuel: String): Boiler!
      updateBoiler(name: String!, version: String!, pressure: Int, fuel: String): Boiler!
      reportBoiler(${report}): Boiler!
      deleteBoiler(name: String!): Boolean!
      ${more}
    }
  `);
  const { dialect } = inferDialect(schema, { name: "boilers" });
  expect(prepareDialect(schema, dialect).problems).toEqual([]);
  return dialect.kinds[0];
}

it.each([
  {
    report: "name: String!, version: String!, phase: Phase, reading: ReadingInput",
    given: { phase: "$status.phase", reading: "$status.reading" },
  },
  { report: "input: Report!", given: { input: { $members: "$status" } } },
])("takes a scalar that is only reported next to an object for the status: $report", (given) => {
  const kind = boilerWith(given.report);

  expect(kind?.paths.status).toEqual({ phase: "phase", reading: "reading" });
  expect(kind?.operations.updateStatus).toMatchObject([{ arguments: given.given }]);
  expect(kind?.samples.statuses.map(({ phase }) => phase)).toEqual([
    "PENDING",
    "RUNNING",
    "STOPPED",
  ]);
});

it.each([
  {
    why: "another mutation writes it, too",
    report: "name: String!, version: String!, phase: Phase, reading: ReadingInput",
    more: "holdBoiler(name: String!, version: String!, phase: Phase): Boiler!",
  },
  {
    why: "only another mutation writes it",
    report: "name: String!, version: String!, reading: ReadingInput",
    more: "holdBoiler(name: String!, version: String!, phase: Phase): Boiler!",
  },
  {
    why: "it has any form, like labels",
    report: "name: String!, version: String!, reading: ReadingInput, marks: JSON",
    more: "",
  },
])("takes only the object for the status if $why", ({ report, more }) => {
  expect(boilerWith(report, more)?.paths.status).toBe("reading");
});
