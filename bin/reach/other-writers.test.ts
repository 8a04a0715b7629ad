import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { limits } from "#contract";
import type { Resource } from "#contract";
import { startReference } from "#reference";
import { referenceReconcilers, runController } from "#reference/controller";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { describedAs } from "./narrow-target.ts";
import { reportOnServices } from "../testing/other-reports.ts";

type OtherClient = (target: Target, signal: AbortSignal) => Promise<void>;

const referenceControllers: OtherClient = (target, signal) =>
  runController({
    target,
    reconcilers: referenceReconcilers().filter(({ kind }) => kind === "Service"),
    now: () => new Date(),
    random: () => Math.random(),
    wait: async (pauseMs, stopped) => {
      await delay(pauseMs, undefined, { signal: stopped }).catch(() => {});
    },
    eventMs: limits.eventMs,
    ready: () => {},
    failed: () => {},
    signal,
  });

const slowController: OtherClient = async (target, signal) => {
  while (!signal.aborted) {
    await reportOnServices(target, isUnacknowledged, signal);
    await delay(200, undefined, { signal }).catch(() => {});
  }
};

function isUnacknowledged({ metadata, status }: Resource): boolean {
  return status?.["observedGeneration"] !== metadata.generation;
}

/** Another client writes a Service before the run receives the response to its own write. */
function contended(target: Target, other: Target): Target {
  return {
    ...describedAs(target, target.description),
    execute: async (command, signal) => {
      const outcome = await target.execute(command, signal);
      if (command.verb !== "read" && command.verb !== "list" && command.key.kind === "Service") {
        await reportOnServices(other, isUnacknowledged, signal);
      }
      return outcome;
    },
  };
}

const idle: OtherClient = async () => {};

describe("other clients that write objects of the run", () => {
  it.each([
    // The number of cases that detect these two depends on the speed of the machine.
    { name: "controllers that follow a watch", client: referenceControllers, isNoticed: false },
    { name: "a controller that polls", client: slowController, isNoticed: false },
    { name: "a controller that writes after each write", client: idle, isNoticed: true },
  ])("are no violation: $name", async ({ client, isNoticed }) => {
    const stop = new AbortController();
    await using server = await startReference();
    const { signal } = stop;
    const connection = { endpoint: server.url, limits, signal };
    await using connected = await connect(connection);
    await using other = await connect(connection);
    const target = isNoticed ? contended(connected, other) : connected;
    const running = client(other, signal);
    const { verdicts } = await checkTarget(target, {
      checks: checks.filter(({ phase = "scenario" }) => phase === "scenario"),
      selection: { only: ["*#Service*", "*#Namespace*"], skip: [] },
      attempts: 2,
      keepObjects: true,
    });
    stop.abort();
    await running.catch(() => {});

    const findings = verdicts.flatMap((verdict) => verdict.findings);
    expect(findings.filter(({ result }) => result === "violated")).toEqual([]);
    const named = findings.some(
      (finding) =>
        finding.result === "undecided" &&
        finding.reason.startsWith(
          "another client, or the endpoint itself, writes objects of kind Service: ",
        ),
    );
    if (isNoticed) expect(named).toBe(true);
    const elsewhere = verdicts.filter(({ verdict }) => verdict === "fail" || verdict === "flaky");
    expect(elsewhere).toEqual([]);
  });
});
