import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { selectEverything } from "./selection.ts";

const schema = buildSchema(/* GraphQL */ `
  type Query {
    rover(name: String!): Rover
  }
  type Mutation {
    fileReport(name: String!): FileReportResult!
  }
  union FileReportResult = Filed | Refused
  type Filed {
    data: Report!
  }
  type Refused {
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
        "progress } } ... on Refused { message } }",
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
});
