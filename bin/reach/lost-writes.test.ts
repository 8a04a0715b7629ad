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

it.each<{ verbs: readonly Command["verb"][] }>([
  { verbs: ["updateStatus", "patchStatus"] },
  { verbs: ["update"] },
  { verbs: ["delete"] },
])(
  "there is no false positive if each case loses the response to its first $verbs",
  async ({ verbs }) => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const losses = new FirstWrites(verbs);
    const { verdicts } = await checkTarget(
      losingTarget(target, ({ verb }) => losses.next(verb)),
      {
        checks: checks
          .filter(({ phase = "scenario" }) => phase === "scenario")
          .map((check) => losses.within(check)),
        keepObjects: true,
      },
    );

    expect(losses.count).toBeGreaterThan(100);
    expect(
      verdicts.flatMap(({ requirement, findings }) =>
        findings.flatMap((finding) =>
          finding.result === "violated"
            ? [`${requirement}: ${finding.case}: ${finding.actual}`]
            : [],
        ),
      ),
    ).toEqual([]);
  },
);

/** Selects the first write with one of the verbs in each case, including reruns. Its response is to be lost. */
class FirstWrites {
  readonly #verbs: readonly Command["verb"][];
  readonly #cases = new AsyncLocalStorage<{ isLost: boolean }>();
  #count = 0;

  constructor(verbs: readonly Command["verb"][]) {
    this.#verbs = verbs;
  }

  get count(): number {
    return this.#count;
  }

  within(check: AnyCheck): AnyCheck {
    return {
      ...check,
      drive: (context) => this.#cases.run({ isLost: false }, () => check.drive(context)),
    };
  }

  next(verb: Command["verb"]): Loss | undefined {
    const driven = this.#cases.getStore();
    if (driven === undefined || driven.isLost || !this.#verbs.includes(verb)) return undefined;
    driven.isLost = true;
    this.#count += 1;
    return "reply";
  }
}
