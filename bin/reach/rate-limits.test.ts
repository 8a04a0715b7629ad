import { expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { startLimitedProxy } from "../testing/limited-proxy.ts";

const { signal } = new AbortController();

it("a run sends its requests at the rate that the endpoint permits", async () => {
  await using server = await startReference();
  await using proxy = await startLimitedProxy(server.url, { requests: 10, windowMs: 200 });
  await using target = await connect({
    endpoint: proxy.url,
    webSocketEndpoint: server.url.replace("http", "ws"),
    limits,
    signal,
  });
  const { verdicts, footer } = await checkTarget(target, {
    seed: 1,
    selection: {
      only: ["write/stores-submitted-status"],
      skip: [],
    },
  });

  const asked = verdicts.filter(({ verdict }) => verdict !== "excluded");
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter(({ verdict }) => verdict !== "pass")).toEqual([]);
  expect(footer.leftBehind).toBe(0);
  const { exchanges } = footer;
  expect(exchanges).toBeGreaterThan(100);
  expect(proxy.refused).toBeGreaterThan(0);
  expect(proxy.refused).toBeLessThan(exchanges / 2);
});
