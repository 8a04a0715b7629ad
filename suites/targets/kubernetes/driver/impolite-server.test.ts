import { describe, expect, it } from "vitest";
import type { Command, JsonObject, WatchCommand } from "#contract";
import { answerJson } from "../testing/api-server.ts";
import type { Answer } from "../testing/api-server.ts";
import { connections } from "../testing/test-connections.ts";
import { statusFailure, widgetBody, widgetKey } from "../testing/widget.ts";

const { connected, keep } = connections();
const { signal } = new AbortController();

const status: JsonObject = { num: 1 };
const create: Command = {
  verb: "create",
  identity: "author",
  key: widgetKey,
  spec: { size: 1 },
};
const patch: Command = {
  verb: "patchStatus",
  identity: "author",
  key: widgetKey,
  format: "merge",
  patch: { status },
};
const read: Command = { verb: "read", identity: "author", key: widgetKey };
const list: Command = { verb: "list", identity: "author", kind: "Widget", namespace: "usual" };

const watch: WatchCommand = {
  verb: "watch",
  identity: "author",
  kind: "Widget",
  namespace: "usual",
};

const json = { "content-type": "application/json" };

describe("a server that answers impolitely", () => {
  it.each<{ what: string; command: Command; answer: Answer; outcome: object }>([
    {
      what: "200 to a creation: it was carried out",
      command: create,
      answer: (_request, _body, reply) => answerJson(reply, 200, widgetBody("2")),
      outcome: { result: "object" },
    },
    {
      what: "202 to a patch: it was carried out",
      command: patch,
      answer: (_request, _body, reply) => answerJson(reply, 202, widgetBody("2", { status })),
      outcome: { result: "object", object: { metadata: { resourceVersion: "2" } } },
    },
    {
      what: "404 without a body: there is none",
      command: read,
      answer: (_request, _body, reply) => reply.writeHead(404).end(),
      outcome: { result: "refused", refusal: { reason: "notFound" } },
    },
    {
      what: "422 without a body: it is invalid",
      command: patch,
      answer: (_request, _body, reply) => reply.writeHead(422).end(),
      outcome: { result: "refused", refusal: { reason: "invalid" } },
    },
    {
      what: "500 for what is not implemented: no refusal of what was sent",
      command: patch,
      answer: (_request, _body, reply) =>
        answerJson(reply, 500, statusFailure(500, "InternalError")),
      outcome: { result: "refused", refusal: { reason: "internal" } },
    },
    {
      what: "a list without a version: it shows its objects",
      command: list,
      answer: (_request, _body, reply) =>
        answerJson(reply, 200, { kind: "List", items: [widgetBody("2")] }),
      outcome: { result: "list", items: [{ metadata: { resourceVersion: "2" } }] },
    },
  ])("$what", async ({ command, answer, outcome }) => {
    const { target } = await connected(answer);

    expect((await target.execute(command, signal)).outcome).toMatchObject(outcome);
  });

  it("no response: the write may have been stored, and the next request is forwarded", async () => {
    const { target } = await connected((request, _body, reply) => {
      if (request.method !== "PATCH") answerJson(reply, 200, widgetBody("1"));
    }, 200);

    expect((await target.execute(patch, signal)).outcome).toMatchObject({
      result: "unknown",
      cause: "timeout",
    });
    expect((await target.execute(read, signal)).outcome).toMatchObject({ result: "object" });
  });

  it("lists without versions: a watch that starts from one cannot be opened", async () => {
    const { target } = await connected((request, _body, reply) =>
      answerJson(reply, 200, { metadata: { resourceVersion: "" }, items: [] }),
    );
    const ended = await new Promise((resolve) => {
      const listener = { event: () => undefined, ended: resolve };
      void target.watch(watch, listener, signal).then(keep);
    });

    expect(ended).toEqual({
      end: "unintelligible",
      detail: "the list before the watch has no version",
    });
  });

  it("watches over WebSockets only: a watch over HTTP ends as refused", async () => {
    const { target } = await connected((request, _body, reply) => {
      if (!(request.url ?? "").includes("watch=true"))
        return reply.writeHead(200, json).end('{"metadata":{"resourceVersion":"1"},"items":[]}');
      return answerJson(reply, 400, statusFailure(400, "BadRequest"));
    });
    const ended = await new Promise((resolve) => {
      const listener = { event: () => undefined, ended: resolve };
      void target.watch(watch, listener, signal).then(keep);
    });

    expect(ended).toMatchObject({ end: "refused" });
  });
});
