import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GraphQLError } from "graphql";
import { describe, expect, it } from "vitest";
import { startEndpoint } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called } from "../testing/test-world.ts";

const folder = folderForEachTest();

const schema = `
  type Beacon { id: ID! name: String! rev: Int! config: Config! report: Report }
  type Config { interval: Int! }
  type Report { strength: Int uptime: Int }
  input ConfigInput { interval: Int! }
  input ReportInput { strength: Int uptime: Int }
  type Query {
    beacon(apiKey: String!, name: String!): Beacon
    beacons(apiKey: String!): [Beacon!]!
  }
  type Mutation {
    addBeacon(apiKey: String!, name: String!, config: ConfigInput!): Beacon!
    setConfig(apiKey: String!, name: String!, rev: Int!, config: ConfigInput!): Beacon!
    reportBeacon(apiKey: String!, name: String!, rev: Int!, report: ReportInput!): Beacon!
    dropBeacon(apiKey: String!, name: String!): Boolean!
  }
`;

interface Asked {
  readonly apiKey: string;
  readonly name: string;
  readonly rev?: number;
  readonly config?: object;
  readonly report?: object;
}

interface Beacon {
  readonly id: string;
  readonly name: string;
  readonly rev: number;
  readonly config: object;
  readonly report: object | null;
}

const roles = ["author", "controller", "reader", "stranger"];

const keyOf = (role: string): string => `${role}-secret-key`;

function refuse(code: string): GraphQLError {
  return new GraphQLError(`refused: ${code}`, { extensions: { code } });
}

function allow({ apiKey }: Asked, allowed: readonly string[]): void {
  const role = roles.find((one) => keyOf(one) === apiKey);
  if (role === undefined) throw refuse("INVALID_API_KEY");
  if (!allowed.includes(role)) throw refuse("FORBIDDEN");
}

/** The API reads the credential from an argument of each field. `reporters` may write statuses. */
function startBeacons(reporters: readonly string[]): Promise<TestServer> {
  const stored = new Map<string, Beacon>();
  let last = 0;
  const found = (name: string): Beacon => {
    const beacon = stored.get(name);
    if (beacon === undefined) throw refuse("NOT_FOUND");
    return beacon;
  };
  const write = (asked: Asked, part: Partial<Beacon>): Beacon => {
    const beacon = found(asked.name);
    if (asked.rev !== beacon.rev) throw refuse("STALE");
    last += 1;
    const changed = { ...beacon, ...part, rev: last };
    stored.set(asked.name, changed);
    return changed;
  };
  const readers = ["author", "controller", "reader"];
  return startEndpoint({
    schema,
    root: {
      beacon: (asked: Asked) => {
        allow(asked, readers);
        return stored.get(asked.name) ?? null;
      },
      beacons: (asked: Asked) => {
        allow(asked, readers);
        return [...stored.values()];
      },
      addBeacon: (asked: Asked) => {
        allow(asked, ["author"]);
        const { name, config = {} } = asked;
        if (stored.has(name)) throw refuse("DUPLICATE");
        last += 1;
        const beacon = { id: crypto.randomUUID(), name, rev: last, config, report: null };
        stored.set(name, beacon);
        return beacon;
      },
      setConfig: (asked: Asked) => {
        allow(asked, ["author"]);
        return write(asked, { config: asked.config ?? {} });
      },
      reportBeacon: (asked: Asked) => {
        allow(asked, reporters);
        return write(asked, { report: { ...found(asked.name).report, ...asked.report } });
      },
      dropBeacon: (asked: Asked) => {
        allow(asked, ["author"]);
        return stored.delete(found(asked.name).name);
      },
    },
  });
}

const variables = Object.fromEntries(
  roles.map((role) => [`${role.toUpperCase()}_KEY`, keyOf(role)]),
);

const identity = ["--identity", ...roles.map((role) => `${role}=env:${role.toUpperCase()}_KEY`)];

interface Checked {
  readonly derived: Called;
  readonly dialect: string;
  readonly run: Called;
  readonly record: string;
}

async function checked(reporters: readonly string[]): Promise<Checked> {
  await using server = await startBeacons(reporters);
  const path = join(folder.path, "beacons.yaml");
  const at = ["--endpoint", server.url, ...identity];
  const derived = await call(["init", ...at, "--output", path], testWorld(variables));
  const output = join(folder.path, "results");
  const only = ["--only", "authorization.reader-cannot-write", "--timeout", "60"];
  const run = await call(
    [...at, "--dialect", path, ...only, "--output", output],
    testWorld(variables),
  );
  const record = readFileSync(join(output, "run.ndjson"), "utf8");
  return { derived, dialect: readFileSync(path, "utf8"), run, record };
}

describe("a credential in an argument of each field", () => {
  it("is found by init, sent by a run, and neither stored nor shown", async () => {
    const { derived, dialect, run, record } = await checked(["controller"]);

    expect(derived.out).toContain("until the argument apiKey contained it");
    expect(dialect).toContain("apiKey: $credential");
    expect(dialect).not.toContain("Bearer");
    expect(run.code).toBe(0);
    expect(record).toContain(String.raw`"apiKey":"$credential"`);
    const all = [derived.out, derived.err, dialect, run.out, run.err, record].join("\n");
    expect(all).not.toContain("secret-key");
  });

  it("is a variable in the command that repeats a request", async () => {
    const { run } = await checked(["controller", "reader"]);

    expect(run.code).toBe(1);
    expect(run.out).toContain(`"apiKey":"'"$READER_CREDENTIAL"'"`);
    expect(run.out).not.toContain("authorization:");
  });
});
