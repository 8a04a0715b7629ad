import { expect, test } from "vitest";
import { shortOperation } from "./exchange-rows.ts";

test.each([
  { operation: "query { services { items { name } } }", shown: "services" },
  { operation: "query Q($n: ID!) { service(name: $n) { name } }", shown: "service" },
  {
    operation: "mutation M($i: In!) {\n  write: updateService(input: $i) { a }\n}",
    shown: "updateService",
  },
  {
    operation: "mutation M($i: In!) { example { v1 { updateService(input: $i) { a { b } } } } }",
    shown: "example.v1.updateService",
  },
  { operation: "{ a b { c(x: 1) } }", shown: "a" },
  {
    operation: "PATCH /apis/example/v1/services/web\nbody",
    shown: "PATCH /apis/example/v1/services/web",
  },
  { operation: "", shown: "" },
])("$operation", ({ operation, shown }) => {
  expect(shortOperation(operation)).toBe(shown);
});

test("a document made to be slow is not", () => {
  const before = performance.now();
  shortOperation(`{${"a:".repeat(100_000)}${"a{ ".repeat(100_000)}`);

  expect(performance.now() - before).toBeLessThan(1000);
});
