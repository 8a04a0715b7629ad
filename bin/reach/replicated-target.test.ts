import { describe, expect, it } from "vitest";
import { contractSemantics, limits } from "#contract";
import type { Command, Outcome } from "#contract";
import type { Target, TargetDescription } from "#targets";
import { plainKind } from "../../suites/targets/port/plain-kind.fixture.ts";
import { replicatedTarget, restartableTarget } from "./replicated-target.ts";

const signal = new AbortController().signal;
const key = { kind: "Widget", name: "one" };
const listed: Outcome = { result: "list", items: [] };
const missing: Outcome = {
  result: "refused",
  refusal: { reason: "notFound", message: "no such kind", causes: [] },
};

const description: TargetDescription = {
  endpoint: "http://one.test/",
  protocol: "graphql",
  dialect: "none",
  kinds: [plainKind("Widget", { isRuntime: true })],
  features: ["watch"],
  prerequisites: [],
  trialKinds: [],
  semantics: contractSemantics,
  identities: ["author"],
};

/** Creates a server that records its requests. Each list request gets the next response; the last response repeats. */
function server(name: string, urls: string[], lists: readonly Outcome[] = [listed]): Target {
  const answers = [...lists];
  return {
    description,
    execute: ({ verb }: Command) => {
      urls.push(`${name} ${verb}`);
      const list = answers.length > 1 ? answers.shift() : answers[0];
      return Promise.resolve({ outcome: verb === "list" && list !== undefined ? list : missing });
    },
    watch: ({ verb }) => {
      urls.push(`${name} ${verb}`);
      const request = { url: "", operation: "" };
      return Promise.resolve({ request, [Symbol.asyncDispose]: () => Promise.resolve() });
    },
    [Symbol.asyncDispose]: () => {
      urls.push(`${name} disposed`);
      return Promise.resolve();
    },
  };
}

describe("several servers as one target", () => {
  it("write through the first, and read and watch through the others in turn", async () => {
    const asked: string[] = [];
    const readers = [server("b", asked), server("c", asked)];
    {
      await using target = replicatedTarget({ writer: server("a", asked), readers, limits });
      await target.execute({ verb: "delete", identity: "author", key }, signal);
      for (let count = 0; count < 3; count += 1) {
        await target.execute({ verb: "read", identity: "author", key }, signal);
      }
    }

    expect(asked.filter((text) => !text.endsWith("list"))).toEqual([
      "a delete",
      "c read",
      "b read",
      "c read",
      "a disposed",
      "b disposed",
      "c disposed",
    ]);
  });

  it("wait once until a reader recognizes the kind", async () => {
    const asked: string[] = [];
    const readers = [server("b", asked, [missing, missing, listed])];
    const target = replicatedTarget({ writer: server("a", asked), readers, limits });

    await target.execute({ verb: "read", identity: "author", key }, signal);
    await target.execute({ verb: "read", identity: "author", key }, signal);

    expect(asked).toEqual(["b list", "b list", "b list", "b read", "b read"]);
  });

  it("do not wait for kinds that the run has not made yet", async () => {
    const asked: string[] = [];
    const prerequisites = [{ key: { kind: "Definition", name: "widgets" }, spec: {} }];
    const still = { ...server("a", asked), description: { ...description, prerequisites } };
    const readers = [server("b", asked, [missing])];
    const target = replicatedTarget({ writer: still, readers, limits });

    await target.execute({ verb: "read", identity: "author", key }, signal);

    expect(asked).toEqual(["b read"]);
  });

  it("leave out kinds that checks define, and keep the way to restart", async () => {
    let restarts = 0;
    const writer = restartableTarget(server("a", []), () => {
      restarts += 1;
      return Promise.resolve();
    });
    const target = replicatedTarget({ writer, readers: [server("b", [])], limits });

    await target.restart?.(signal);

    expect(restarts).toBe(1);
    expect(target.description.trialKinds).toBeUndefined();
    expect(target.description.features).toContain("restart");
  });
});
