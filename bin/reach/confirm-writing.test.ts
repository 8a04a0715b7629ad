import { describe, expect, it } from "vitest";
import { confirmWriting, isLoopback } from "./confirm-writing.ts";
import type { WritingRequest } from "./confirm-writing.ts";
import { UsageError } from "../process/program-errors.ts";

const far = { endpoint: "https://api.example.com/graphql" };
const near = { endpoint: "http://127.0.0.1:4000/graphql" };

/** Simulates a user at a terminal who gives this answer. `asked` collects the questions. */
function wish(
  answer: string,
  settings: Partial<WritingRequest["settings"]> = {},
): WritingRequest & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    settings: { isSureToWrite: false, ...settings },
    world: {
      environment: {},
      ask: async (question) => {
        asked.push(question);
        return Promise.resolve(answer);
      },
    },
  };
}

describe("a run that writes", () => {
  it("asks before it writes to another machine, and continues after yes", async () => {
    const asker = wish("y");
    await confirmWriting(far, asker);

    expect(asker.asked).toEqual([
      "The run will create, change and delete its own objects on api.example.com. Continue? [y/N] ",
    ]);
  });

  it.each(["", "n", "no", "yesterday", "maybe"])("takes %j for no", async (answer) => {
    await expect(confirmWriting(far, wish(answer))).rejects.toThrow(
      "nothing was written to api.example.com",
    );
  });

  it.each(["y", "Y", " yes\n", "YES"])("takes %j for yes", async (answer) => {
    await expect(confirmWriting(far, wish(answer))).resolves.toBeUndefined();
  });

  it("does not ask on this machine", async () => {
    const asker = wish("n");
    await confirmWriting(near, asker);

    expect(asker.asked).toEqual([]);
  });

  it.each([
    "ws://[::ffff:127.0.0.1]:4205/graphql",
    "https://hooks.example.com/create",
    "wss://sockets.example.com/graphql",
  ])("asks about %s, to which a socket or a hook of the run goes", async (other) => {
    const asker = wish("n");

    await expect(confirmWriting({ ...near, otherAddresses: [other] }, asker)).rejects.toThrow(
      "nothing was written to",
    );
    expect(asker.asked.join("")).toContain(new URL(other).hostname);
  });

  it("asks before it writes to a replica on another machine", async () => {
    const asker = wish("y", { replicas: [new URL("http://replica.example.com/")] });
    await confirmWriting(near, asker);

    expect(asker.asked.join("")).toContain("replica.example.com");
  });

  it.each([
    ["--yes was given", { isSureToWrite: true }],
    ["it only reads", { mostWrites: 0 }],
  ])("does not ask where %s", async (_, settings) => {
    const asker = wish("n", settings);
    await confirmWriting(far, asker);

    expect(asker.asked).toEqual([]);
  });

  it("names the option that writes nothing", async () => {
    await expect(
      confirmWriting(far, { ...wish("n"), instead: "--no-probe" }),
    ).rejects.toMatchObject({
      fix: expect.stringContaining("--no-probe writes nothing"),
    });
  });

  it("rejects without a terminal, except in CI", async () => {
    const settings = { isSureToWrite: false };
    const silent = (CI?: string): Promise<void> =>
      confirmWriting(far, { settings, world: { environment: CI === undefined ? {} : { CI } } });

    await expect(silent()).rejects.toThrow(
      "api.example.com is another machine, and there is no terminal to ask for confirmation",
    );
    await expect(silent("false")).rejects.toThrow(UsageError);
    await expect(silent("true")).resolves.toBeUndefined();
  });
});

describe("this machine", () => {
  it.each(["localhost", "api.localhost", "127.0.0.1", "127.8.9.10", "[::1]", "0.0.0.0"])(
    "is %s",
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  it.each(["localhost.example.com", "127.0.0.1.nip.io", "10.0.0.1", "[2001:db8::1]", "1270.0.0.1"])(
    "is not %s",
    (host) => {
      expect(isLoopback(host)).toBe(false);
    },
  );
});
