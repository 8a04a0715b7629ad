import { expect, it } from "vitest";
import { limits } from "#contract";
import { claim, defineCheck, readOf, watchOf } from "#harness";
import type { AnyCheck } from "#harness";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { CountingServer } from "../testing/counting-server.ts";

const requirement = "write.keeps-identity";

/** Returns a check that, over each transport, sends one request at a time and opens one watch at a time. */
function checkNamed(id: AnyCheck["id"]): AnyCheck {
  return defineCheck<null>({
    id,
    title: "one after the other",
    covers: [requirement],
    scope: "kind",
    async drive(context) {
      const { key } = await context.fixture();
      for (let count = 0; count < 4; count += 1) await context.call(readOf(key));
      const command = watchOf(context, key);
      for (const where of [command, { ...command, channel: "events" } as const]) {
        const probe = await context.watch(where);
        await context.call(readOf(key));
        await probe.close();
      }
      return null;
    },
    judge: () => [
      claim(requirement, { holds: true, expected: "", actual: "", evidence: [], instances: 1 }),
    ],
  });
}

const checks = ["write/a", "write/b", "write/c", "write/d", "write/e", "write/f"] as const;

it.each([1, 2, 5])(
  "where cases send one request at a time, --concurrency %i allows no more at once, the removal included",
  async (concurrency) => {
    await using server = await CountingServer.start();
    const { signal } = new AbortController();
    await using target = await connect({ endpoint: server.url, limits, signal });
    server.forget();

    const { footer, verdicts } = await checkTarget(target, {
      isUnquestioned: true,
      checks: checks.map(checkNamed),
      concurrency,
      selection: { only: ["*#Service", "*#Bucket"], skip: [] },
    });

    expect(verdicts.find((one) => one.requirement === requirement)?.verdict).toBe("pass");
    expect(footer.leftBehind).toBe(0);
    expect(server.requests.most).toBeLessThanOrEqual(concurrency);
    expect(server.streams.most).toBeLessThanOrEqual(concurrency);
    // Allows for one additional watch per kind, which the cases of the kind share.
    expect(server.subscriptions.most).toBeLessThanOrEqual(concurrency + 2);
    expect(Math.min(server.requests.most, server.streams.most)).toBeGreaterThan(concurrency / 2);
  },
);
