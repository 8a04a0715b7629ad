import { describe, expect, it } from "vitest";
import { limits } from "#contract";
import type { Command } from "#contract";
import { startReference } from "#reference";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { losingTarget } from "../testing/losing-target.ts";

const { signal } = new AbortController();
const selection = { only: ["watch/one-event-per-write#Service.updateServiceStatus"], skip: [] };

async function verdictWithout(isLost: (command: Command) => boolean): Promise<string | undefined> {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const losing = losingTarget(target, (command) => (isLost(command) ? "reply" : undefined));
  const { verdicts } = await checkTarget(losing, { selection });
  return verdicts.find(({ requirement }) => requirement === "watch.one-event-per-write")?.verdict;
}

describe("a sentinel whose response is lost", () => {
  it("leaves nothing undecided, because another one is created", async () => {
    let updates = 0;
    // The first spec write is the sentinel's, because the fixture is written only afterwards.
    const isFirstSpec = ({ verb }: Command): boolean => verb === "update" && ++updates === 1;

    expect(await verdictWithout(isFirstSpec)).toBe("pass");
  });

  it("leaves nothing undecided if its creation is lost", async () => {
    const names: string[] = [];
    const isFirstSentinel = ({ verb, ...command }: Command): boolean => {
      if (verb !== "create" || !("key" in command)) return false;
      return names.push(command.key.name) === 1;
    };

    expect(await verdictWithout(isFirstSentinel)).toBe("pass");
    expect(names.length).toBeGreaterThan(2);
  });
});
