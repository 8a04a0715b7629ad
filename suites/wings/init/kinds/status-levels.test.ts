import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { prepareDialect } from "#targets/graphql";
import { inferDialect } from "./infer-dialect.ts";

/**
 * The status mutation takes fields from two levels of the status as separate arguments. Preconditions have HTTP's
 * names.
 */
const ovens = buildSchema(`
  type Query { oven(id: ID!): Oven  ovens(site: String!, page: Int = 1, perPage: Int = 20): OvenPage! }
  type OvenPage { nodes: [Oven!]! totalCount: Int! }
  type Oven {
    id: ID! site: String! slug: String! title: String
    settings: Settings! runtime: Runtime _meta: Meta!
  }
  type Meta { revision: Int! createdAt: String! etag: String! }
  type Settings { celsius: Int! program: String }
  type Runtime { state: State checks: [Check!] }
  type State { phase: Phase percent: Float loads: Int observedRevision: Int }
  enum Phase { COLD HEATING HOT }
  type Check { type: String! status: String! reason: String! lastTransitionTime: String! }
  input CheckInput { type: String! status: String! reason: String! lastTransitionTime: String! }
  input SettingsInput { celsius: Int! program: String }
  input OvenCreateInput { site: String! slug: String! title: String settings: SettingsInput! }
  input OvenUpdateInput { title: String settings: SettingsInput }
  type Mutation {
    ovenCreate(input: OvenCreateInput!): OvenPayload
    ovenUpdate(id: ID!, ifMatch: String!, input: OvenUpdateInput!): OvenPayload
    ovenArchive(id: ID!, ifMatch: String): OvenPayload
    reportOven(
      id: ID!, ifMatch: String!, phase: Phase, percent: Float, loads: Int, observedRevision: Int,
      checks: [CheckInput!]
    ): OvenPayload
  }
  type OvenPayload { oven: Oven userErrors: [UserError!]! }
  type UserError { code: String! field: [String!] message: String! }
  type Subscription { ovensChanged(site: String!): OvenEvent! }
  type OvenEvent { event: OvenChange! oven: Oven! }
  enum OvenChange { ADDED CHANGED REMOVED }
`);

const { dialect } = inferDialect(ovens, { name: "ovens", namespaces: ["north"] });
const [oven] = dialect.kinds;

describe("a precondition named ifMatch", () => {
  it("takes the etag, not a revision with which a status field shares its name", () => {
    expect(oven?.paths.resourceVersion).toBe("_meta.etag");
    expect(oven?.operations.update[0]?.arguments).toMatchObject({ ifMatch: "$resourceVersion" });
    expect(oven?.operations.delete[0]?.arguments).toEqual({
      id: "$uid",
      ifMatch: "$resourceVersion",
    });
  });
});

describe("a status with a level that its writes do not have", () => {
  it("consists of the fields that the writes take", () => {
    expect(oven?.paths.status).toEqual({
      phase: "runtime.state.phase",
      percent: "runtime.state.percent",
      loads: "runtime.state.loads",
      observedRevision: "runtime.state.observedRevision",
      checks: "runtime.checks",
    });
    expect(oven?.operations.updateStatus[0]?.arguments).toEqual({
      id: "$uid",
      ifMatch: "$resourceVersion",
      phase: "$status.phase",
      percent: "$status.percent",
      loads: "$status.loads",
      observedRevision: "$status.observedRevision",
      checks: "$status.checks",
    });
  });

  it("has samples of that form, with a counter", () => {
    expect(Object.keys(oven?.samples.statuses[0] ?? {})).toEqual(
      expect.arrayContaining(["phase", "percent", "loads", "observedRevision", "checks"]),
    );
    expect(oven?.samples.counter).toBe("loads");
    expect(prepareDialect(ovens, dialect).problems).toEqual([]);
  });
});
