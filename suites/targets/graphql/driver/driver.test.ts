import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Command, Outcome } from "#contract";
import type { Exchange } from "../../port/target.ts";
import { optionsFor, startEndpoint, testLimits } from "../testing/test-endpoint.ts";
import type { EndpointOptions } from "../testing/test-endpoint.ts";
import { readWidget, reportWidget, widgetData, widgetKey } from "../testing/widget-dialect.ts";
import { withOperationsAlone } from "../testing/with-operations.ts";
import { connectGraphqlTarget } from "./connect.ts";

const never = new AbortController().signal;

async function once(
  options: EndpointOptions,
  command: Command,
  { signal = never, requestMs = 60_000 }: { signal?: AbortSignal; requestMs?: number } = {},
): Promise<Exchange> {
  await using endpoint = await startEndpoint(options);
  const limits = { ...testLimits, requestMs };
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { limits }));
  return await target.execute(command, signal);
}

interface Misbehaviour {
  readonly name: string;
  readonly answer: EndpointOptions["answer"] & {};
  readonly result: string;
  readonly detail: RegExp;
  readonly requestMs?: number;
}

function detailOf(outcome: Outcome): string {
  return "detail" in outcome ? outcome.detail : `no detail in ${outcome.result}`;
}

describe("execute", () => {
  it("sends a read and reads the object", async () => {
    const root = { shop: { widget: ({ name }: { name: string }) => named(name) } };
    const exchange = await once({ root }, readWidget);
    expect(exchange.outcome).toMatchObject({ result: "object", object: { spec: { size: 1 } } });
    expect(exchange.request).toMatchObject({ variables: { ns: "default", name: "a" } });
    expect(exchange.reply).toMatchObject({ status: 200, body: { data: { shop: {} } } });
  });

  it("sends conditions if they are given, and nothing otherwise", async () => {
    const inputs: unknown[] = [];
    const root = {
      updateWidgetStatus: ({ input }: { input: object }) => void inputs.push({ ...input }),
    };
    await once({ root }, { ...reportWidget, uid: uid("u1") });
    await once({ root }, { ...reportWidget, status: { phase: null } });
    expect(inputs).toEqual([
      { ns: "default", name: "a", version: "7", uid: "u1", status: { count: 1 } },
      { ns: "default", name: "a", version: "7", status: { phase: null } },
    ]);
  });

  it.each([
    { place: "beside", path: { spec: { size: 9 }, status: { count: 1 } } },
    { place: "inside", path: { status: { count: 1, spec: { size: 9 } } } },
  ] as const)("sends foreign members $place", async ({ place, path }) => {
    const foreign = { place, members: { spec: { size: 9 } } };
    const { request, outcome, misfit } = await once({}, { ...reportWidget, foreign });
    expect(request?.variables).toMatchObject({ input: path });
    expect(outcome).toMatchObject({ result: "refused", refusal: { reason: "invalid" } });
    expect(misfit).toContain("is not defined by type");
  });

  it("sends credentials that no exchange shows, even where they are echoed", async () => {
    const options: EndpointOptions = {
      answer: (request, response) =>
        response.end(
          JSON.stringify({ errors: [{ message: `bad ${String(request.headers["x-token"])}` }] }),
        ),
    };
    const exchange = await once(options, reportWidget);
    expect(exchange.outcome).toMatchObject({ refusal: { message: "bad Token [credential]" } });
    expect(JSON.stringify(exchange)).not.toContain("secret-of-controller");
  });

  it("sends no credential for anonymous", async () => {
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    await target.execute({ ...readWidget, identity: "anonymous" }, never);
    expect(endpoint.headers[0]).toHaveProperty("x-token");
    expect(endpoint.headers.at(-1)).not.toHaveProperty("x-token");
  });

  it.each<{ name: string; command: Command; detail: string }>([
    {
      name: "a kind",
      command: { ...readWidget, key: { kind: "Gizmo", name: "a" } },
      detail: "there is no kind Gizmo",
    },
    {
      name: "an operation",
      command: { ...readWidget, via: "resource" },
      detail: "Widget has no operation for read via resource",
    },
    {
      name: "a credential",
      command: { ...readWidget, identity: "reader" },
      detail: "there is no credential for reader",
    },
    {
      name: "a place for foreign members",
      command: {
        verb: "update",
        identity: "author",
        key: widgetKey,
        foreign: { place: "beside", members: {} },
      },
      detail:
        'updateWidget has no "beside" path in the dialect; sending fields that do not belong in the write requires this path',
    },
  ])("sends nothing without $name", async ({ command, detail }) => {
    expect(await once({}, command)).toEqual({ outcome: { result: "unsupported", detail } });
  });
});

describe("execute against an endpoint that misbehaves", () => {
  it.each<Misbehaviour>([
    {
      name: "never answers",
      requestMs: 500,
      answer: () => {},
      result: "unknown",
      detail: /^no complete response within 500 ms$/u,
    },
    {
      name: "stops in the middle",
      requestMs: 500,
      answer: (_, response) => response.writeHead(200, { "content-length": 99 }).write("{"),
      result: "unknown",
      detail: /^no complete response within 500 ms$/u,
    },
    {
      name: "cuts the connection",
      answer: (request) => request.socket.destroy(),
      result: "unknown",
      detail: /UND_ERR_SOCKET|ECONNRESET/u,
    },
    {
      name: "cuts the response",
      answer: (request, response) => {
        response
          .writeHead(200, { "content-length": 99 })
          .write("{", () => request.socket.destroy());
      },
      result: "unknown",
      detail: /UND_ERR_SOCKET|ECONNRESET/u,
    },
    {
      name: "answers without end",
      answer: (_, response) => response.end(" ".repeat(17 * 1024 * 1024)),
      result: "unintelligible",
      detail: /^a response of more than 16777216 bytes$/u,
    },
    {
      name: "redirects",
      answer: (_, response) => response.writeHead(307, { location: "http://127.0.0.1:1/" }).end(),
      result: "unintelligible",
      detail: /^HTTP 307/u,
    },
    {
      name: "answers with an odd status",
      answer: (_, response) => response.writeHead(799).end("?"),
      result: "unintelligible",
      detail: /^HTTP 799/u,
    },
    {
      name: "answers JSON of another type",
      answer: (_, response) => response.setHeader("content-type", "text/plain").end("[[]]"),
      result: "unintelligible",
      detail: /neither a result nor a list of errors/u,
    },
  ])("survives one that $name", async ({ answer, result, detail, requestMs }) => {
    const { outcome, request } = await once(
      { answer },
      reportWidget,
      requestMs === undefined ? {} : { requestMs },
    );
    expect(outcome.result).toBe(result);
    expect(outcome).not.toHaveProperty("isUnsent");
    expect(detailOf(outcome)).toMatch(detail);
    expect(request?.operation).toContain("updateWidgetStatus");
  });

  it("is notified when the server no longer answers", async () => {
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    await endpoint[Symbol.asyncDispose]();
    // The first request may still use the connection that the server closes.
    await target.execute(readWidget, never);
    const { outcome } = await target.execute(readWidget, never);
    expect(outcome).toMatchObject({ result: "unknown", cause: "connection", isUnsent: true });
  });

  it("may have many concurrent requests for one signal", async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error): void => void warnings.push(warning);
    process.on("warning", listen);
    await using endpoint = await startEndpoint();
    await using target = await connectGraphqlTarget(optionsFor(endpoint.url));
    const { signal } = new AbortController();
    const sent = Array.from({ length: 40 }, async () => target.execute(readWidget, signal));
    const results = (await Promise.all(sent)).map(({ outcome }) => outcome.result);
    process.off("warning", listen);
    expect(new Set(results)).toEqual(new Set(["refused"]));
    expect(warnings).toEqual([]);
  });

  it("stops when its caller aborts", async () => {
    const controller = new AbortController();
    const { outcome } = await once({ answer: () => controller.abort() }, reportWidget, {
      signal: controller.signal,
    });
    expect(outcome).toMatchObject({ result: "unknown", cause: "aborted" });
    const unsent = await once({}, reportWidget, { signal: controller.signal });
    expect(unsent.request).toBeUndefined();
    expect(unsent.outcome).toMatchObject({ result: "unknown", cause: "aborted" });
  });
});

function named(name: string): object {
  return { ...widgetData, meta: { name, uid: "u1", version: "7" } };
}

const schema = `
  type Query { widget: Widget }
  type Subscription { changes(after: Int): Change! }
  type Change { type: String! object: Widget! }
  type Widget { meta: Meta! spec: String status: String }
  type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
`;

it("finds a version that does not have the type of the argument for it", async () => {
  await using endpoint = await startEndpoint({ schema, root: {} });
  const dialect = withOperationsAlone({
    watch: [
      {
        id: "changes",
        field: "changes",
        arguments: { after: "$cursor" },
        type: { path: "type", names: { ADDED: "ADDED" } },
        object: "object",
      },
    ],
  });
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, { dialect: { ...dialect, features: [] } }),
  );
  const watch = { verb: "watch", identity: "controller", kind: "Widget" } as const;
  const misfitOf = (version: string): string | undefined =>
    target.watchMisfit?.({ ...watch, resourceVersion: resourceVersion(version) });

  expect(misfitOf("17")).toBeUndefined();
  expect(misfitOf('W/"17"')).toContain("Int");
});
