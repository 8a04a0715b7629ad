import { expect, it } from "vitest";
import type { Command, Feature, JsonObject, Outcome } from "#contract";
import { plainKind } from "../testing/plain-kind.ts";
import { AcceptedContrasts } from "./accepted-contrasts.ts";
import type { SpecContext } from "./controller-bench.ts";
import { specsFor } from "./scenario-specs.ts";

const contrasts: readonly JsonObject[] = [
  { targets: ["b"], ttl: 0, port: { number: 0 } },
  { port: {} },
];

const record = plainKind("Record", {
  samples: {
    specs: [{ host: "{{name}}", ttl: 9, port: { number: 8, name: "web" } }],
    contrasts,
    statuses: [],
    counter: "turns",
    invalidStatuses: [],
  },
});

interface Asked extends SpecContext {
  readonly asked: readonly Command[];
}

const invalid: Outcome = {
  result: "refused",
  refusal: { reason: "invalid", message: "the spec is invalid", causes: [] },
};

/** A target with a validation rule, and the requests that it has received. */
function targetWith(features: readonly Feature[], isValid: (spec: JsonObject) => boolean): Asked {
  const asked: Command[] = [];
  return {
    asked,
    kind: record,
    target: { features },
    unusedKey: () => ({ kind: "Record", name: "new" }),
    call: (command) => {
      asked.push(command);
      const isRefused = command.verb === "create" && !isValid(command.spec ?? {});
      return Promise.resolve({
        exchange: asked.length,
        command,
        outcome: isRefused ? invalid : { result: "done" },
        startedMs: 0,
        endedMs: 0,
      });
    },
  };
}

const needsHost = (spec: JsonObject): boolean => spec["host"] === "new";

function needsHostAndTtl(spec: JsonObject): boolean {
  return needsHost(spec) && spec["ttl"] !== 0;
}

function found(isValid: (spec: JsonObject) => boolean): Promise<unknown> {
  return new AcceptedContrasts().of(targetWith(["dry-run"], isValid));
}

it("are the first contrast, if the target accepts it, and are asked for once", async () => {
  const target = targetWith(["dry-run", "delete"], () => true);
  const bench = { contrasts: new AcceptedContrasts() };
  const expected = [...record.samples.specs, contrasts[0]];

  await expect(specsFor(target, bench)).resolves.toStrictEqual(expected);
  await expect(specsFor(target, bench)).resolves.toStrictEqual(expected);
  expect(target.asked).toHaveLength(1);
});

it("lack each value that the target rejects, and have another value there if possible", async () => {
  const port = { number: 0 };
  const host = "{{name}}";
  await expect(found(needsHost)).resolves.toEqual([{ host, targets: ["b"], ttl: 0, port }]);
  await expect(found(needsHostAndTtl)).resolves.toEqual([{ host, targets: ["b"], port }]);
  await expect(found(() => false)).resolves.toEqual([]);
});

it("are created and deleted, if the target has no dry run", async () => {
  const target = targetWith(["delete"], () => true);

  await expect(new AcceptedContrasts().of(target)).resolves.toEqual([contrasts[0]]);
  expect(target.asked.map(({ verb }) => verb)).toEqual(["create", "delete"]);
  expect(target.asked[0]).not.toHaveProperty("options");
});

it("are not used if nothing can be tried, or with the user's specs", async () => {
  const contrast = { contrasts: new AcceptedContrasts() };
  const own = { specs: { Record: [{ host: "z" }] }, ...contrast };
  const { specs } = record.samples;

  await expect(specsFor(targetWith([], needsHost), contrast)).resolves.toStrictEqual(specs);
  await expect(specsFor(targetWith(["dry-run"], needsHost), {})).resolves.toStrictEqual(specs);
  await expect(specsFor(targetWith(["dry-run"], needsHost), own)).resolves.toStrictEqual(
    own.specs.Record,
  );
});
