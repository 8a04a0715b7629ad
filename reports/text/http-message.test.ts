import { expect, it } from "vitest";
import { httpMessage } from "./http-message.ts";

const url = "https://kilns.example/graphql";

it.each([
  ["mutation Fire($a:ID!){fire(id:$a){id}}", "Fire"],
  ["  query\n  Kilns { kilns { id } }", "Kilns"],
  ["mutation($a:ID!){fire(id:$a){id}}", undefined],
  ["query @cached{ kilns { id } }", undefined],
  ["{ kilns { id } }", undefined],
])("sends the name of the operation %j", (operation, operationName) => {
  const { body } = httpMessage({ url, operation, variables: { a: "1" } });

  expect(body).toEqual({
    query: operation,
    ...(operationName === undefined ? {} : { operationName }),
    variables: { a: "1" },
  });
});
