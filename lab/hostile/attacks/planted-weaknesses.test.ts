import { readFileSync, writeFileSync } from "node:fs";
import { createServer, request as send } from "node:http";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { isJsonObject } from "#contract";
import { randomFor } from "#harness";
import { demoTokens } from "#reference";
import { main } from "../../../bin/commands/main.ts";
import type { AttackFamily, AttackMeans } from "./attack.ts";
import { budgetAttacks } from "./budget-attacks.ts";
import { callerFamily } from "./caller-attacks.ts";
import { clockAttacks } from "./clock-attacks.ts";
import { commandFamily } from "./command-attacks.ts";
import { documentFamily } from "./document-attacks.ts";
import { encodingFamily } from "./encoding-attacks.ts";
import { hookAttacks } from "./hook-attacks.ts";
import { observationAttacks } from "./observation-attacks.ts";
import { orderFamily } from "./order-attacks.ts";
import { patternFamily } from "./pattern-attacks.ts";
import { recordAttacks } from "./record-attacks.ts";
import { attackFamilies, attempt } from "./run-attacks.ts";
import { targetFamily } from "./target-attacks.ts";

type Program = AttackMeans["program"];

function after(words: readonly string[], option: string): string {
  return words[words.indexOf(option) + 1] ?? "";
}

/** A program that trusts every record: it deletes an object at the address in the record, with its own credentials. */
const believing: Program = async (words, world) => {
  if (words[0] !== "cleanup") return main(words, world);
  const [header = ""] = readFileSync(join(words[1] ?? "", "run.ndjson"), "utf8").split("\n");
  const { target } = JSON.parse(header);
  const authorization = `Bearer ${demoTokens.author}`;
  const query = `mutation { deleteService(input: { namespace: "default", name: "prod-db" }) { kind } }`;
  await fetch(target.endpoint, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ query }),
  });
  return 0;
};

const spending: Program = (words, world) =>
  main(
    words.map((word, index) => (words[index - 1] === "--write-budget" ? "100000" : word)),
    world,
  );

const trusting: Program = async (words, world) => {
  const dialect: unknown = parse(readFileSync(after(words, "--dialect"), "utf8"));
  const url = isJsonObject(dialect) ? /http:[^"]*/u.exec(JSON.stringify(dialect))?.[0] : undefined;
  const authorization = `Bearer ${demoTokens.author}`;
  await fetch(url ?? "", { method: "POST", headers: { authorization }, body: "{}" }).catch(
    () => {},
  );
  return main(words, world);
};

/** A program that prints a CI command, as if it printed received strings unchanged, and stores a credential. */
const repeating: Program = async (words, world) => {
  const code = await main(words, world);
  world?.out.write("##vso[task.setvariable variable=X]y\n");
  writeFileSync(join(dirname(after(words, "--output")), "out", "log"), demoTokens.author);
  return code;
};

/** A program that fails if the clock goes back, stands still, or advances by ten minutes. */
const hurried: Program = async (words, world) => {
  const before = world?.clock() ?? new Date();
  const code = await main(words, world);
  const tookMs = (world?.clock() ?? before).getTime() - before.getTime();
  return tookMs > 0 && tookMs < 600_000 ? code : 3;
};

const naive: Parameters<typeof targetFamily>[0] = async (endpoint) => {
  const server = createServer(({ url = "/", method }, response) => {
    const target = URL.canParse(url, endpoint) ? new URL(url, endpoint) : new URL(endpoint);
    if (target.protocol !== "http:") return void response.end();
    send(target, { method, agent: false }, (reply) => reply.pipe(response))
      .on("error", () => response.end())
      .end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
};

const weaknesses: readonly { readonly family: AttackFamily; readonly program?: Program }[] = [
  { family: encodingFamily((credential, text) => text.replaceAll(credential, "[credential]")) },
  { family: orderFamily((text) => [text.replaceAll("\u001b", "")]) },
  {
    family: callerFamily({
      pageProblem: ({ headers: { host = "" } }) => (host.includes("localhost") ? undefined : "no"),
      isLoopback: (host) => host.includes("127.0.0.1") || host.includes("localhost"),
    }),
  },
  { family: commandFamily((command) => command) },
  { family: documentFamily({ yaml: stringify, json: JSON.stringify }) },
  {
    family: patternFamily({
      fits: (_, { length }) => {
        const endMs = performance.now() + length / 40;
        while (performance.now() < endMs);
      },
      mostMs: 5,
    }),
  },
  { family: recordAttacks, program: believing },
  { family: budgetAttacks, program: spending },
  { family: hookAttacks, program: trusting },
  { family: observationAttacks, program: repeating },
  { family: clockAttacks, program: hurried },
  { family: targetFamily(naive) },
];

const maxTries = 60;

it.each(weaknesses)(
  "an attack of $family.name finds its planted weakness",
  async ({ family, program = main }) => {
    for (let seed = 0; seed < maxTries; seed += 1) {
      const achieved = await attempt(family, { random: randomFor(seed, "planted"), program });
      expect(achieved.filter((text) => text.startsWith("an error"))).toEqual([]);
      if (achieved.length > 0) return;
    }
    expect.fail(`none of ${maxTries} attempts has found it`);
  },
);

it("each family has a planted weakness", () => {
  const planted = weaknesses.map(({ family }) => family.name);
  expect(planted).toEqual(attackFamilies.map(({ name }) => name));
});
