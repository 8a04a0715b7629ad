import { expect, it } from "vitest";
import { limits } from "#contract";
import { tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { widgetBody } from "../testing/widget.ts";
import { TrialPlace } from "./trial-place.ts";

const { keep } = connections();

const kind = {
  literal: "Widget",
  plural: "widgets",
  group: "example.com",
  version: "v1",
  scope: "cluster",
  hasStatus: true,
  body: "spec",
} as const;

it.each([
  { lost: 1, isTested: true },
  { lost: 2, isTested: false },
])("tests values again after $lost lost responses: $isTested", async ({ lost, isTested }) => {
  let left = lost;
  const server = await serveAnswers(({ method }, _body, reply) => {
    if (method === "POST" && left-- > 0) reply.destroy();
    else answerJson(reply, 200, widgetBody("2"));
  });
  keep(server);
  const transport = new RestTransport({
    address: new URL(server.url),
    tls: {},
    userAgent: "suite/test",
    openMs: 60_000,
  });
  keep(transport);
  const remarks: string[] = [];
  await using place = new TrialPlace({
    transport,
    administrator: tokenCaller("secret-token"),
    suffix: "abc",
    limits,
    signal: new AbortController().signal,
    remark: (sentence) => void remarks.push(sentence),
    hasNamespaces: false,
    before: () => Promise.resolve(),
  });

  const isReal = await place.tryOn(kind, async (trialServer) => {
    await trialServer.create({ size: 1 });
    return trialServer.isReal;
  });

  expect(isReal).toBe(isTested);
  expect(remarks).toHaveLength(isTested ? 0 : 1);
});
