import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { selectEverything, typeAtPath } from "./selection.ts";
import type { Implementers } from "./selection.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    rover(name: String!): Rover
  }
  type Mutation {
    fileReport(name: String!): FileReportResult!
  }
  union FileReportResult = Filed | Rejected
  type Filed {
    data: Report!
  }
  type Rejected {
    message: String!
  }
  type Rover {
    name: String!
    task: Task!
    report: Report
  }
  type Task {
    target: String!
  }
  type Report {
    rover: Rover!
    progress: Int
  }
`);
const { fileReport } = schema.getMutationType()?.getFields() ?? {};
const { rover } = schema.getQueryType()?.getFields() ?? {};
if (fileReport === undefined || rover === undefined) throw new Error("no fields");

describe("the selection of an object", () => {
  it("contains its parts where it is itself a field of such a part", () => {
    const ways = [["data", "rover"]];

    expect(selectEverything(rover.type, 6)).toBe("{ name task { target } report { progress } }");
    expect(selectEverything(fileReport.type, 6, { ways })).toBe(
      "{ __typename ... on Filed { data { rover { name task { target } report { progress } } " +
        "progress } } ... on Rejected { message } }",
    );
  });

  it("ends at types that are not entered", () => {
    const selected = selectEverything(fileReport.type, 6, {
      ways: [["data", "rover"]],
      outside: ["Task"],
    });

    expect(selected).not.toContain("target");
    expect(selected).toContain("rover { name report { progress } }");
  });

  it("contains the fields of the types that implement an interface", () => {
    const refusals = buildSchema(/* GraphQL */ `
      type Query {
        receipt: Receipt
      }
      type Receipt {
        problem: Problem
      }
      interface Problem {
        title: String!
      }
      type Outdated implements Problem {
        title: String!
        current: String!
      }
      type Unacceptable implements Problem {
        title: String!
        current: Int
        complaints: [String!]!
      }
    `);
    const receipt = refusals.getQueryType()?.getFields()["receipt"];
    const implementers: Implementers = (type) => refusals.getPossibleTypes(type);

    expect(receipt && selectEverything(receipt.type, 6, { implementers })).toBe(
      "{ problem { __typename title ... on Outdated { current } " +
        "... on Unacceptable { current__of__Unacceptable: current complaints } } }",
    );
    expect(
      ["problem.current", "problem.complaints", "problem.absent"].map(
        (path) => receipt && typeAtPath(receipt.type, path.split("."), implementers),
      ),
    ).toEqual(["anything", "anything", undefined]);
  });
});
