import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { readObject } from "../replies/object-reader.ts";
import type { KindDialect } from "../dialect/dialect.ts";
import { widget, widgetData, widgetDialect } from "../testing/widget-dialect.ts";
import { serverFieldRemarks, withServerFields } from "./with-server-fields.ts";

const schema = buildSchema(`
  scalar JSON
  scalar Time
  type Query { shop: Shop }
  type Shop { widget(ns: String!, name: String!): Widget }
  type Widget { spec: JSON status: Status }
  type Status {
    phase: String since: Time parts: [Part!] probe: Probe reportedAt: Time! reports: Int!
    conditions: [Condition!] alarm: String
  }
  type Part { code: Int raisedAt: Time }
  type Probe { level: Int checkedBy: String }
  type Condition { type: String id: ID }
  type Mutation {
    createWidget(input: JSON): Widget
    updateWidgetStatus(status: StatusInput, alarm: String, raw: JSON, text: String): Widget
    spreadWidgetStatus(input: SpreadInput!): Widget
  }
  input StatusInput {
    phase: String since: Time parts: [PartInput!] probe: ProbeInput conditions: [ConditionInput!]
  }
  input PartInput { code: Int }
  input ProbeInput { level: Int }
  input ConditionInput { type: String }
  input SpreadInput { reports: Int phase: String }
`);

const stored = {
  phase: "Idle",
  since: "t",
  parts: [{ code: 1, raisedAt: "t" }],
  probe: { level: 1, checkedBy: "a" },
  reportedAt: "t",
  reports: 1,
  conditions: [{ type: "Ready", id: "1" }],
  alarm: "ice",
};

function kindWith(
  sent: JsonObject,
  more: { readonly field?: string; readonly sets?: JsonObject; readonly samples?: JsonObject } = {},
): KindDialect {
  const { field = "updateWidgetStatus", sets, samples = { phase: "Idle" } } = more;
  const kind = {
    ...widget,
    samples: { ...widget.samples, statuses: [samples] },
    operations: {
      ...widget.operations,
      updateStatus: widget.operations.updateStatus.map((one) => {
        return { ...one, field, arguments: sent, ...(sets === undefined ? {} : { sets }) };
      }),
    },
  };
  const [known] = withServerFields(schema, { ...widgetDialect, kinds: [kind] }).kinds;
  return known ?? kind;
}

function statusRead(kind: KindDialect, status: JsonObject = stored): JsonObject | undefined {
  const reading = readObject({ ...widgetData, status }, kind);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value.status;
}

describe("status fields that no status mutation can carry", () => {
  it("are not read, at any depth", () => {
    expect(statusRead(kindWith({ status: "$status" }))).toEqual({
      phase: "Idle",
      since: "t",
      parts: [{ code: 1 }],
      probe: { level: 1 },
      conditions: [{ type: "Ready", id: "1" }],
    });
  });

  it("leave no status, if an object has no others", () => {
    const status = { reportedAt: "t", reports: 0 };

    expect(statusRead(kindWith({ status: "$status" }), status)).toBeUndefined();
  });

  it("exclude fields in arguments of their own, and those that a mutation sets", () => {
    const kind = kindWith({ status: "$status", alarm: "$status.alarm" }, { sets: { reports: 1 } });

    expect(statusRead(kind)).toMatchObject({ alarm: "ice", reports: 1 });
    expect(statusRead(kind)).not.toHaveProperty("reportedAt");
  });

  it("exclude fields of samples", () => {
    const kind = kindWith(
      { status: "$status" },
      { samples: { reports: 1, parts: [{ raisedAt: "t" }] } },
    );

    expect(statusRead(kind)).toMatchObject({ reports: 1, parts: [{ code: 1, raisedAt: "t" }] });
  });

  it("exclude fields of an input object that the status is spread into", () => {
    const kind = kindWith(
      { input: { phase: "$name", $members: "$status" } },
      { field: "spreadWidgetStatus", samples: { reports: 1 } },
    );

    expect(statusRead(kind)).toEqual({ reports: 1 });
  });

  it.each<{ readonly name: string; readonly sent: JsonObject }>([
    { name: "arbitrary JSON", sent: { raw: "$status" } },
    { name: "JSON in a string", sent: { text: { $jsonText: "$status" } } },
    { name: "nothing that the schema has", sent: { other: "$status" } },
  ])("are unknown, if the status is sent as $name", ({ sent }) => {
    expect(statusRead(kindWith(sent))).toEqual(stored);
  });

  it("are stated in the report", () => {
    const remarks = serverFieldRemarks(kindWith({ status: "$status", alarm: "$status.alarm" }));

    expect(remarks).toEqual([
      "Widget: no status mutation can write parts.raisedAt, probe.checkedBy, reportedAt, reports, " +
        "so the server sets them, and no check compares them",
    ]);
    expect(serverFieldRemarks(widget)).toEqual([]);
  });
});
