import { expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { condition, HistoryFixture } from "../testing/history-fixture.ts";
import { unreadiness } from "./reads-as-ready.ts";

const unready = { conditions: [condition("Ready", "False")] };

it.each<{
  readonly name: string;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  readonly reason?: string;
}>([
  { name: "no status" },
  { name: "the condition Ready", status: { conditions: [condition("Ready", "True")] } },
  {
    name: "the condition Ready with the status Unknown",
    status: { conditions: [condition("Ready", "Unknown")] },
  },
  {
    name: "the condition Ready with the status False",
    status: unready,
    reason: "the condition Ready is False",
  },
  {
    name: "only the condition Available, with the status False",
    status: { conditions: [condition("Available", "False")] },
    reason: "the condition Available is False",
  },
  {
    name: "the condition Ready of an earlier generation",
    status: { ...unready, observedGeneration: 0 },
  },
  {
    name: "no ready replicas",
    spec: { replicas: 2 },
    status: { readyReplicas: 0 },
    reason: "0 of 2 replicas are ready",
  },
  { name: "some ready replicas", spec: { replicas: 2 }, status: { readyReplicas: 1 } },
  { name: "no replicas to be ready", spec: { replicas: 0 }, status: { readyReplicas: 0 } },
  {
    name: "no ready replicas, but a condition",
    spec: { replicas: 2 },
    status: { readyReplicas: 0, conditions: [condition("Available", "True")] },
  },
])("$name: $reason", ({ spec = {}, status = {}, reason }) => {
  const [shown] = new HistoryFixture().create({ spec, status }).events;

  expect(shown?.event === "shown" ? unreadiness(shown.object) : undefined).toBe(reason);
});
