import { AsyncLocalStorage } from "node:async_hooks";
import { expect, it } from "vitest";
import { checks } from "#checks";
import { limits } from "#contract";
import type { Command } from "#contract";
import type { AnyCheck } from "#harness";
import { startReference } from "#reference";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";
import { losingTarget } from "../testing/losing-target.ts";
import type { Loss } from "../testing/losing-target.ts";

const { signal } = new AbortController();

it.each([["request"], ["reply"]] as const)(
  "a case whose first creation loses its %s is repeated, and decides",
  async (loss) => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const losses = new FirstCreations(loss);
    const { verdicts } = await checkTarget(
      losingTarget(target, ({ verb }) => losses.next(verb)),
      { checks: checks.map((check) => losses.within(check)), keepObjects: true },
    );

    expect(losses.count).toBeGreaterThan(200);
    expect(
      verdicts
        .filter(({ verdict }) => !["pass", "not-applicable"].includes(verdict))
        .map(({ requirement, verdict, reason }) => `${requirement}: ${verdict}: ${reason}`),
    ).toEqual([]);
  },
);

/** Selects the first create command of each case. Its response is to be lost. */
class FirstCreations {
  readonly #loss: Loss;
  readonly #cases = new AsyncLocalStorage<string>();
  readonly #lost = new Set<string>();

  constructor(loss: Loss) {
    this.#loss = loss;
  }

  get count(): number {
    return this.#lost.size;
  }

  within(check: AnyCheck): AnyCheck {
    return {
      ...check,
      drive: (context) => {
        const { kind, via } = context;
        return this.#cases.run(`${check.id} ${kind.name} ${via}`, () => check.drive(context));
      },
    };
  }

  next(verb: Command["verb"]): Loss | undefined {
    const name = this.#cases.getStore();
    if (verb !== "create" || name === undefined || this.#lost.has(name)) return undefined;
    this.#lost.add(name);
    return this.#loss;
  }
}
