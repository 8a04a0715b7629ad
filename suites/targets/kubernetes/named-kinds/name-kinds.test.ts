import { describe, expect, it } from "vitest";
import type { JsonValue } from "#contract";
import { describeKinds } from "../driver/describe-kinds.ts";
import type { KindNotes } from "../resources/kind-samples.ts";
import { nameKinds } from "./name-kinds.ts";
import type { NamingOptions } from "./name-kinds.ts";
import type { RestKind } from "../resources/rest-kind.ts";
import { nothingUnsupported } from "../trials/find-unsupported.ts";
import { noTrialServer } from "../trials/trial-server.ts";
import type { TrialServer } from "../trials/trial-server.ts";

const verbs = ["create", "get", "list", "watch", "update", "patch", "delete"];

const gears = {
  resources: [
    { name: "gears", kind: "Gear", namespaced: false, verbs },
    { name: "gears/status", kind: "Gear", namespaced: false, verbs: ["get"] },
    { name: "reviews", kind: "Review", namespaced: true, verbs: ["create"] },
    { name: "namespaces", kind: "Namespace", namespaced: true, verbs },
  ],
};

const schema = {
  components: {
    schemas: {
      Gear: {
        "x-kubernetes-group-version-kind": [{ group: "example.com", version: "v1", kind: "Gear" }],
        properties: {
          spec: { allOf: [{ $ref: "#/components/schemas/GearSpec" }] },
          status: { properties: { turns: { type: "integer" } } },
        },
      },
      GearSpec: { properties: { teeth: { type: "integer" } } },
    },
  },
};

const served: Readonly<Record<string, JsonValue>> = {
  "/apis/example.com": { preferredVersion: { version: "v1" } },
  "/apis/example.com/v1": gears,
  "/openapi/v3/apis/example.com/v1": schema,
  "/apis/apps": { preferredVersion: { version: "v1" } },
  "/apis/apps/v1": {
    resources: [
      { name: "deployments", kind: "Deployment", namespaced: true, verbs },
      { name: "deployments/status", kind: "Deployment", namespaced: true, verbs: ["get"] },
    ],
  },
};

const definitionOfGears =
  "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.example.com";

const lease = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager";

function named(
  names: readonly string[],
  {
    notes = {},
    answers = served,
    unserved,
  }: {
    readonly notes?: Readonly<Record<string, KindNotes>>;
    readonly answers?: Readonly<Record<string, JsonValue>>;
    readonly unserved?: (name: string) => void;
  } = {},
): Promise<readonly RestKind[]> {
  const ask: NamingOptions["ask"] = ({ path }) => Promise.resolve(answers[path]);
  return namedBy(ask, names, { notes, unserved });
}

function namedBy(
  ask: NamingOptions["ask"],
  names: readonly string[],
  {
    notes = {},
    unserved,
    ...parts
  }: {
    readonly notes?: Readonly<Record<string, KindNotes>>;
    readonly unserved?: ((name: string) => void) | undefined;
  } & Pick<NamingOptions, "remark" | "tryOn"> = {},
): Promise<readonly RestKind[]> {
  return nameKinds({
    ...parts,
    names,
    notes: new Map(Object.entries(notes)),
    namespaces: ["usual"],
    ask,
    discover: ask,
    ...(unserved === undefined ? {} : { unserved }),
  });
}

const askServed: NamingOptions["ask"] = ({ path }) => Promise.resolve(served[path]);

describe("nameKinds", () => {
  it.each([
    { lacks: true, notes: {}, expected: true, remarks: 1 },
    { lacks: false, notes: {}, expected: false, remarks: 0 },
    {
      lacks: true,
      notes: { "gears.example.com": { lacksGeneration: false } },
      expected: false,
      remarks: 0,
    },
  ])(
    "notices that objects have no generation: $lacks, $notes",
    async ({ lacks, notes, expected, remarks }) => {
      const printed: string[] = [];
      const trialServer = { ...noTrialServer, lacksGeneration: () => lacks };
      const kinds = await namedBy(askServed, ["gears.example.com"], {
        notes,
        remark: (sentence) => printed.push(sentence),
        tryOn: (_, work) => work(trialServer),
      });

      expect(kinds.map((kind) => kind.notes?.lacksGeneration)).toEqual([expected]);
      expect(printed.filter((sentence) => sentence.includes("generation"))).toHaveLength(remarks);
    },
  );

  it.each([
    { what: "kind of an aggregated API server", definition: {}, isExcused: true },
    {
      what: "custom resource",
      definition: { [definitionOfGears]: { spec: { group: "example.com" } } },
      isExcused: false,
    },
  ])("excuses versions of a $what that are no numbers: $isExcused", async (row) => {
    const answers: typeof served = { ...served, ...row.definition };
    const trialServer = { ...noTrialServer, hasOpaqueVersions: () => true };
    const [gear] = await namedBy(
      ({ path }) => Promise.resolve(answers[path]),
      ["gears.example.com"],
      { tryOn: (_, work) => work(trialServer) },
    );
    const [{ excuses = {} } = {}] = gear === undefined ? [] : describeKinds([gear]);

    expect(gear?.hasOpaqueVersions).toBe(true);
    expect("concurrency.versions-are-comparable" in excuses).toBe(row.isExcused);
  });

  it("derives the shape of a kind from discovery, and its values from the schema", async () => {
    await expect(named(["gears.example.com"])).resolves.toMatchObject([
      {
        name: "Gear",
        plural: "gears",
        group: "example.com",
        version: "v1",
        scope: "cluster",
        namespaces: [],
        hasStatus: true,
        isPreexisting: true,
        samples: { specs: [{ teeth: 1 }, { teeth: 2 }, { teeth: 3 }], counter: "turns" },
      },
    ]);
  });

  it("declares the properties of a built-in kind that no schema states, and names them once", async () => {
    await expect(named(["deployments.apps", "deployments.apps"])).resolves.toMatchObject([
      {
        name: "Deployment",
        namespaces: ["usual"],
        statusDefault: {},
        notes: { statusMetadata: ["annotations", "finalizers", "ownerReferences"] },
      },
    ]);
  });

  it("prefers the user's setting to everything else", async () => {
    const samples = { specs: [{ teeth: 9 }], statuses: [], counter: "n", invalidStatuses: [] };
    const notes = { "gears.example.com": { samples } };

    await expect(named(["gears.v1.example.com"], { notes })).resolves.toMatchObject([{ samples }]);
  });

  describe("with values from the user", () => {
    const samples = {
      specs: [{ teeth: 9 }],
      statuses: [{ n: 1 }],
      counter: "n",
      invalidStatuses: [],
    };
    const notes = { "gears.example.com": { samples } };
    const path = "/openapi/v3/apis/example.com/v1";

    it("learns from the schema that unknown fields are kept", async () => {
      const { Gear, GearSpec } = schema.components.schemas;
      const status = { "x-kubernetes-preserve-unknown-fields": true };
      const open = { ...Gear, properties: { ...Gear.properties, status } };
      const answers = { ...served, [path]: { components: { schemas: { Gear: open, GearSpec } } } };

      await expect(named(["gears.example.com"], { notes, answers })).resolves.toMatchObject([
        { keepsUnknown: true },
      ]);
      const [gear] = await named(["gears.example.com"], { notes });
      expect(gear?.keepsUnknown).toBeUndefined();
      expect(gear?.excuses).toBeUndefined();
    });

    it.each([
      {
        what: "which features it rejects",
        unsupported: { features: ["status.apply"] as const },
        kind: { unsupported: ["status.apply"] },
        sentence:
          "the server does not support status.apply; only the requirement that demands it is tested",
      },
      {
        what: "that it stores dry runs",
        unsupported: { storesDryRuns: true },
        kind: {},
        sentence:
          "the server stores the writes of dry runs (dryRun=All), so a client that only tests a write changes the object; a server without dry runs rejects them, and --no-feature dry-run skips their requirements",
      },
    ])("learns from the server $what, if there is no schema", async (of) => {
      const { [path]: _schema, ...found } = served;
      const answers: Readonly<Record<string, JsonValue>> = found;
      const unsupported = { ...nothingUnsupported, ...of.unsupported };
      const trialServer = { ...noTrialServer, unsupported: () => Promise.resolve(unsupported) };
      const printed: string[] = [];
      const kinds = await namedBy(
        (request) => Promise.resolve(answers[request.path]),
        ["gears.example.com"],
        {
          notes,
          remark: (sentence) => printed.push(sentence),
          tryOn: (_, work) => work(trialServer),
        },
      );

      expect(kinds).toMatchObject([of.kind]);
      expect(printed).toEqual([`gears.example.com: ${of.sentence}`]);
    });

    it("finds what a server with a schema does not support, without testing the values", async () => {
      const accepted = { isAccepted: true, object: {} } as const;
      const tried: string[] = [];
      const trialServer: TrialServer = {
        ...noTrialServer,
        tryCreation: () => Promise.resolve(accepted),
        create: () => Promise.resolve(accepted),
        tryStatus: () => {
          tried.push("status");
          return Promise.resolve(accepted);
        },
        writeStatus: () => Promise.resolve(accepted),
        unsupported: () =>
          Promise.resolve({ ...nothingUnsupported, features: ["dry-run", "field-manager"] }),
      };
      const kinds = await namedBy(askServed, ["gears.example.com"], {
        notes,
        tryOn: (_, work) => work(trialServer),
      });

      expect(kinds).toMatchObject([{ unsupported: ["dry-run", "field-manager"] }]);
      expect(tried).toEqual([]);
    });

    it("describes the metadata of objects on a server without a schema", async () => {
      const { [path]: _schema, ...found } = served;
      const answers: Readonly<Record<string, JsonValue>> = found;
      const trialServer = {
        ...noTrialServer,
        lacksGeneration: () => true,
        hasOpaqueVersions: () => true,
      };
      const printed: string[] = [];
      const kinds = await namedBy(
        (request) => Promise.resolve(answers[request.path]),
        ["gears.example.com"],
        {
          notes,
          remark: (sentence) => printed.push(sentence),
          tryOn: (_, work) => work(trialServer),
        },
      );

      expect(kinds).toMatchObject([{ hasOpaqueVersions: true, notes: { lacksGeneration: true } }]);
      expect(printed).toEqual([
        "gears.example.com: its objects have no generation, so requirements about the generation are not tested",
        "gears.example.com: its versions are not numbers, so histories are checked without their order",
      ]);
    });

    it("does not test unknown fields without a schema", async () => {
      const { [path]: _schema, ...answers } = served;
      const [gear] = await named(["gears.example.com"], { notes, answers });

      expect(gear?.excuses).toMatchObject({
        "isolation.unknown-members-never-stored":
          "the API server has no schema for it, so its unknown fields cannot be determined",
      });
    });
  });

  it.each([
    ["Gear", "--kind Gear is not the name of a kind"],
    ["gears.other.com", "the API server does not serve gears.other.com"],
    ["gears.v2.example.com", "the API server does not serve gears.example.com in v2"],
    ["wheels.example.com", "the API server does not serve wheels.example.com"],
    ["reviews.example.com", "does not support get, list, update, delete for reviews"],
    ["namespaces.example.com", "the run has another kind with the name Namespace"],
  ])("refuses %s", async (name, message) => {
    await expect(named([name])).rejects.toThrow(message);
  });

  it("omits kinds that are not served if that is no mistake, and nothing else", async () => {
    const unserved: string[] = [];
    const note = (name: string): void => void unserved.push(name);
    const names = ["wheels.example.com", "gears.example.com"];

    await expect(named(names, { unserved: note })).resolves.toHaveLength(1);
    expect(unserved).toEqual(["wheels.example.com"]);
    await expect(named(["reviews.example.com"], { unserved: note })).rejects.toThrow(
      "does not support",
    );
  });

  it("needs no verbs that create objects to remove those of a terminating kind", async () => {
    const resources = gears.resources.map((resource) => ({
      ...resource,
      verbs: ["delete", "deletecollection", "get", "list", "watch"],
    }));
    const answers = { ...served, "/apis/example.com/v1": { resources } };
    const names = ["gears.example.com"];

    await expect(named(names, { answers })).rejects.toThrow("does not support create, update");
    await expect(named(names, { answers, unserved: () => {} })).resolves.toMatchObject([
      { name: "Gear" },
    ]);
  });

  it("asks for no values if the server rejects the names of all objects", async () => {
    const cause = { field: "metadata.name", message: "should match '^tkt-[0-9]{6}$'" };
    const refusal = { isAccepted: false, message: cause.message, causes: [cause] } as const;
    const trialServer = { ...noTrialServer, tryCreation: () => Promise.resolve(refusal) };

    await expect(
      namedBy(askServed, ["gears.example.com"], { tryOn: (_, work) => work(trialServer) }),
    ).rejects.toMatchObject({
      message: `gears.example.com cannot be tested: the API server rejects the metadata of each object of the suite: ${cause.message}`,
      fix: "Test gears.example.com on a server without this rule, or exclude it with --kind '!gears.example.com'.",
    });
  });

  it("requires values if the server has no schema", async () => {
    const { "/openapi/v3/apis/example.com/v1": _schema, ...answers } = served;

    await expect(named(["gears.example.com"], { answers })).rejects.toMatchObject({
      message: "no values for gears.example.com are known: the API server has no schema for it",
      fix: "Pass three specs, three statuses and the counter of gears.example.com in a file with --kind-file.",
    });
  });

  it.each([
    { what: "from a server without OpenAPI v3", index: {}, isFound: true },
    { what: "only from such a server", index: { "/openapi/v3": { paths: {} } }, isFound: false },
  ])("reads OpenAPI v2 $what", async ({ index, isFound }) => {
    const { "/openapi/v3/apis/example.com/v1": _schema, ...others } = served;
    const { Gear, GearSpec } = schema.components.schemas;
    const spec = { $ref: "#/definitions/GearSpec" };
    const definitions = {
      Gear: { ...Gear, properties: { ...Gear.properties, spec } },
      GearSpec,
    };
    const answers = { ...others, ...index, "/openapi/v2": { swagger: "2.0", definitions } };
    const kinds = named(["gears.example.com"], { answers });

    await (isFound
      ? expect(kinds).resolves.toMatchObject([{ samples: { specs: [{}, {}, {}] } }])
      : expect(kinds).rejects.toThrow("the API server has no schema for it"));
  });

  it("waits for the schema of a custom resource that has only just been defined", async () => {
    let asked = 0;
    const answers: typeof served = {
      ...served,
      [definitionOfGears]: { spec: { group: "example.com" } },
    };
    const ask: NamingOptions["ask"] = ({ path }) => {
      const isUnpublished = path.startsWith("/openapi/") && ++asked < 3;
      return Promise.resolve(isUnpublished ? undefined : answers[path]);
    };

    await expect(namedBy(ask, ["gears.example.com"])).resolves.toMatchObject([
      { name: "Gear", hasStatus: true },
    ]);
  });

  it("does not write to kinds of a controller unless the user states that there is none", async () => {
    const answers = { ...served, [lease]: { kind: "Lease" } };

    await expect(named(["deployments.apps"], { answers })).rejects.toThrow(
      "kube-controller-manager is running and also writes to deployments.apps",
    );
    const notes = { "deployments.apps": { isControlled: false } };
    await expect(named(["deployments.apps"], { answers, notes })).resolves.toHaveLength(1);
  });
});
