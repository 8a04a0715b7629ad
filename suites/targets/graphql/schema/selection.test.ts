import { buildSchema, isObjectType } from "graphql";
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

  it("is as deep in every place, and keeps the paths of its own parts", () => {
    const object = { depth: 1, kept: [["report", "progress"]] };
    const limited = "{ name report { progress } }";

    expect(selectEverything(rover.type, 3, { ways: [[]], object })).toBe(limited);
    expect(selectEverything(fileReport.type, 3, { ways: [["data", "rover"]], object })).toBe(
      `{ __typename ... on Filed { data { rover ${limited} progress } } ... on Rejected { message } }`,
    );
    const bare = { depth: 1, kept: [["task"]] };
    expect(selectEverything(rover.type, 3, { ways: [[]], object: bare })).toBe(
      "{ name task { target } }",
    );
  });

  it("enters no page of the objects that enclose it", () => {
    const owned = buildSchema(/* GraphQL */ `
      type Query {
        kiln(name: String!): Kiln
        kilns(first: Int): KilnPage
        workshop(login: String!): Workshop
      }
      type Kiln {
        name: String!
        workshop: Workshop!
        parts: [Part!]!
        stacked: Stack
        state: State
      }
      type Workshop {
        login: String!
        kilns(first: Int): KilnPage!
        byGlaze: Groups
      }
      type KilnPage {
        edges: [KilnEdge!]!
        pageInfo: PageInfo!
        totalCount: Int!
      }
      type KilnEdge {
        cursor: String!
        node: Kiln!
      }
      type PageInfo {
        hasNextPage: Boolean!
        endCursor: String
      }
      type Groups {
        nodes: [Kiln!]!
        hasMore: Boolean!
      }
      type Stack {
        above: [Kiln!]!
        height: Int!
      }
      type Part {
        serial: String!
      }
      type State {
        phase: String
        isDone: Boolean
      }
    `);
    const { kiln, kilns, workshop } = owned.getQueryType()?.getFields() ?? {};
    if (kiln === undefined || kilns === undefined || workshop === undefined)
      throw new Error("no fields");
    const object =
      "{ name workshop { login } parts { serial } stacked { height } state { phase isDone } }";

    expect(selectEverything(kiln.type, 8)).toBe(object);
    expect(selectEverything(kilns.type, 8, { ways: [["edges", "node"]] })).toBe(
      `{ edges { cursor node ${object} } pageInfo { hasNextPage endCursor } totalCount }`,
    );
    expect(selectEverything(workshop.type, 8, { ways: [["kilns", "edges", "node"]] })).toContain(
      `kilns { edges { cursor node ${object} }`,
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

  it("contains the keys of deleted objects next to objects of the own type", () => {
    const feed = buildSchema(/* GraphQL */ `
      type Query {
        news: News
      }
      type News {
        topic: String!
        payload: Payload!
      }
      union Payload = Kiln | Shelf | Tombstone
      type Kiln {
        id: ID!
        heat: Int
      }
      type Shelf {
        id: Int!
        width: Int
      }
      type Tombstone {
        id: ID!
        by: String
      }
    `);
    const news = feed.getQueryType()?.getFields()["news"];
    const own = feed.getType("Kiln");
    const bounds = { ways: [["payload"]], keys: ["id"], ...(isObjectType(own) ? { own } : {}) };

    expect(news && selectEverything(news.type, 6, bounds)).toBe(
      "{ topic payload { __typename ... on Kiln { id heat } ... on Tombstone { id } } }",
    );
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
