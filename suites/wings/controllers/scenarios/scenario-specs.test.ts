import { expect, it } from "vitest";
import type { Feature, JsonObject, Outcome } from "#contract";
import { plainKind } from "../testing/plain-kind.ts";
import type { SpecContext } from "./controller-bench.ts";
import { AcceptedContrasts, specsFor } from "./scenario-specs.ts";

const contrasts: readonly JsonObject[] = [{ targets: ["b"] }, { host: "a", targets: ["b"] }];

const record = plainKind("Record", {
  samples: {
    specs: [{ host: "a" }],
    contrasts,
    statuses: [],
    counter: "turns",
    invalidStatuses: [],
  },
});

interface Asked extends SpecContext {
  readonly asked: () => number;
}

const invalid: Outcome = {
  result: "refused",
  refusal: { reason: "invalid", message: "host is required", causes: [] },
};

/** A target that requires a host, and the number of requests that it has received. */
function targetWith(features: readonly Feature[]): Asked {
  let requests = 0;
  return {
    asked: () => requests,
    kind: record,
    target: { features },
    unusedKey: () => ({ kind: "Record", name: "new" }),
    call: (command) => {
      requests += 1;
      const isValid = command.verb === "create" && command.spec?.["host"] !== undefined;
      return Promise.resolve({
        exchange: requests,
        command,
        outcome: isValid ? { result: "done" } : invalid,
        startedMs: 0,
        endedMs: 0,
      });
    },
  };
}

it("adds the first contrast to the samples that the target accepts, and asks for it once", async () => {
  const target = targetWith(["dry-run"]);
  const bench = { contrasts: new AcceptedContrasts() };
  const expected = [...record.samples.specs, contrasts[1]];

  await expect(specsFor(target, bench)).resolves.toStrictEqual(expected);
  await expect(specsFor(target, bench)).resolves.toStrictEqual(expected);
  expect(target.asked()).toBe(2);
});

it("uses only the samples if nothing can be tried, and only the user's specs if there are any", async () => {
  const contrast = { contrasts: new AcceptedContrasts() };
  const own = { specs: { Record: [{ host: "z" }] }, ...contrast };

  await expect(specsFor(targetWith([]), contrast)).resolves.toStrictEqual(record.samples.specs);
  await expect(specsFor(targetWith(["dry-run"]), {})).resolves.toStrictEqual(record.samples.specs);
  await expect(specsFor(targetWith(["dry-run"]), own)).resolves.toStrictEqual(own.specs.Record);
});
