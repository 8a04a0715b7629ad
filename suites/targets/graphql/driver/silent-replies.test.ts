import { describe, expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Outcome } from "#contract";
import type { Target } from "../../port/target.ts";
import { optionsFor, startEndpoint } from "../testing/test-endpoint.ts";
import { reportWidget, widget, widgetData } from "../testing/widget-dialect.ts";
import { withOperations } from "../testing/with-operations.ts";
import { withStored } from "../requests/follow-up.ts";
import { connectGraphqlTarget } from "./connect.ts";

const never = new AbortController().signal;

const silent = withOperations({
  updateStatus: widget.operations.updateStatus.map((one) => ({ ...one, result: null })),
});

interface Asked {
  readonly input: { readonly version: string; readonly status: { readonly count: number } };
}

/** Creates a store with one widget. Writes check versions, and do not return the stored object. */
function store(): { readonly root: object } {
  let version = 7;
  let status: object | null = null;
  const shown = (): object => ({
    ...widgetData,
    meta: { name: "a", ns: "default", uid: "u1", version: String(version) },
    status,
  });
  return {
    root: {
      shop: { widget: shown },
      updateWidgetStatus: ({ input }: Asked) => {
        if (input.version !== String(version)) return { conflict: { version: String(version) } };
        version += 1;
        ({ status } = input);
        return {};
      },
    },
  };
}

async function using(work: (target: Target) => Promise<readonly Outcome[]>): Promise<string[]> {
  await using endpoint = await startEndpoint(store());
  await using target = await connectGraphqlTarget(optionsFor(endpoint.url, { dialect: silent }));
  return (await work(target)).map(textOf);
}

function textOf(outcome: Outcome): string {
  if (outcome.result === "refused") return outcome.refusal.reason;
  if (outcome.result !== "object") return outcome.result;
  const { object, isFromRead } = outcome;
  const how = isFromRead === true ? "read" : "told";
  return `${how} ${object.metadata.resourceVersion}: ${JSON.stringify(object.status?.["count"])}`;
}

const write = (version: number, count: number, target: Target): Promise<Outcome> =>
  target
    .execute(
      { ...reportWidget, resourceVersion: resourceVersion(String(version)), status: { count } },
      never,
    )
    .then(({ outcome }) => outcome);

describe("a write whose response carries no object", () => {
  it("is followed by a read that shows it", async () => {
    expect(await using(async (target) => [await write(7, 1, target)])).toEqual(["read 8: 1"]);
  });

  it("is shown if all requests that met it were rejected", async () => {
    const outcomes = await using((target) =>
      Promise.all([1, 2, 3].map((count) => write(7, count, target))),
    );
    expect(outcomes.toSorted()).toEqual([
      "conflict",
      "conflict",
      expect.stringMatching(/^read 8/u),
    ]);
  });

  it("is only known to be accepted if another one may have been stored before the read", async () => {
    const outcomes = await using((target) =>
      Promise.all([write(7, 1, target), write(8, 2, target)]),
    );
    expect(outcomes).toEqual(["done", "done"]);
  });

  it("has an unknown outcome if no response to the read arrives", () => {
    const accepted = { outcome: { result: "done" } } as const;
    const lost = { result: "unknown", cause: "timeout", detail: "no response" } as const;

    const unknown = {
      ...lost,
      detail: "the write was accepted, but the read after it failed: no response",
    };
    expect(withStored(accepted, { outcome: lost }).outcome).toEqual(unknown);
    const unsent = { ...lost, isUnsent: true } as const;
    expect(withStored(accepted, { outcome: unsent }).outcome).toEqual(unknown);
  });
});
