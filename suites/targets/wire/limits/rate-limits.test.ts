import { describe, expect, it } from "vitest";
import type { Command } from "#contract";
import type { Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../../graphql/driver/connect.ts";
import type { GraphqlTargetOptions } from "../../graphql/driver/connect.ts";
import { InferredLimits } from "./inferred-limits.ts";
import { decidePause } from "./rate-limits.ts";
import { optionsFor, startEndpoint } from "../../graphql/testing/test-endpoint.ts";
import { widgetData, widgetDialect } from "../../graphql/testing/widget-dialect.ts";

const never = new AbortController().signal;
const json = { "content-type": "application/json" };
const read: Command = {
  verb: "read",
  identity: "author",
  key: { kind: "Widget", namespace: "default", name: "a" },
};

interface Refusal {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function withRefusals(
  refusals: readonly Refusal[],
  test: (target: Target, times: readonly number[]) => Promise<void>,
  more: Partial<GraphqlTargetOptions> = {},
): Promise<void> {
  const left = [...refusals];
  const times: number[] = [];
  await using endpoint = await startEndpoint({
    answer: (_, response) => {
      times.push(performance.now());
      const refusal = left.shift();
      if (refusal === undefined) {
        response.end(JSON.stringify({ data: { shop: { widget: widgetData } } }));
        return;
      }
      const { status = 429, headers = {}, body = "slow down" } = refusal;
      response.writeHead(status, { "content-type": "text/plain", ...headers }).end(body);
    },
  });
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, more));
  await test(target, times);
}

describe("the pause after a rejection", () => {
  it.each<[string, number | undefined, readonly number[]]>([
    ["doubles without a requested delay", undefined, [250, 500, 1000, 2000, 4000]],
    ["doubles after a second rejection if the delay is 0", 0, [0, 250, 500, 1000, 2000]],
    ["is the requested delay while that is longer", 1, [1000, 1000, 1000, 1000, 2000]],
  ])("%s", (_, retryAfterSeconds, pausesMs) => {
    const requested = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    const decisions = [1, 2, 3, 4, 5].map((attempt) =>
      decidePause({ message: "slow down", ...requested }, attempt),
    );

    expect(decisions).toEqual(pausesMs.map((pauseMs) => ({ kind: "wait", pauseMs })));
  });
});

describe("a rate limit", () => {
  it("is followed by the stated pause, after which the request is sent again", async () => {
    await withRefusals([{ headers: { "retry-after": "1" } }], async (target, times) => {
      const { outcome } = await target.execute(read, never);
      expect(outcome.result).toBe("object");
      expect(times).toHaveLength(2);
      expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
    });
  });

  it.each<{ name: string; refusal: Refusal }>([
    { name: "that says nothing", refusal: {} },
    {
      name: "by date, on the clock of the server",
      refusal: {
        headers: {
          date: "Wed, 01 Jan 2020 00:00:00 GMT",
          "retry-after": "Wed, 01 Jan 2020 00:00:00 GMT",
        },
      },
    },
    {
      name: "in a GraphQL error",
      refusal: {
        status: 200,
        headers: { "content-type": "application/json" },
        body: '{"errors":[{"message":"slow","extensions":{"code":"SLOW","retryAfterSeconds":0.1}}]}',
      },
    },
  ])("$name is waited for, too", async ({ refusal }) => {
    const outcomes = [{ reason: "rateLimited", code: "SLOW" } as const, ...widgetDialect.outcomes];
    await withRefusals(
      [refusal, refusal],
      async (target, times) => {
        expect((await target.execute(read, never)).outcome.result).toBe("object");
        expect(times).toHaveLength(3);
      },
      { dialect: { ...widgetDialect, outcomes } },
    );
  });

  it("that requests too long a pause is aborted, without a violation", async () => {
    await withRefusals([{ headers: { "retry-after": "3600" } }], async (target) => {
      expect((await target.execute(read, never)).outcome).toEqual({
        result: "unknown",
        cause: "connection",
        detail:
          "the endpoint limits the rate of requests and requires a pause of 3600 s; use --rate N to send at most N requests per second",
      });
    });
  });

  it("that never ends is aborted", async () => {
    const refusals = Array.from({ length: 20 }, () => ({ headers: { "retry-after": "0" } }));
    await withRefusals(refusals, async (target, times) => {
      expect((await target.execute(read, never)).outcome).toMatchObject({
        result: "unknown",
        detail: expect.stringContaining("rejected 6 attempts"),
      });
      expect(times).toHaveLength(6);
    });
  });

  it("is recognized by its words if the dialect does not map it", async () => {
    const body = '{"errors":[{"message":"slow down","extensions":{"kind":"THROTTLED"}}]}';
    await withRefusals([{ status: 200, headers: json, body }], async (target, times) => {
      const { outcome, rateRejection } = await target.execute(read, never);
      expect(outcome.result).toBe("object");
      expect(times).toHaveLength(2);
      expect(rateRejection).toMatchObject({
        refusal: { reason: "rateLimited", isInferred: true, message: "slow down" },
        reply: { status: 200 },
        isProven: true,
      });
    });
  });

  it("is not awaited again and again if its words are of a permanent rejection", async () => {
    const body =
      '{"errors":[{"message":"the quota of 10 widgets is exceeded","extensions":{"retryAfterSeconds":0.001}}]}';
    const refusals = Array.from({ length: 20 }, () => ({ status: 200, headers: json, body }));
    await withRefusals(refusals, async (target, times) => {
      const { outcome, rateRejection } = await target.execute(read, never);
      expect(outcome).toMatchObject({
        result: "unknown",
        detail: expect.stringContaining('"the quota of 10 widgets is exceeded"'),
      });
      expect(rateRejection).not.toHaveProperty("isProven");
      expect(times).toHaveLength(6);
      expect((await target.execute(read, never)).outcome.result).toBe("unknown");
      expect(times).toHaveLength(8);
    });
  });

  it("is awaited only once by all connections that share what they learned", async () => {
    const body = '{"errors":[{"message":"slow down","extensions":{"retryAfterSeconds":0.001}}]}';
    const refusals = Array.from({ length: 20 }, () => ({ status: 200, headers: json, body }));
    const inferredLimits = new InferredLimits();
    const attempts: number[] = [];
    for (let connection = 0; connection < 2; connection += 1) {
      await withRefusals(
        refusals,
        async (target, times) => {
          expect((await target.execute(read, never)).outcome.result).toBe("unknown");
          attempts.push(times.length);
        },
        { inferredLimits },
      );
    }
    expect(attempts).toEqual([6, 2]);
  });

  it("is recognized for the role throttled", async () => {
    const credentials = { throttled: "secret-of-throttled" };
    await withRefusals(
      [{ headers: { "retry-after": "1" } }],
      async (target, times) => {
        const { outcome } = await target.execute({ ...read, identity: "throttled" }, never);
        expect(outcome).toMatchObject({
          result: "refused",
          refusal: { reason: "rateLimited", retryAfterSeconds: 1 },
        });
        expect(times).toHaveLength(1);
      },
      { credentials },
    );
  });

  it("ends with the caller's patience", async () => {
    await withRefusals([{ headers: { "retry-after": "20" } }], async (target) => {
      const controller = new AbortController();
      const answer = target.execute(read, controller.signal);
      setTimeout(() => controller.abort(), 100);
      expect((await answer).outcome).toMatchObject({ result: "unknown", cause: "aborted" });
    });
  });

  it("that was agreed on is kept to", async () => {
    await withRefusals(
      [],
      async (target, times) => {
        await Promise.all(Array.from({ length: 6 }, () => target.execute(read, never)));
        const [first = 0] = times;
        expect((times.at(-1) ?? 0) - first).toBeGreaterThanOrEqual(150);
      },
      { requestsPerSecond: 20 },
    );
  });
});
