import { expect, it } from "vitest";
import type { JsonValue, Outcome } from "#contract";
import { connectGraphqlTarget } from "../driver/connect.ts";
import type { OutcomeMatcher } from "../dialect/dialect.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { widgetKey } from "../testing/widget-dialect.ts";
import { withOperationsAlone } from "../testing/with-operations.ts";

const schema = `
  type Query { job(id: ID!): Job widget(id: ID!): Widget }
  type Mutation { startWidget(name: String!): Started }
  type Started { job: JobRef }
  type JobRef { id: ID }
  type Job { state: String! widget: Widget problem: Problem }
  type Problem { code: String! }
  type Widget { meta: Meta! spec: String status: String }
  type Meta { name: String! ns: String uid: ID! version: String! generation: Int labels: String }
`;

const meta = { name: "w1", ns: "default", uid: "u1", version: "7" };

interface Served {
  readonly outcome: Outcome;
  readonly asked: readonly string[];
}

async function create(
  states: readonly JsonValue[],
  {
    id = "j1",
    signal = new AbortController().signal,
  }: { readonly id?: string | null; readonly signal?: AbortSignal } = {},
): Promise<Served> {
  const asked: string[] = [];
  const root = {
    startWidget: () => ({ job: { id } }),
    job: (args: { readonly id: string }) => {
      asked.push(args.id);
      return states[Math.min(asked.length, states.length) - 1];
    },
  };
  await using endpoint = await startEndpoint({ schema, root });
  const dialect = withOperationsAlone({
    create: [
      {
        id: "startWidget",
        field: "startWidget",
        arguments: { name: "$name" },
        result: null,
        wait: {
          id: "wait",
          field: "job",
          arguments: { id: "$operation" },
          operation: "job.id",
          until: { path: "state", values: ["DONE", "FAILED"] },
          result: "widget",
        },
      },
    ],
  });
  const taken: OutcomeMatcher = {
    reason: "alreadyExists",
    payload: { path: "problem.code", value: "TAKEN" },
  };
  await using target = await connectGraphqlTarget(
    optionsFor(endpoint.url, {
      dialect: { ...dialect, features: [], outcomes: [taken, ...dialect.outcomes] },
    }),
  );
  const command = { verb: "create", identity: "author", key: widgetKey, spec: {} } as const;
  const { outcome } = await target.execute(command, signal);
  return { outcome, asked };
}

const running = { state: "RUNNING", widget: null };

it("waits for the end of an operation, and returns its object", async () => {
  const { outcome, asked } = await create([running, running, { state: "DONE", widget: { meta } }]);

  expect(asked).toEqual(["j1", "j1", "j1"]);
  expect(outcome).toMatchObject({ result: "object", object: { metadata: { name: "w1" } } });
});

it("returns the refusal with which an operation ends", async () => {
  const { outcome } = await create([
    running,
    { state: "FAILED", widget: null, problem: { code: "TAKEN" } },
  ]);

  expect(outcome).toMatchObject({ result: "refused", refusal: { reason: "alreadyExists" } });
});

it("cannot wait if the response does not identify the operation", async () => {
  const { outcome, asked } = await create([running], { id: null });

  expect(asked).toEqual([]);
  expect(outcome).toEqual({
    result: "unintelligible",
    detail: 'the response has no "job.id" to wait for',
  });
});

it("stops waiting with its request", async () => {
  const stop = new AbortController();
  const waiting = create([running], { signal: stop.signal });
  stop.abort();

  expect((await waiting).outcome).toMatchObject({ result: "unknown" });
});
