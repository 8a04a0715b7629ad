import { buildSchema } from "graphql";
import { expect, it } from "vitest";
import { inferDialect } from "./infer-dialect.ts";

function listOf(filter: string): unknown {
  const schema = buildSchema(/* GraphQL */ `
    type Pipe {
      id: ID!
      code: String!
      rev: Int!
      plan: PipePlan!
      observed: PipeState
      tags: [Tag!]!
    }
    type PipePlan {
      bore: Int!
    }
    type PipeState {
      flow: Float
    }
    type Tag {
      key: String!
      value: String!
    }
    input PipePlanInput {
      bore: Int!
    }
    input PipeStateInput {
      flow: Float
    }
    input TagInput {
      key: String!
      value: String!
    }
    input OrderInput {
      property: String!
      text: String!
    }
    input PipeFilter {
      ${filter}
    }
    type Query {
      pipe(code: String!): Pipe
      pipes(filter: PipeFilter): [Pipe!]!
    }
    type Mutation {
      layPipe(code: String!, plan: PipePlanInput!, tags: [TagInput!]): Pipe!
      changePipe(code: String!, rev: Int!, plan: PipePlanInput, tags: [TagInput!]): Pipe!
      reportPipe(code: String!, rev: Int!, observed: PipeStateInput!): Pipe!
      pullPipe(code: String!): Boolean!
    }
  `);
  const [kind] = inferDialect(schema, { name: "pipes" }).dialect.kinds;
  return kind?.operations.list[0]?.arguments;
}

it.each(["tags", "tagged", "withTags", "tagSelector", "nodeTags", "unitTags"])(
  "selects by pairs, like those of the labels, in a filter named %s",
  (name) => {
    expect(listOf(`${name}: [TagInput!]`)).toEqual({ filter: { [name]: "$selectorPairs" } });
  },
);

it.each(["tagged", "withTags"])("selects by a string in a filter named %s", (name) => {
  expect(listOf(`${name}: String`)).toEqual({ filter: { [name]: "$selectorText" } });
});

it.each([
  "untagged: String",
  "tagged: Boolean",
  "tagged: [String!]",
  "tagged: String!",
  "stage: String",
])("selects no string by %s", (field) => {
  expect(JSON.stringify(listOf(field))).not.toContain("$selector");
});

it.each([
  "order: [OrderInput!]",
  "pairs: [TagInput!]",
  "untagged: Boolean",
  "withoutTags: [TagInput!]",
])("selects nothing by %s", (field) => {
  expect(JSON.stringify(listOf(field))).not.toContain("$selectorPairs");
});
