import { describe, expect, it } from "vitest";
import type { Command, Outcome } from "#contract";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { accepted, refused } from "../session/scripted-target.fixture.ts";
import { judgeDenials, tryDenials } from "./denial.ts";
import type { DenialTrial } from "./denial.ts";

const requirement = "authorization.stranger-cannot-read";

async function readAsStranger(answer: (command: Command) => Outcome): Promise<{
  readonly result: DenialTrial;
  readonly readers: readonly string[];
}> {
  const { result, commands } = await driveScripted(answer, async (context) => {
    const { key } = await context.fixture();
    const command = { verb: "read", identity: "author", key } as const;
    return tryDenials(context, [{ command, denied: ["stranger"] }]);
  });
  const reads = commands.filter(({ verb }) => verb === "read");
  return { result, readers: reads.map(({ identity }) => identity) };
}

function ownObject(command: Command): Outcome {
  return "key" in command ? accepted(command.key) : { result: "done" };
}

describe("a denied read", () => {
  it("is repeated after the permitted one", async () => {
    const { result, readers } = await readAsStranger((command) =>
      command.identity === "stranger" ? refused("forbidden") : ownObject(command),
    );

    expect(readers).toEqual(["stranger", "author", "stranger"]);
    expect(judgeDenials([result], requirement)).toMatchObject([
      { result: "held" },
      { result: "held" },
    ]);
  });

  it("is a violation if it is served from a cache without regard to the caller", async () => {
    let isCached = false;
    const { result } = await readAsStranger((command) => {
      if (command.identity === "stranger" && !isCached) return refused("forbidden");
      isCached ||= command.verb === "read";
      return ownObject(command);
    });

    expect(judgeDenials([result], requirement)).toMatchObject([
      { result: "held" },
      {
        result: "violated",
        expected: expect.stringContaining("a permitted caller had just sent the same request"),
      },
    ]);
  });

  it("is not repeated if the permitted one is rejected", async () => {
    const { readers } = await readAsStranger((command) =>
      command.verb === "read" ? refused("forbidden") : ownObject(command),
    );

    expect(readers).toEqual(["stranger", "author"]);
  });
});

describe("a denied write", () => {
  it.each([
    ["forbidden", "held"],
    ["notFound", "held"],
    ["conflict", "violated"],
  ] as const)(
    "of a caller who may read the object is rejected as %s: %s",
    async (reason, result) => {
      const trial = await driveScripted(
        (command) =>
          command.verb === "update" && command.identity === "reader"
            ? refused(reason)
            : ownObject(command),
        async (context) => {
          const { key } = await context.fixture();
          const command = { verb: "update", identity: "author", key, spec: {} } as const;
          return tryDenials(context, [{ command, denied: ["reader"] }]);
        },
      );

      expect(judgeDenials([trial.result], "authorization.reader-cannot-write")).toMatchObject([
        { result },
      ]);
    },
  );
});
