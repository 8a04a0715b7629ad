import { expect, it } from "vitest";
import { limits } from "#contract";
import { tokenCaller } from "../resources/rest-request.ts";
import { RestTransport } from "../resources/rest-transport.ts";
import { answerJson, serveAnswers } from "../testing/api-server.ts";
import type { ServedAnswers } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetBody } from "../testing/widget.ts";
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
  const remarks: string[] = [];
  await using place = placeOn(server, { remarks });

  const isReal = await place.tryOn(kind, async (trialServer) => {
    await trialServer.create({ size: 1 });
    return trialServer.isReal;
  });

  expect(isReal).toBe(isTested);
  expect(remarks).toHaveLength(isTested ? 0 : 1);
});

it("repeats a request that an overloaded server rejects", async () => {
  let left = 2;
  const server = await serveAnswers(({ method }, _body, reply) => {
    if (method === "POST" && left-- > 0) {
      reply.writeHead(429, { "content-type": "application/json", "retry-after": "0" });
      reply.end(JSON.stringify(statusFailure(429, "TooManyRequests")));
    } else {
      answerJson(reply, 200, widgetBody("2"));
    }
  });
  await using place = placeOn(server, { remarks: [] });

  const { isAccepted } = await place.tryOn(kind, (trialServer) => trialServer.create({ size: 1 }));

  expect(isAccepted).toBe(true);
  expect(left).toBe(-1);
});

it("tests values again with other objects, because a deletion may take long", async () => {
  const names = new Set<string>();
  let left = 1;
  let conflicts = 0;
  const server = await serveAnswers(({ method, url = "" }, body, reply) => {
    const [, inPath = ""] = /widgets\/([^/?]+)/u.exec(url) ?? [];
    if (method !== "POST") return answerJson(reply, names.has(inPath) ? 200 : 404, widgetBody("2"));
    const [, name = ""] = /"name":"([^"]*)"/u.exec(body) ?? [];
    if (names.has(name)) {
      conflicts += 1;
      return answerJson(reply, 409, statusFailure(409, "AlreadyExists"));
    }
    names.add(name);
    if (left-- > 0) return void reply.destroy();
    answerJson(reply, 201, widgetBody("1"));
  });
  const remarks: string[] = [];
  await using place = placeOn(server, { remarks });

  const isAccepted = await place.tryOn(kind, async (trialServer) => {
    const replies = [await trialServer.tryCreation({ size: 1 }), await trialServer.create({})];
    return replies.map((reply) => reply.isAccepted);
  });

  expect(isAccepted).toEqual([true, true]);
  expect(conflicts).toBe(0);
  expect(remarks).toEqual([]);
});

it.each([
  { failures: 2, isLeft: false, sentences: [] },
  {
    failures: Infinity,
    isLeft: true,
    sentences: [
      "the server did not confirm the deletion of widgets.example.com status-conformance-abc-trial, with which values were tested before the run",
    ],
  },
])("removes its object from a server that fails $failures times", async (of) => {
  const { failures, isLeft, sentences } = of;
  const names = new Set<string>();
  let left = failures;
  const server = await serveAnswers(({ method, url = "" }, body, reply) => {
    const [, inPath = ""] = /widgets\/([^/?]+)/u.exec(url) ?? [];
    const [, name = ""] = /"name":"([^"]*)"/u.exec(body) ?? [];
    if (method === "POST") names.add(name);
    if (method !== "DELETE") return answerJson(reply, 200, widgetBody("2"));
    if (left-- > 0) return answerJson(reply, 500, statusFailure(500, "InternalError"));
    answerJson(reply, names.delete(inPath) ? 200 : 404, widgetBody("2"));
  });
  const remarks: string[] = [];
  {
    await using place = placeOn(server, { remarks, cleanupMs: isLeft ? 300 : 60_000 });
    await place.tryOn(kind, (trialServer) => trialServer.create({ size: 1 }));
  }

  expect(names.size).toBe(isLeft ? 1 : 0);
  expect(remarks).toEqual(sentences);
});

it("stops reading a watch if the run is aborted", async () => {
  const server = await serveAnswers(({ method, url = "" }, _body, reply) => {
    if (url.includes("watch=true")) reply.writeHead(200).flushHeaders();
    else answerJson(reply, method === "POST" ? 201 : 200, widgetBody("2"));
  });
  const watches = (): number => server.asked.filter((line) => line.includes("watch=true")).length;
  const run = new AbortController();
  await using place = placeOn(server, { remarks: [], signal: run.signal });

  const unsupported = place.tryOn(kind, async (trialServer) => {
    await trialServer.create({ size: 1 });
    return await trialServer.unsupported();
  });
  await expect.poll(watches).toBe(1);
  run.abort();
  await unsupported;

  expect(watches()).toBe(1);
});

function placeOn(
  server: ServedAnswers,
  {
    remarks,
    signal = new AbortController().signal,
    cleanupMs = limits.cleanupMs,
  }: {
    readonly remarks: string[];
    readonly signal?: AbortSignal;
    readonly cleanupMs?: number;
  },
): TrialPlace {
  keep(server);
  const transport = new RestTransport({
    address: new URL(server.url),
    tls: {},
    userAgent: "suite/test",
    openMs: 60_000,
  });
  keep(transport);
  return new TrialPlace({
    transport,
    administrator: tokenCaller("secret-token"),
    suffix: "abc",
    limits: { ...limits, cleanupMs },
    signal,
    remark: (sentence) => void remarks.push(sentence),
    warn: (sentence) => void remarks.push(sentence),
    hasNamespaces: false,
    before: () => Promise.resolve(),
  });
}
