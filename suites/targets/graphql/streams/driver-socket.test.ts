import { describe, expect, it } from "vitest";
import type { Command, Outcome } from "#contract";
import type { Exchange, Target } from "../../port/target.ts";
import { connectGraphqlTarget } from "../driver/connect.ts";
import { optionsFor, serveSockets, startEndpoint, testLimits } from "../testing/test-endpoint.ts";
import {
  readWidget,
  reportWidget,
  widgetData,
  widgetDialect,
  widgetKey,
} from "../testing/widget-dialect.ts";

const never = new AbortController().signal;

describe("execute over the socket", () => {
  it("has the outcomes of the other channel", async () => {
    const parameters: unknown[] = [];
    const root = {
      shop: { widget: ({ name }: { name: string }) => (name === "a" ? named("a") : null) },
    };
    const missing = { ...readWidget, key: { ...widgetKey, name: "b" } };
    const outcomes = await overSocket(
      root,
      [readWidget, missing, { ...reportWidget, status: { count: "x" } }],
      (given) => {
        parameters.push(given);
        return true;
      },
    );
    expect(outcomes).toMatchObject([
      { result: "object", object: { metadata: { name: "a" } } },
      { result: "refused", refusal: { reason: "notFound" } },
      { result: "refused", refusal: { reason: "invalid" } },
    ]);
    expect(
      parameters.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    ).toEqual([{ token: "Token secret-of-author" }, { token: "Token secret-of-controller" }]);
  });

  it("is refused if the connection is", async () => {
    const [outcome] = await overSocket({}, [readWidget], () => false);
    expect(outcome).toMatchObject({ result: "refused", refusal: { reason: "forbidden" } });
  });

  it("waits no longer than for other requests", async () => {
    const root = { shop: async () => new Promise(() => {}) };
    const [outcome] = await overSocket(root, [readWidget]);
    expect(outcome).toEqual({
      result: "unknown",
      cause: "timeout",
      detail: "no result within 500 ms",
    });
  });

  it("is not offered if the dialect has no socket", async () => {
    await using endpoint = await startEndpoint();
    const { http } = widgetDialect.credentials;
    const dialect = { ...widgetDialect, credentials: { http } };
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect }));
    const { outcome } = await target.execute({ ...readWidget, channel: "socket" }, never);
    expect(outcome).toEqual({ result: "unsupported", detail: "the endpoint has no WebSocket" });
  });
});

async function overSocket(
  root: Record<string, object>,
  commands: readonly Command[],
  onConnect?: (parameters: unknown) => boolean,
): Promise<readonly Outcome[]> {
  await using endpoint = await startEndpoint();
  serveSockets(endpoint, root, onConnect);
  const limits = { ...testLimits, requestMs: 500 };
  await using target: Target = await connectGraphqlTarget(optionsFor(endpoint.url, { limits }));
  const send = async (command: Command): Promise<Exchange> =>
    target.execute({ ...command, channel: "socket" }, never);
  return (await Promise.all(commands.map(send))).map(({ outcome }) => outcome);
}

function named(name: string): object {
  return { ...widgetData, meta: { name, uid: "u1", version: "7" } };
}
