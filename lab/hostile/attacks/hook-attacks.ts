import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isJsonObject } from "#contract";
import { demoTokens, startReference } from "#reference";
import { defects } from "../defects/index.ts";
import type { HostileCase } from "../hostile-case.ts";
import { HostileServer } from "../hostile-server.ts";
import { Upstream } from "../hostile-upstream.ts";
import type { Sound } from "../hostile-upstream.ts";
import { pick } from "./attack.ts";
import type { AttackFamily } from "./attack.ts";
import { callProgram } from "./call-program.ts";

const ofReplies = defects.filter(({ layer }) => ["tcp", "http", "graphql"].includes(layer));

const roles = Object.entries(demoTokens).map(([role, token]) => `${role}=${token}`);

/** A fixture hook that responds like a hostile endpoint, from the first or second call on. */
export const hookAttacks: AttackFamily = {
  name: "hostile hook",
  proves:
    "a hook can neither keep a run from ending nor redirect it, and receives and reveals no credential",
  weight: 4,
  attempt: async ({ random, folder, program }) => {
    await using reference = await startReference();
    await using upstream = new Upstream(reference);
    const place = folder();
    const hostile: HostileCase = {
      seed: random.below(2 ** 31),
      defect: pick(random, ofReplies),
      onset: {
        since: "contact",
        after: random.below(2),
        pattern: pick(random, ["always", "once", "one-in-three"] as const),
      },
      transport: "graphql-transport-ws",
      extent: "everything",
      only: [pick(random, ["generation/starts-at-one#Service*", "generation/*#Service*"])],
      timeoutSeconds: 1,
      concurrency: 1,
      format: "markdown",
    };
    const requests: string[] = [];
    await using hook = await HostileServer.start(hostile, creating(upstream, requests));
    const dialect = join(place, "dialect.yaml");
    const fixtures = { create: { http: { url: hook.url } } };
    const text = `dialect: 1\nextends: canonical\nname: hooked\nkinds: {Service: {fixtures: ${JSON.stringify(fixtures)}}}\n`;
    writeFileSync(dialect, text);
    const words = ["run", "--endpoint", reference.url, "--dialect", dialect, "--timeout", "1"];
    const more = ["--runs", "1", "--attempts", "1", "--only", ...hostile.only];
    const { problems } = await callProgram({
      program,
      words: [...words, ...more, "--identity", ...roles],
      output: join(place, "out"),
    });
    return [
      ...problems,
      ...hook.tally.heardElsewhere.map((heard) => `contacted another server: ${heard}`),
      ...requests.map((heard) => `sent a hook ${heard}`),
    ].map((problem) => `${hostile.defect.name}: ${problem}`);
  },
};

function creating(upstream: Upstream, requests: string[]): Sound {
  const author = `Bearer ${demoTokens.author}`;
  return {
    webSocketUrl: upstream.webSocketUrl,
    stream: (...asked) => upstream.stream(...asked),
    ask: async (body, authorization) => {
      const heard = `${body} ${authorization ?? ""}`;
      requests.push(...Object.values(demoTokens).filter((token) => heard.includes(token)));
      const call: unknown = JSON.parse(body);
      if (!isJsonObject(call)) return "{}";
      const { namespace = "default", name = "", spec = {} } = call;
      const query = "mutation($i: CreateServiceInput!) { createService(input: $i) { kind } }";
      const variables = { i: { namespace, name, spec } };
      await upstream.ask(JSON.stringify({ query, variables }), author);
      return "{}";
    },
  };
}
