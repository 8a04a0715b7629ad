import { expect, it } from "vitest";
import { checks } from "#checks";
import { limits } from "#contract";
import type { WatchEnd } from "#contract";
import { startReference } from "#reference";
import type { Target } from "#targets";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const { signal } = new AbortController();

interface Breakage {
  readonly isBroken: (watch: number) => boolean;
  readonly after: number;
  readonly ending: WatchEnd;
}

function breaking(target: Target, { isBroken, after, ending }: Breakage): Target {
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
            listener.ended(ending);
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

const lost: WatchEnd = { end: "lost", detail: "other side closed" };

function isEven(watch: number): boolean {
  return watch <= 60 && watch % 2 === 0;
}

it.each([
  {
    what: "the watches that all cases share break",
    isBroken: (watch: number) => watch <= 3,
    after: 20,
    end: lost,
  },
  {
    what: "every other watch of the first sixty breaks",
    isBroken: isEven,
    after: 1,
    end: lost,
  },
  {
    what: "the server completes every other watch of the first sixty",
    isBroken: isEven,
    after: 1,
    end: { end: "completed" } as const,
  },
  {
    what: "the server completes every watch after 25 events",
    isBroken: () => true,
    after: 25,
    end: { end: "completed" } as const,
    areas: /^isolation\//u,
  },
])("cases are repeated and decide where $what", async (broken) => {
  const { isBroken, after, end, areas = /^(?:watch|generation|isolation)\//u } = broken;
  await using server = await startReference();
  await using target = await connect({ endpoint: server.url, limits, signal });
  const { verdicts } = await checkTarget(breaking(target, { isBroken, after, ending: end }), {
    checks: checks.filter(({ id, phase = "scenario", needsScale = false }) => {
      return phase === "scenario" && areas.test(id) && !needsScale;
    }),
    keepObjects: true,
  });

  expect(
    verdicts
      .filter(({ verdict }) => !["excluded", "pass", "not-applicable"].includes(verdict))
      .map(({ requirement, verdict, reason }) => `${requirement}: ${verdict}: ${reason}`),
  ).toEqual([]);
});
