import { describe, expect, it } from "vitest";
import type { Outcome } from "#contract";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import { outageOptions } from "./outage.ts";
import { Recorder } from "./recorder.ts";
import { scriptedTarget } from "./scripted-target.fixture.ts";

const key = { kind: workloadKind.name, namespace: "a", name: "x" };
const write = { verb: "updateStatus", identity: "controller", key, status: {} } as const;
const answered: Outcome = { result: "done" };
const reset: Outcome = { result: "unknown", cause: "connection", detail: "reset" };
const refused: Outcome = { ...reset, detail: "ECONNREFUSED", isUnsent: true };

/** Sends writes to a target with the given outcomes, the last one repeated. The clock advances by 1 s per request. */
class Trial {
  requests = 0;
  readonly #recorder: Recorder;

  constructor(outcomes: readonly Outcome[]) {
    const target = scriptedTarget(() => {
      this.requests += 1;
      return outcomes[this.requests - 1] ?? outcomes.at(-1) ?? answered;
    });
    const now = (): number => this.requests * 1000;
    const outage = { now, patienceMs: 5000, pauseMs: 0 };
    this.#recorder = new Recorder({ target, trace: () => {}, now, outage });
  }

  get unreachableMs(): number | undefined {
    return this.#recorder.unreachableMs;
  }

  async send(signal = new AbortController().signal): Promise<string> {
    const { outcome } = await this.#recorder.call(write, { case: "a", signal });
    return outcome.result;
  }
}

describe("a target that refuses connections", () => {
  it("gets the same write again until it accepts a connection", async () => {
    const trial = new Trial([answered, refused, refused, refused, answered]);
    await trial.send();

    expect(await trial.send()).toBe("done");
    expect(trial.requests).toBe(5);
    expect(trial.unreachableMs).toBeUndefined();
  });

  it("counts as unreachable after a while, and gets each further request once", async () => {
    const trial = new Trial([answered, refused]);
    await trial.send();

    expect(await trial.send()).toBe("unknown");
    expect(trial).toMatchObject({ requests: 7, unreachableMs: 5000 });
    expect(await trial.send()).toBe("unknown");
    expect(trial.requests).toBe(8);
  });

  it("is reachable again after a response", async () => {
    const trial = new Trial([answered, ...Array.from({ length: 7 }, () => refused), answered]);
    await trial.send();
    await trial.send();
    await trial.send();

    expect(await trial.send()).toBe("done");
    expect(trial.unreachableMs).toBeUndefined();
  });

  it("gets no second request if it has never responded", async () => {
    const trial = new Trial([refused]);

    expect(await trial.send()).toBe("unknown");
    expect(trial.requests).toBe(1);
  });

  it("gets no second request once the caller has aborted", async () => {
    const trial = new Trial([answered, refused]);
    await trial.send();

    expect(await trial.send(AbortSignal.abort())).toBe("unknown");
    expect(trial.requests).toBe(2);
  });
});

it("does not repeat a write that the target may have received", async () => {
  const trial = new Trial([answered, reset]);
  await trial.send();

  expect(await trial.send()).toBe("unknown");
  expect(trial).toMatchObject({ requests: 2, unreachableMs: undefined });
});

it("waits through an outage of five seconds, even with a short request timeout", () => {
  const { patienceMs } = outageOptions({ limits: { requestMs: 1000 }, now: () => 0 });
  expect(patienceMs).toBeGreaterThan(5000);
});
