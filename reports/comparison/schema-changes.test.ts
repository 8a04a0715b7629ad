import { describe, expect, it } from "vitest";
import { caseLine, exchangeLine, violated } from "../testing/record-lines.ts";
import { OperationUses, schemaChanges } from "./schema-changes.ts";

const before = `
  type Query { service(name: String): Service }
  type Mutation { updateServiceStatus(input: StatusInput): Service, other: Int }
  type Service { name: String, phase: String }
  input StatusInput { name: String }
`;

describe("a change of the schema", () => {
  const uses = new OperationUses();
  const name = "concurrency/stale#Service.updateServiceStatus";
  uses.add(exchangeLine(1));
  uses.add(caseLine(name, [violated("concurrency.stale-status-write-conflicts", { case: name })]));

  it.each([
    {
      name: "of an argument puts at risk what was judged through the operation",
      from: "input: StatusInput)",
      to: "input: StatusInput!)",
      severity: "breaking",
      operations: ["Mutation.updateServiceStatus"],
      atRisk: ["concurrency.stale-status-write-conflicts"],
    },
    {
      name: "of a type reaches every operation that has it",
      from: ", phase: String",
      to: "",
      severity: "breaking",
      operations: ["Mutation.updateServiceStatus", "Query.service"],
      atRisk: ["concurrency.stale-status-write-conflicts"],
    },
    {
      name: "of an operation that nothing was judged through puts nothing at risk",
      from: ", other: Int",
      to: "",
      severity: "breaking",
      operations: ["Mutation.other"],
      atRisk: [],
    },
    {
      name: "that adds an argument with a default is only dangerous",
      from: "service(name: String)",
      to: "service(name: String, deep: Boolean)",
      severity: "dangerous",
      operations: ["Query.service"],
      atRisk: [],
    },
  ])("$name", ({ from, to, severity, operations, atRisk }) => {
    const changes = schemaChanges(before, before.replace(from, to), uses.uses);
    expect(changes).toMatchObject([{ severity, operations, atRisk }]);
  });

  it("is empty if the schema grew", () => {
    const grown = before.replace("phase: String", "phase: String, more: Int");
    expect(schemaChanges(before, grown, uses.uses)).toEqual([]);
  });
});
