import { expect, it } from "vitest";
import { checks } from "#checks";
import { limits } from "#contract";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect.ts";

const { signal } = new AbortController();

/** The target behind a connection that breaks the watches that match `isBroken`, each after N events. */
function breaking(target: Target, isBroken: (watch: number) => boolean, after: number): Target {
  let opened = 0;
  return {
    ...target,
    description: target.description,
    execute: (command, of) => target.execute(command, of),
    watch: (command, listener, of) => {
      opened += 1;
      if (!isBroken(opened)) return target.watch(command, listener, of);
      let events = 0;
      let isOver = false;
      return target.watch(
        command,
        {
          event: (event) => {
            if (isOver) return;
            listener.event(event);
            events += 1;
            if (events < after) return;
            isOver = true;
            listener.ended({ end: "lost", detail: "other side closed" });
          },
          ended: (end) => {
            if (!isOver) listener.ended(end);
          },
        },
        of,
      );
    },
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
}

it.each([
  { what: "the watches that all cases share", isBroken: (watch: number) => watch <= 3, after: 20 },
  {
    what: "every other watch of the first sixty",
    isBroken: (watch: number) => watch <= 60 && watch % 2 === 0,
    after: 1,
  },
])(
  "cases are repeated and decide where $what break",
  async ({ isBroken, after }) => {
    await using server = await startReference();
    await using target = await connect({ endpoint: server.url, limits, signal });
    const { verdicts } = await checkTarget(breaking(target, isBroken, after), {
      checks: checks.filter(({ id, phase = "scenario" }) => {
        return phase === "scenario" && /^(?:watch|generation|isolation)\//u.test(id);
      }),
      keepObjects: true,
    });

    expect(
      verdicts
        .filter(({ verdict }) => !["excluded", "pass", "not-applicable"].includes(verdict))
        .map(({ requirement, verdict, reason }) => `${requirement}: ${verdict}: ${reason}`),
    ).toEqual([]);
  },
  300_000,
);
