import { expect, it } from "vitest";
import { limits } from "#contract";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const { signal } = new AbortController();

/** A target whose watches deliver nothing until they are released. */
class BusyTarget {
  readonly target: Target;
  readonly #held: (() => void)[] = [];
  #isReleased = false;

  constructor(target: Target) {
    this.target = {
      ...target,
      description: target.description,
      execute: (command, of) => target.execute(command, of),
      watch: (command, listener, of) =>
        target.watch(
          command,
          {
            event: (event) => this.#deliver(() => listener.event(event)),
            ended: (end) => listener.ended(end),
          },
          of,
        ),
      [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
    };
  }

  release(): void {
    this.#isReleased = true;
    for (const deliver of this.#held.splice(0)) deliver();
  }

  #deliver(event: () => void): void {
    if (this.#isReleased) event();
    else this.#held.push(event);
  }
}

it("repeats a case whose events came too late, with no other case running", async () => {
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const busy = new BusyTarget(target);
  const { verdicts } = await checkTarget(busy.target, {
    selection: { only: ["watch/one-event-per-write#Service.updateServiceStatus"], skip: [] },
    limits: { ...limits, eventMs: 2_000 },
    emit: (line) => {
      if (line.line === "case") busy.release();
    },
  });

  expect(
    verdicts.find(({ requirement }) => requirement === "watch.one-event-per-write"),
  ).toMatchObject({ verdict: "pass", reason: expect.stringContaining("decided by a rerun") });
});
