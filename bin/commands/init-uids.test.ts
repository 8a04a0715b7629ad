import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { buildSchema, graphql } from "graphql";
import { expect, it } from "vitest";
import { isMembers } from "#contract";
import { call } from "../testing/test-world.ts";

/** A schema without list queries: objects can only be found by their ID. */
const schema = buildSchema(`
  type Lift { id: ID! name: String! revision: Int! settings: Settings! state: State }
  type Settings { floor: Int! nickname: String }
  type State { trips: Int alarm: String }
  input SettingsInput { floor: Int! nickname: String }
  input StateInput { trips: Int alarm: String }
  type Query { lift(id: ID!): Lift }
  type Mutation {
    installLift(name: String!, settings: SettingsInput!): Lift
    tuneLift(id: ID!, revision: Int!, settings: SettingsInput!): Lift
    reportLift(id: ID!, revision: Int!, state: StateInput!): Lift
    removeLift(id: ID!, revision: Int): Lift
  }
`);

interface Lift {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly settings: object;
  readonly state?: object;
}

interface Write {
  readonly id: string;
  readonly revision?: number;
  readonly settings?: object;
  readonly state?: object;
}

function lifts(): object {
  const stored = new Map<string, Lift>();
  const change = ({ id, revision, ...parts }: Write): Lift => {
    const lift = stored.get(id);
    if (lift === undefined) throw new Error("no such lift");
    if (revision !== undefined && revision !== lift.revision) throw new Error("changed meanwhile");
    const changed = { ...lift, ...parts, revision: lift.revision + 1 };
    stored.set(id, changed);
    return changed;
  };
  return {
    lift: ({ id }: Write) => stored.get(id) ?? null,
    installLift: ({ name, settings }: Pick<Lift, "name" | "settings">) => {
      const lift = { id: crypto.randomUUID(), name, revision: 1, settings };
      stored.set(lift.id, lift);
      return lift;
    },
    tuneLift: change,
    reportLift: ({ state, ...write }: Write) =>
      change({ ...write, state: { ...stored.get(write.id)?.state, ...state } }),
    removeLift: (write: Write) => {
      const lift = change(write);
      stored.delete(lift.id);
      return lift;
    },
  };
}

it("init tests the status writes of objects that are only found by their id", async () => {
  const rootValue = lifts();
  const server = createServer((request, response) => {
    void (async (): Promise<void> => {
      const body: unknown = JSON.parse(await text(request));
      const { query, variables } = isMembers(body) ? body : {};
      const result = await graphql({
        schema,
        rootValue,
        source: typeof query === "string" ? query : "",
        variableValues: isMembers(variables) ? variables : {},
      });
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(result));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const endpoint = `http://127.0.0.1:${address.port}/graphql`;
  const folder = mkdtempSync(join(tmpdir(), "conformance-init-"));
  const output = join(folder, "dialect.yaml");
  const identities = ["author=author-token", "controller=controller-token", "reader=reader-token"];
  const args = ["init", "--endpoint", endpoint, "--output", output, "--no-color"];
  const { out } = await call([...args, "--identity", ...identities]);
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  server.close();

  expect(out).toMatch(/high +updateStatus reportLift: a read returned the status/u);
  expect(out).toMatch(/high +delete removeLift: it deleted an object/u);
  expect(out).toMatch(/omittedMembers +unchanged +unchanged +high/u);
});
