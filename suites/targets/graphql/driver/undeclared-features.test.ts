import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import type { Feature } from "#contract";
import { allFeatures, describedFeatures, featureProblems } from "../dialect/described-features.ts";
import type { Dialect } from "../dialect/dialect.ts";
import { canonicalDialect } from "../dialect/canonical.ts";
import type { KindOperations } from "../dialect/dialect-operations.ts";
import { crateDialect } from "../testing/crate-dialect.ts";
import { widgetDialect, widgetSchema } from "../testing/widget-dialect.ts";
import { withOperationsAlone } from "../testing/with-operations.ts";
import { undeclaredFeatures } from "./undeclared-features.ts";

/** Declares every feature except the given ones, so that only these can be reported as undeclared. */
function declaringAllBut(dialect: Dialect, missing: readonly Feature[]): Dialect {
  return { ...dialect, features: allFeatures.filter((feature) => !missing.includes(feature)) };
}

function featuresFor(identities: Dialect["identities"]): readonly string[] {
  return describedFeatures({ ...widgetDialect, identities });
}

describe("a feature that is declared", () => {
  it.each([canonicalDialect, widgetDialect, crateDialect])("has its means in $name", (dialect) => {
    expect(featureProblems(dialect)).toEqual([]);
  });

  it("is a mismatch where the dialect has no means for it", () => {
    const declared = ["dry-run", "kinds.runtime", "watch.bookmarks"] as const;

    expect(featureProblems({ ...widgetDialect, features: declared })).toEqual([
      {
        place: "features[0]",
        path: ["features", 0],
        problem:
          "dry-run is declared, but the dialect has no $dryRun in an operation for updateStatus or patchStatus",
      },
      {
        place: "features[1]",
        path: ["features", 1],
        problem: "kinds.runtime is declared, but the dialect has no definitions of kinds",
      },
      {
        place: "features[2]",
        path: ["features", 2],
        problem:
          "watch.bookmarks is declared, but the dialect has no $bookmarks in an operation for watch",
      },
    ]);
  });

  it("may be one that only behaviour shows", () => {
    const features = ["rate-limit", "authorization.namespaces"] as const;

    expect(featureProblems({ ...widgetDialect, features })).toEqual([]);
  });
});

describe("an undeclared feature", () => {
  const schema = buildSchema(widgetSchema);

  it("is reported if the dialect supports it", () => {
    const described = describedFeatures(widgetDialect);

    expect(described).toContain("watch.resume");
    expect(undeclaredFeatures(declaringAllBut(widgetDialect, described), schema)).toEqual(
      described,
    );
  });

  it.each([
    { exit: undefined, isProven: false, isOpen: true },
    { exit: "deleted", isProven: true, isOpen: false },
    { exit: "modified", isProven: false, isOpen: false },
    { exit: "silent", isProven: false, isOpen: false },
  ] as const)(
    "is the report of transitions where the declared exit from a watch is $exit: $isOpen",
    ({ exit, isProven, isOpen }) => {
      const { selectorExit: _, ...others } = canonicalDialect.semantics;
      const semantics = { ...others, ...(exit === undefined ? {} : { selectorExit: exit }) };
      const { definitions: __, kinds, ...canonical } = canonicalDialect;
      const feature = "watch.selectorTransitions";
      const silent = declaringAllBut({ ...canonical, kinds, semantics }, [feature]);

      expect(describedFeatures(silent).includes(feature)).toBe(isProven);
      expect(undeclaredFeatures(silent, schema).includes(feature)).toBe(isProven || isOpen);
    },
  );

  it("is the authorization of watches if a caller without read permission is known", () => {
    const { stranger: _, anonymous, ...others } = widgetDialect.identities;
    const denied = { kind: "static", credential: "nobody" } as const;
    const missing = { kind: "unavailable", reason: "everybody may read" } as const;

    expect(featuresFor({ ...others, stranger: denied })).toContain("watch.authorization");
    expect(featuresFor({ ...others, stranger: missing })).not.toContain("watch.authorization");
    expect(featuresFor(others)).not.toContain("watch.authorization");
    expect(featuresFor({ ...others, ...(anonymous && { anonymous }) })).toContain(
      "watch.authorization",
    );
  });

  it("is not reported if it is declared", () => {
    expect(undeclaredFeatures(declaringAllBut(widgetDialect, []), schema)).toEqual([]);
  });

  it.each<{ what: string; sdl: string; operations: Partial<KindOperations>; found: Feature[] }>([
    {
      what: "arguments that the dialect leaves out",
      sdl: `type Mutation { reportThing(input: ReportInput!, options: Options): Thing }
        input ReportInput { name: String! uid: ID status: StatusInput }
        input StatusInput { field_manager: String dryRun: Boolean }
        input Options { dry_run: Boolean inner: Inner }
        input Inner { fieldValidation: String }`,
      operations: {
        updateStatus: [
          {
            id: "report",
            field: "reportThing",
            arguments: { input: { name: "$name", status: "$status" } },
            result: "",
            statusMode: "partial",
          },
        ],
      },
      found: ["precondition.uid", "field-validation", "dry-run"],
    },
    {
      what: "arguments of a watch",
      sdl: `type Subscription { things(namespace: String, allowWatchBookmarks: Boolean, resource_version: String): ThingEvent }
        type ThingEvent { type: String version: String object: Thing }`,
      operations: {
        watch: [
          {
            id: "things",
            field: "things",
            arguments: {},
            type: { path: "type", names: {} },
            resourceVersion: "version",
            object: "object",
          },
        ],
      },
      found: ["watch.namespace", "watch.resume", "watch.bookmarks"],
    },
    {
      what: "mutations that the dialect does not call",
      sdl: `type Mutation {
          replaceThingStatus(status: String): Thing
          patchThingStatus(input: PatchInput, how: Format): Thing
          deleteThing(name: String): Thing
          replaceThing(name: String): Thing
        }
        input PatchInput { format: Format }
        enum Format { MERGE JSON OTHER }`,
      operations: {},
      found: ["delete", "status.replace", "status.patch.merge", "status.patch.json"],
    },
    {
      what: "members of the objects",
      sdl: "",
      operations: {
        read: [{ id: "thing", field: "thing", arguments: { name: "$name" }, result: "" }],
      },
      found: ["generation", "status.conditions"],
    },
    {
      what: "members of the objects in a union",
      sdl: `extend type Query { asked(name: String): Asked }
        union Asked = Thing | Missing type Missing { why: String }`,
      operations: {
        read: [{ id: "asked", field: "asked", arguments: { name: "$name" }, result: "" }],
      },
      found: ["generation", "status.conditions"],
    },
  ])("is told by $what", ({ sdl, operations, found }) => {
    const thing = buildSchema(`
      type Query { thing(name: String): Thing }
      type Thing { metadata: Meta status: ThingStatus }
      type Meta { name: String resourceVersion: String generation: Int }
      type ThingStatus { conditions: [Condition!] }
      type Condition { type: String status: String }
      ${sdl}
    `);
    const dialect = withOperationsAlone(operations, { paths: pathsOfThing });
    const described = new Set(describedFeatures(dialect));
    const { features } = declaringAllBut(dialect, found);

    expect(found.filter((feature) => described.has(feature))).toEqual([]);
    expect(undeclaredFeatures({ ...dialect, features }, thing)).toEqual(found);
    // If all features that the dialect proves are declared, only the expected ones remain.
    const all = undeclaredFeatures({ ...dialect, features: [...described] }, thing);
    expect(all).toEqual(found);
  });
});

const pathsOfThing = {
  name: "metadata.name",
  uid: "metadata.uid",
  resourceVersion: "metadata.resourceVersion",
  status: "status",
};
