import { describe, expect, it } from "vitest";
import { startReference } from "../server/start-reference.ts";
import { send } from "../testing/reference-client.ts";

const query = '{ services(namespace: "default") { resourceVersion } }';

describe("a caller with a rate limit", () => {
  it("receives the time to wait, and may continue then", async () => {
    let now = 0;
    await using server = await startReference({ clock: () => new Date(now) });
    const codes = [];
    for (let request = 1; request <= 11; request += 1) {
      codes.push((await send(server, "throttled", { query })).code);
    }
    now = 500;
    const late = await send(server, "throttled", { query });
    now = 2_000;
    const later = await send(server, "throttled", { query });

    expect(codes).toEqual([...Array.from({ length: 10 }, () => undefined), "RATE_LIMITED"]);
    expect(late.errors).toMatchObject([
      { extensions: { reason: "TooManyRequests", retryAfterSeconds: 2 } },
    ]);
    expect(later.code).toBeUndefined();
  });

  it("does not affect other callers", async () => {
    await using server = await startReference({ clock: () => new Date(0) });
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        send(server, index % 2 === 0 ? "throttled" : "reader", { query }),
      ),
    );

    expect(all.filter(({ code }) => code === "RATE_LIMITED")).toHaveLength(5);
    expect(all.filter(({ code }, index) => index % 2 === 1 && code !== undefined)).toEqual([]);
  });
});
