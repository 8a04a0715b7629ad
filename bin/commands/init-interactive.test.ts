import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startEndpoint } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { folderForEachTest } from "../testing/temporary-folder.ts";
import { call, testWorld } from "../testing/test-world.ts";
import type { Called, TestWorld } from "../testing/test-world.ts";

const folder = folderForEachTest();

const schema = `
  type Query { kiln(yard: String!, slug: String!): Kiln kilns(yard: String): [Kiln!]! }
  type Kiln { yard: String! slug: String! oid: ID! rev: Int! facts: Facts wish: Wish! }
  type Wish { heat: Int! } input WishInput { heat: Int! }
  type Facts { degrees: Int } input FactsInput { degrees: Int }
  type Mutation {
    enlistKiln(yard: String!, slug: String!, wish: WishInput!): Kiln
    wishKiln(yard: String!, slug: String!, rev: Int!, wish: WishInput!): Kiln
    muse(yard: String!, slug: String!, rev: Int!, facts: FactsInput!): Kiln
    vex(yard: String!, slug: String!): Kiln
    hush(yard: String!, slug: String!): Kiln
  }
`;

interface Key {
  readonly yard: string;
  readonly slug: string;
}

interface Kiln extends Key {
  readonly oid: string;
  readonly rev: number;
  readonly wish: object;
  readonly facts?: object;
}

interface Write extends Key {
  readonly rev: number;
  readonly wish?: object;
  readonly facts?: object;
}

const placeOf = ({ yard, slug }: Key): string => `${yard}/${slug}`;

/** `vex` does not delete. Its name and arguments are no more telling than those of `hush`. */
function kilns(): object {
  const stored = new Map<string, Kiln>();
  const found = (key: Key): Kiln => {
    const kiln = stored.get(placeOf(key));
    if (kiln === undefined) throw new Error("no such kiln");
    return kiln;
  };
  const change = ({ rev, ...parts }: Write): Kiln => {
    const kiln = found(parts);
    if (rev !== kiln.rev) throw new Error("changed meanwhile");
    const changed = { ...kiln, ...parts, rev: kiln.rev + 1 };
    stored.set(placeOf(kiln), changed);
    return changed;
  };
  return {
    kiln: (key: Key) => stored.get(placeOf(key)) ?? null,
    kilns: ({ yard }: Partial<Key>) =>
      [...stored.values()].filter((kiln) => yard === undefined || kiln.yard === yard),
    enlistKiln: (made: Key & Pick<Kiln, "wish">) => {
      if (stored.has(placeOf(made))) throw new Error("kiln exists");
      const kiln = { ...made, oid: crypto.randomUUID(), rev: 1 };
      stored.set(placeOf(made), kiln);
      return kiln;
    },
    wishKiln: change,
    muse: change,
    vex: found,
    hush: (key: Key) => {
      const kiln = found(key);
      stored.delete(placeOf(key));
      return kiln;
    },
  };
}

const deletion = "Which mutation deletes a Kiln?";

interface Asked extends Called {
  readonly prompts: readonly string[];
}

/** Answers the questions in this order, then with nothing. */
async function interviewed(
  answers: readonly string[],
  args: readonly string[] = [],
  before: (world: TestWorld) => void = () => {},
): Promise<Asked> {
  await using endpoint = await startEndpoint({ schema, root: kilns() });
  const left = [...answers];
  const prompts: string[] = [];
  const base = testWorld({ READER_TOKEN: "reader-token" });
  const world: TestWorld = {
    ...base,
    ask: async (prompt) => {
      prompts.push(prompt);
      before(base);
      await Promise.resolve();
      return left.shift() ?? "";
    },
  };
  const identity = ["--identity", "author=a-token", "controller=c-token"];
  const at = ["init", "--interactive", "--endpoint", endpoint.url, ...identity];
  const output = ["--output", join(folder.path, "dialect.yaml")];
  return { ...(await call([...at, ...output, ...args], world)), prompts };
}

const written = (): unknown => parse(readFileSync(join(folder.path, "dialect.yaml"), "utf8"));

describe("init --interactive", () => {
  it("asks what tests cannot find out, and tests the answers", async () => {
    const { code, out, err, prompts } = await interviewed([
      "7",
      "razeKiln",
      "2",
      "NONE",
      "READER_TOKEN",
    ]);

    expect(code, err).toBe(0);
    expect(err).toContain(
      `${deletion}\n  1  vex (current guess)  (yard: String!, slug: String!): Kiln\n`,
    );
    expect(err).toContain("7 is not one of them.\n");
    expect(err).toContain("razeKiln is not one of them.\n");
    expect(err).toContain("The variable NONE is unset or empty.\n");
    expect(prompts).toHaveLength(6);
    expect(out).toContain("high    delete hush: it deleted an object");
    expect(out).toContain(
      "these options have the same effect: npx conformance init … --operation delete.Kiln=hush --identity reader=env:READER_TOKEN\n",
    );
    expect(written()).toMatchObject({
      identities: { reader: { env: "READER_TOKEN" } },
      kinds: { Kiln: { operations: { delete: { hush: {} } } } },
    });
    expect(JSON.stringify(written())).not.toContain("vex");
  });

  it("accepts a name, and stops to ask on request", async () => {
    const { code, out, err, prompts } = await interviewed(["hush", "q"]);

    expect(code, err).toBe(0);
    expect(prompts).toHaveLength(2);
    expect(out).toContain("high    delete hush: it deleted an object");
  });

  it("keeps its guesses without answers", async () => {
    const { code, out, err } = await interviewed([], ["--no-probe"]);

    expect(code, err).toBe(0);
    expect(out).not.toContain("these options have the same effect");
    expect(written()).toMatchObject({ kinds: { Kiln: { operations: { delete: { vex: {} } } } } });
  });

  it("writes nothing if it is stopped at a question", async () => {
    const { code, err } = await interviewed([], [], ({ signals }) => signals.emit("SIGINT"));

    expect(code).toBe(130);
    expect(err).toContain("interrupted; nothing was written");
    expect(() => written()).toThrow("ENOENT");
  });

  it("is refused without a terminal, and with --check", async () => {
    const at = ["init", "--interactive", "--endpoint", "http://127.0.0.1:9/graphql"];
    const alone = await call(at);
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("--interactive needs a terminal");
    const compared = await call([...at, "--check", "dialect.yaml"]);
    expect(compared.code).toBe(2);
    expect(compared.err).toContain("--interactive and --check are mutually exclusive");
  });
});
