import { describe, expect, it } from "vitest";
import type { JsonObject } from "#contract";
import { HistoryFixture } from "../testing/history-fixture.ts";
import type { StepOptions } from "../testing/history-fixture.ts";
import { verdictOn } from "../testing/verdict-on.ts";

const requirement = "controller.observed-generation-of-start";

const author = { by: "author" } as const;
const driven = { by: "controller" } as const;

/** A status for a generation with the result of a size. */
function result(generation: number, size: number): JsonObject {
  const ready = size > 0 ? "True" : "False";
  const since = "2026-01-01T00:00:00Z";
  const condition = { type: "Ready", status: ready, reason: "Sized", lastTransitionTime: since };
  return { observedGeneration: generation, count: size, conditions: [condition] };
}

/** A controller that reports the sizes 1, 2, 3 and 1, each with its generation, up to generation 4. */
function reported(by: StepOptions = driven): HistoryFixture {
  const history = new HistoryFixture().create({ spec: { size: 1 } }, author);
  history.report(result(1, 1), by).settle();
  for (const [index, size] of [2, 3, 1].entries()) {
    history
      .edit({ size }, author)
      .report(result(index + 2, size), by)
      .settle();
  }
  return history;
}

/** As above, for a controller that reports each generation before its result. */
function reportedLater(): HistoryFixture {
  const history = new HistoryFixture().create({ spec: { size: 1 } }, author);
  history.report(result(1, 1), driven).settle();
  for (const [index, size] of [2, 3, 1].entries()) {
    const [generation, before] = [index + 2, [1, 2, 3][index] ?? 0];
    history.edit({ size }, author).report(result(generation, before), driven);
    history.report(result(generation, size), driven).settle();
  }
  return history;
}

/** The size becomes 2 in generation 5, and 3 in generation 6, before the controller reports. */
function editedTwice(history: HistoryFixture): HistoryFixture {
  return history.edit({ size: 2 }, author).edit({ size: 3 }, author);
}

function broken(history: HistoryFixture, options = {}): readonly string[] {
  return verdictOn(requirement, history, options).broken.map(({ detail }) => detail);
}

describe("the generation of a result", () => {
  it("reports the result of a replaced spec for the generation of the new one", () => {
    const history = editedTwice(reported());
    history.report(result(6, 2), driven).report(result(6, 3), driven).settle();

    expect(broken(history)).toEqual([
      "the status reports generation 6, but status.count is 2, which is the result of generation 5; the later result of generation 6 is 3",
    ]);
  });

  it("also counts for an object whose first spec was replaced", () => {
    const history = new HistoryFixture().create({ spec: { size: 1 } }, author);
    history.edit({ size: 2 }, author).report(result(2, 1), driven);
    history.report(result(2, 2), driven).settle();
    for (const [index, size] of [1, 2, 1].entries()) {
      history
        .edit({ size }, author)
        .report(result(index + 3, size), driven)
        .settle();
    }

    expect(broken(history)).toHaveLength(1);
  });

  it.each<{
    readonly name: string;
    readonly history: () => HistoryFixture;
    readonly tried: number;
  }>([
    {
      name: "the result of the new spec",
      history: () => editedTwice(reported()).report(result(6, 3), driven).settle(),
      tried: 1,
    },
    {
      name: "the result of the replaced spec for its own generation",
      history: () =>
        editedTwice(reported()).report(result(5, 2), driven).report(result(6, 3), driven).settle(),
      tried: 1,
    },
    {
      name: "a result that is neither",
      history: () =>
        editedTwice(reported()).report(result(6, 0), driven).report(result(6, 3), driven).settle(),
      tried: 1,
    },
    {
      name: "an intermediate status of a controller that reports the generation first",
      history: () =>
        editedTwice(reportedLater())
          .report(result(6, 2), driven)
          .report(result(6, 3), driven)
          .settle(),
      tried: 0,
    },
    {
      name: "a controller whose usual order is unknown",
      history: () => {
        const history = new HistoryFixture().create({ spec: { size: 1 } }, author);
        history.report(result(1, 1), driven).settle();
        history.edit({ size: 2 }, author).report(result(2, 2), driven).settle();
        history.edit({ size: 1 }, author).edit({ size: 3 }, author);
        return history.report(result(4, 1), driven).report(result(4, 3), driven).settle();
      },
      tried: 0,
    },
    {
      name: "a result that stays, as that of a paused object",
      history: () => editedTwice(reported()).report(result(6, 2), driven).settle(),
      tried: 0,
    },
    {
      name: "a replaced spec without a known result",
      history: () =>
        reported()
          .edit({ size: 7 }, author)
          .edit({ size: 3 }, author)
          .report(result(6, 7), driven)
          .report(result(6, 3), driven)
          .settle(),
      tried: 0,
    },
    {
      name: "a generation that another program reports",
      history: () =>
        editedTwice(reported({ ...driven, agent: "counter" }))
          .report(result(6, 2), { ...driven, agent: "observer" })
          .report(result(6, 3), { ...driven, agent: "counter" })
          .settle(),
      tried: 0,
    },
    {
      name: "an object that a rival has written",
      history: () =>
        editedTwice(reported().report({ ...result(4, 1), more: 1 }, { by: "rival" }))
          .report(result(6, 2), driven)
          .report(result(6, 3), driven)
          .settle(),
      tried: 0,
    },
  ])("permits $name", ({ history, tried }) => {
    expect(verdictOn(requirement, history())).toEqual({ tried, broken: [] });
  });

  it("leaves kinds with acknowledgements to their own rule", () => {
    const history = editedTwice(reported());
    history.report(result(6, 2), driven).report(result(6, 3), driven).settle();
    const promises = { Widget: { acknowledgements: [{ spec: ["other"], status: ["other"] }] } };

    expect(broken(history, { promises })).toEqual([]);
  });
});
