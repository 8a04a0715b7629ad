import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startEndpoint } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { identities, init } from "../testing/own-endpoints.ts";
import { inferDialect, startingDialect } from "#wings/init";
import { folderForAllTests } from "../testing/temporary-folder.ts";
import { renderGuesses } from "./init-text.ts";
import type { WrittenDialect } from "./init-text.ts";

const folder = folderForAllTests();

const schema = /* GraphQL */ `
  type Query {
    gear(name: String!, namespace: String): Gear
    gears: [Gear!]!
  }
  type Gear {
    metadata: Metadata!
    spec: GearSpec!
    status: GearStatus
  }
  type Metadata {
    name: String!
    namespace: String
    uid: ID!
    resourceVersion: String!
  }
  type GearSpec {
    teeth: Int
  }
  type GearStatus {
    turns: Int
  }
  input MetadataInput {
    name: String!
  }
  input GearSpecInput {
    teeth: Int
  }
  input GearStatusInput {
    turns: Int
  }
  input GearInput {
    metadata: MetadataInput!
    spec: GearSpecInput!
  }
  type Mutation {
    createGear(object: GearInput!, namespace: String): Gear
    updateGearStatus(
      name: String!
      namespace: String
      resourceVersion: String!
      status: GearStatusInput!
    ): Gear
    deleteGear(name: String!, namespace: String): Boolean
  }
`;

interface Call {
  readonly name: string;
  readonly namespace?: string;
}

interface Creation extends Pick<Call, "namespace"> {
  readonly object: { readonly metadata: Pick<Call, "name">; readonly spec: object };
}

interface Report extends Call {
  readonly resourceVersion: string;
  readonly status: object;
}

function keyed({ name, namespace }: Call): string {
  if (namespace === undefined) throw new Error("missing required argument: namespace");
  return `${namespace}/${name}`;
}

/** Creates a server whose gears require a namespace, although its schema makes the namespace optional. */
function gearServer(): object {
  const stored = new Map<string, { readonly metadata: Readonly<Record<string, string>> }>();
  let count = 0;
  return {
    gear: (call: Call) => stored.get(keyed(call)) ?? null,
    gears: () => [...stored.values()],
    createGear: ({ object, namespace }: Creation) => {
      const { name } = object.metadata;
      const key = keyed({ name, ...(namespace === undefined ? {} : { namespace }) });
      count += 1;
      const metadata = { ...object.metadata, uid: `u${count}`, resourceVersion: String(count) };
      const created = { spec: object.spec, metadata: { ...metadata, namespace: namespace ?? "" } };
      stored.set(key, created);
      return created;
    },
    updateGearStatus: (report: Report) => {
      const before = stored.get(keyed(report));
      if (before === undefined) throw new Error("no such gear");
      if (before.metadata["resourceVersion"] !== report.resourceVersion) throw new Error("changed");
      count += 1;
      const metadata = { ...before.metadata, resourceVersion: String(count) };
      const reported = { ...before, metadata, status: report.status };
      stored.set(keyed(report), reported);
      return reported;
    },
    deleteGear: (call: Call) => stored.delete(keyed(call)),
  };
}

describe("init, with an argument that only a refusal shows to be required", () => {
  it("sends the argument, in every operation that has it", async () => {
    await using server = await startEndpoint({ schema, root: gearServer() });
    const path = join(folder.path, "gears.yaml");

    const { code, out } = await init(server, path, [...identities("key"), "--namespace", "mill"]);

    const text = readFileSync(path, "utf8");
    expect(code).toBe(0);
    expect(out).toMatch(/high +create createGear: it created an object/u);
    expect(out).toContain("missing required argument: namespace");
    expect(parse(text)).toMatchObject({
      kinds: {
        Gear: {
          scope: "namespaced",
          namespaces: ["mill"],
          paths: { namespace: "metadata.namespace" },
          operations: {
            create: { createGear: { arguments: { namespace: "$namespace" } } },
            read: { gear: { arguments: { namespace: "$namespace" } } },
            updateStatus: { updateGearStatus: { arguments: { namespace: "$namespace" } } },
            delete: { deleteGear: { arguments: { namespace: "$namespace" } } },
          },
        },
      },
    });
    expect(text).not.toMatch(/^ +argument: /mu);
  });
});

describe("init, with an output that cannot be written", () => {
  it("reports the folder before it creates objects", async () => {
    await using server = await startEndpoint({ schema, root: gearServer() });
    const path = join(folder.path, "missing", "gears.yaml");

    const { code, err } = await init(server, path, identities("key"));

    expect(code).toBe(2);
    expect(err).toBe(
      `error: cannot write the dialect ${path}: no such file or directory (ENOENT)\n` +
        "help:  Choose a file in an existing, writable folder with --output.\n",
    );
  });
});

describe("init, of an endpoint that rejects every creation without a reason", () => {
  it("states what to change before the first run", async () => {
    const refusing = {
      ...gearServer(),
      createGear: () => {
        throw new Error("no");
      },
    };
    await using server = await startEndpoint({ schema, root: refusing });
    const path = join(folder.path, "refusing.yaml");

    const { code, out } = await init(server, path, identities("key"));

    expect(code).toBe(0);
    expect(out).toMatch(
      /Written to \S+, with 1 entry to fill in before the first run:\n +kinds\.Gear\.operations\.create\.createGear: the endpoint rejected a sample/u,
    );
  });
});

describe("init, of an endpoint without the default namespace", () => {
  it("names the option for existing namespaces", async () => {
    const placed = `
      type Query {
        gear(shop: String!, name: String!): Gear
        gears(shop: String!): [Gear!]!
      }
      type Gear { shop: String! name: String! version: Int! plan: Plan! state: State }
      type Plan { teeth: Int! }
      input PlanInput { teeth: Int! }
      type State { turns: Int }
      input StateInput { turns: Int }
      type Mutation {
        createGear(shop: String!, name: String!, plan: PlanInput!): Gear!
        updateGear(shop: String!, name: String!, version: Int!, plan: PlanInput!): Gear!
        reportGear(shop: String!, name: String!, version: Int!, state: StateInput!): Gear!
        deleteGear(shop: String!, name: String!): Boolean
      }
    `;
    const root = {
      createGear: ({ shop }: { readonly shop: string }) => {
        throw new Error(`There is no shop '${shop}'.`);
      },
    };
    await using server = await startEndpoint({ schema: placed, root });

    const { out } = await init(server, join(folder.path, "placed.yaml"), identities("key"));

    expect(out).toContain(
      "If the namespace default does not exist, run init again with existing namespaces, ideally two: --namespace NAME NAME",
    );
    expect(out).not.toContain("in another header");
  });
});

function signInFirst(): never {
  throw new Error("Sign in first.");
}

describe("init, of an endpoint that knows none of the credentials", () => {
  it("names the option that says where to send them", async () => {
    const refusing = { ...gearServer(), createGear: signInFirst, gear: signInFirst };
    await using server = await startEndpoint({ schema, root: refusing });
    const path = join(folder.path, "signed-out.yaml");

    const { code, out } = await init(server, path, identities("key"));

    expect(code).toBe(0);
    expect(out).toContain("run init again with --header 'NAME=$credential', or in a cookie");
  });

  it("shows the form of --header", async () => {
    const path = join(folder.path, "bare-header.yaml");
    const words = [...identities("key"), "--header", "X-Gear-Token"];

    const { code, err } = await init({ url: "http://127.0.0.1:1/graphql" }, path, words);

    expect(code).toBe(2);
    expect(err).toContain("help:  Write it as NAME=FORMAT: 'X-Gear-Token=$credential'.");
  });
});

describe("init, of objects that no operation deletes", () => {
  it("suggests no cleanup that cannot succeed", async () => {
    const lasting = schema.replace(/deleteGear.*/u, "");
    await using server = await startEndpoint({ schema: lasting, root: gearServer() });
    const path = join(folder.path, "lasting.yaml");

    const { code, err } = await init(server, path, [...identities("key"), "--namespace", "mill"]);

    expect(code).toBe(0);
    expect(err).toMatch(/\d+ objects were left behind, because no operation deletes a Gear/u);
    expect(err).not.toContain("cleanup");
  });
});

describe("init, of a kind that the schema does not have", () => {
  it.each([
    { kinds: ["Gaer"], help: "Did you mean Gear?\n" },
    { kinds: ["Gear", "Kiln"], help: "Its kinds are Gear.\n" },
  ])("lists similar kinds, or all of them: $kinds", async ({ kinds, help }) => {
    await using server = await startEndpoint({ schema, root: gearServer() });
    const path = join(folder.path, "unknown.yaml");

    const { code, err } = await init(server, path, [...identities("key"), "--kind", ...kinds]);

    expect(code).toBe(2);
    expect(err).toContain(`error: the schema has no kind named ${kinds.at(-1) ?? ""}\n`);
    expect(err).toContain(`help:  ${help}`);
    expect(existsSync(path)).toBe(false);
  });
});

const anyThing = /* GraphQL */ `
  type Meta {
    name: String!
    namespace: String
    uid: ID!
    resourceVersion: String!
  }
  scalar JSON
  type Resource {
    kind: String!
    metadata: Meta!
    spec: JSON
    status: JSON
  }
  type Query {
    resource(kind: String!, namespace: String, name: String!): Resource
    resources(kind: String!, namespace: String): [Resource!]!
  }
  type Mutation {
    createResource(kind: String!, namespace: String, name: String!, spec: JSON!): Resource
    updateResourceStatus(
      kind: String!
      namespace: String
      name: String!
      resourceVersion: String!
      status: JSON!
    ): Resource
    deleteResource(kind: String!, namespace: String, name: String!): Boolean
  }
`;

interface OfKind {
  readonly kind: string;
}

/** Serves gears through generic operations, and rejects every spec. */
function genericServer(): object {
  return {
    resource: (call: OfKind) => {
      checkKind(call);
      return null;
    },
    resources: (call: OfKind) => {
      checkKind(call);
      return [];
    },
    createResource: (call: OfKind) => {
      checkKind(call);
      throw new Error("a spec needs teeth");
    },
  };
}

function checkKind({ kind }: OfKind): void {
  if (kind !== "Gear") throw new Error(`unknown kind ${kind}`);
}

it.each([
  { kinds: ["Gaer"], help: "Did you mean Gear?" },
  { kinds: ["Gear", "Kiln"], help: "Its kinds are Gear." },
])("init rejects samples of a kind that the schema does not have: $kinds", async (given) => {
  await using server = await startEndpoint({ schema, root: gearServer() });
  const path = join(folder.path, "spare.yaml");
  const samples = join(folder.path, "spare-samples.yaml");
  writeFileSync(
    samples,
    given.kinds.map((kind) => `${kind}: { specs: [{ teeth: 1 }] }\n`).join(""),
  );

  const { code, err } = await init(server, path, [...identities("key"), "--samples", samples]);

  expect(code).toBe(2);
  const unknown = given.kinds.at(-1) ?? "";
  expect(err).toContain(`--samples contains a kind that the schema does not have: ${unknown}\n`);
  expect(err).toContain(`help:  ${given.help}\n`);
  expect(existsSync(path)).toBe(false);
});

async function initGeneric(kind: string) {
  await using server = await startEndpoint({ schema: anyThing, root: genericServer() });
  const path = join(folder.path, `generic-${kind}.yaml`);
  const samples = join(folder.path, `samples-${kind}.yaml`);
  writeFileSync(samples, `${kind}: { specs: [{ size: 1 }], statuses: [{ turns: 1 }] }\n`);
  const words = [...identities("key"), "--kind", kind, "--samples", samples];
  return { ...(await init(server, path, words)), isWritten: existsSync(path) };
}

describe("init, of a kind that only generic operations could serve", () => {
  it("rejects a kind that the endpoint does not know", async () => {
    const { code, err, isWritten } = await initGeneric("Nope");

    expect(code).toBe(2);
    expect(err).toContain("error: the endpoint has no kind named Nope");
    expect(err).toContain("unknown kind Nope");
    expect(isWritten).toBe(false);
  });

  it("writes a kind that rejects a sample", async () => {
    const { code, out, isWritten } = await initGeneric("Gear");

    expect(code).toBe(0);
    expect(out).toContain("a spec needs teeth");
    expect(isWritten).toBe(true);
  });
});

describe("init, of operations that the schema does not have", () => {
  it.each([
    { operation: "create.Gear=makeGear", root: "mutation", help: "Did you mean createGear" },
    { operation: "watch=gears", root: "subscription", help: "Pass a subscription from the schema" },
    { operation: "read.Gear=geer", root: "query", help: "Did you mean gear or gears?" },
  ])("lists similar fields: $operation", async ({ operation, root, help }) => {
    await using server = await startEndpoint({ schema, root: gearServer() });
    const path = join(folder.path, "unknown-field.yaml");
    const words = [...identities("key"), "--operation", operation];

    const { code, err } = await init(server, path, words);

    expect(code).toBe(2);
    expect(err).toContain(
      `error: --operation specifies a ${root} that the schema does not have: ${operation.split("=")[1] ?? ""}\n`,
    );
    expect(err).toContain(`help:  ${help}`);
  });

  it.each([
    { operation: "create.Geer=createGear", help: "Did you mean create.Gear=createGear?" },
    { operation: "updateStatus.Oven=createGear", help: "Its kinds are Gear." },
  ])("lists similar kinds: $operation", async ({ operation, help }) => {
    await using server = await startEndpoint({ schema, root: gearServer() });
    const path = join(folder.path, "unknown-kind.yaml");
    const words = [...identities("key"), "--operation", operation];

    const { code, err } = await init(server, path, words);

    expect(code).toBe(2);
    expect(err).toContain(
      `error: --operation specifies a kind that the schema does not have: ${operation}\n`,
    );
    expect(err).toContain(`help:  ${help}`);
    expect(existsSync(path)).toBe(false);
  });

  it("rejects a channel if watches use another protocol than Action Cable", async () => {
    const path = join(folder.path, "channel.yaml");
    const words = [...identities("key"), "--watches", "sse", "--watch-channel", "Board::Feed"];

    const { code, err } = await init({ url: "http://127.0.0.1:1/graphql" }, path, words);

    expect(code).toBe(2);
    expect(err).toContain("--watch-channel does not apply to --watches sse");
  });

  it("rejects an operation without a kind, except for a watch", async () => {
    const path = join(folder.path, "unknown-field.yaml");
    const words = [...identities("key"), "--operation", "create=createGear"];

    const { code, err } = await init({ url: "http://127.0.0.1:1/graphql" }, path, words);

    expect(code).toBe(2);
    expect(err).toContain("For a subscription to several kinds, write watch=FIELD.");
  });
});

describe("the last line of init", () => {
  it("mentions entries marked low, and missing ones, only if there are any", () => {
    const guess = { path: ["kinds", "Gear"], reason: "it is one" } as const;
    const dialect = startingDialect({ name: "gears" });
    const words = {
      output: "gears.yaml",
      shown: "http://gears",
      inference: { name: "gears" },
      missing: [],
      open: [],
      unrecognized: [],
    };
    const ending = (confidence: "high" | "low", missing: WrittenDialect["missing"]): string =>
      renderGuesses({ dialect, guesses: [{ ...guess, confidence }] }, { ...words, missing })
        .trimEnd()
        .split("\n")
        .at(-1) ?? "";
    const run = "npx conformance --endpoint … --dialect gears.yaml";

    const gap = { place: "kinds.Gear.operations.list", problem: "none", stub: [] };
    expect(ending("low", [])).toBe(
      `Written to gears.yaml. Check the entry marked low, then run: ${run}`,
    );
    expect(ending("high", [])).toBe(`Written to gears.yaml. Then run: ${run}`);
    expect(ending("high", [gap])).toBe(
      `At the end of the file, fill in the entries that the API supports. Then run: ${run}`,
    );
  });
});

function invoices(kinds: readonly string[]): string {
  return `
    type Query { ${kinds.map((name) => `get${name}(code: ID!): ${name} all${name}: [${name}!]!`).join(" ")} }
    type Mutation { ${kinds.map((name) => `create${name}(code: ID!, title: String!): ${name}! change${name}(code: ID!, title: String!, etag: String!): ${name}!`).join(" ")} }
    ${kinds.map((name) => `type ${name} { code: ID! etag: String! title: String! }`).join(" ")}
  `;
}

function outputFor(
  kinds: readonly string[],
  more: Pick<WrittenDialect["inference"], "namespaces"> = {},
): readonly string[] {
  const inference = { name: "plant", ...more };
  return renderGuesses(inferDialect(buildSchema(invoices(kinds)), inference), {
    output: "plant.yaml",
    shown: "http://plant",
    inference,
    missing: [],
    open: [],
    unrecognized: [],
  }).split("\n");
}

describe("a namespace that no kind has", () => {
  const unused =
    "--namespace has no effect, because no kind has a namespace. If objects contain their namespace, pass --map namespace=FIELD.";

  it("is reported if it was given", () => {
    expect(outputFor(["Invoice"], { namespaces: ["north"] })).toContain(unused);
  });

  it("is not reported otherwise", () => {
    expect(outputFor(["Invoice"])).not.toContain(unused);
  });
});

describe("the kinds in the output of init", () => {
  const names = ["Customer", "Invoice", "Pallet", "Plate", "Quote", "Shift"];

  it("are shown together if many have no status mutation and the same low entries", () => {
    const lines = outputFor(names);

    expect(lines[2]).toBe(names.join(", "));
    expect(lines[3]).toMatch(
      /^ {2}no status mutation; \d+ entries with high or medium confidence$/u,
    );
    expect(lines.filter((line) => line.includes("createPlate"))).toEqual([]);
  });

  it("are shown with each entry if they are few", () => {
    expect(outputFor(["Plate"]).filter((line) => line.includes("createPlate"))).toHaveLength(1);
  });
});
