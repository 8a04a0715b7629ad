import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { faults } from "#reference";
import { printDialect } from "#targets/dialect-file";
import { prepareDialect } from "#targets/graphql";
import { environment } from "../../bin/testing/own-endpoints.ts";
import { call, testWorld } from "../../bin/testing/test-world.ts";
import { meet } from "./meet-stranger.ts";
import { dialectOf } from "./stranger-dialect.ts";
import { strangerFaults } from "./stranger-faults.ts";
import { schemaOf } from "./stranger-schema.ts";
import { startStranger } from "./stranger-server.ts";
import { strangerOf } from "./stranger.ts";
import { lineOf, shareOf } from "./strangers-text.ts";

describe("strangers", () => {
  it("are described by their true dialects", () => {
    const seeds = [0, 50_000, 60_000, 70_000, 80_000, 100_000, 700_000].flatMap((first) =>
      Array.from({ length: 60 }, (_, index) => first + index),
    );
    const wrong = seeds.flatMap((seed) => {
      const stranger = strangerOf(seed);
      const { problems } = prepareDialect(buildSchema(schemaOf(stranger)), dialectOf(stranger));
      return problems.map(({ place, problem }) => `seed ${seed}: ${place}: ${problem}`);
    });
    expect(wrong).toEqual([]);
  });

  it("have faults of the reference server", () => {
    const known = new Set(faults.map(({ name }) => name));

    expect(strangerFaults.filter((fault) => !known.has(fault))).toEqual([]);
  });

  it.each([1, 3, 5, 8])("get a mostly correct dialect from init: seed %d", async (seed) => {
    const met = await meet({ seed, runBy: "nothing" });

    expect(met.initCode, met.output).toBe(0);
    expect(shareOf(met), [lineOf(met), ...met.edits].join("\n")).toBeGreaterThanOrEqual(0.85);
  });

  it.each([
    { seed: 7103, what: "a spec field is named object" },
    { seed: 7100, what: "an input contains the identity, next to the spec fields" },
    { seed: 8303, what: "the uid has the type of the version" },
    { seed: 20_005, what: "two fields could be the uid" },
    { seed: 20_019, what: "the uid and another field have the type of the version" },
    { seed: 20_215, what: "all fields are nullable, and operations are grouped" },
    { seed: 20_248, what: "fields of a flat spec are nullable like the version" },
    { seed: 20_207, what: "conflicts are payloads of grouped fields, and times are numbers" },
    { seed: 20_216, what: "refusals have an HTTP status, and codes on every transport" },
    { seed: 20_230, what: "only the group of a deletion indicates the kind" },
    { seed: 20_235, what: "versions are numbers" },
    { seed: 20_804, what: "untyped labels are next to the spec fields" },
    { seed: 20_838, what: "labels and spec are both untyped, and there are no namespaces" },
    { seed: 31_000, what: "status writes have their own event type" },
    { seed: 50_015, what: "each status field has its own input" },
    { seed: 51_016, what: "mutations write single fields of an untyped status" },
    {
      seed: 50_022,
      what: "a group only contains a list, and objects are read through an interface",
    },
    { seed: 51_000, what: "responses are unions, and objects are read through an interface" },
    { seed: 50_000, what: "names have underscores, and versions are ifMatch arguments" },
    { seed: 60_002, what: "a token identifies the next page" },
    {
      seed: 60_010,
      what: "codes are nested in extensions, and each type of change has a subscription",
    },
    { seed: 60_018, what: "codes are next to the message" },
    { seed: 70_001, what: "queries return payloads, and events are a union" },
    { seed: 70_014, what: "queries return payloads, and bodies are untyped" },
    { seed: 70_018, what: "queries return unions" },
    { seed: 70_025, what: "pages have numbers with unusual names" },
    { seed: 70_020, what: "a page contains a cursor for the next one" },
    { seed: 70_035, what: "a payload contains the cursor of its page" },
    { seed: 70_004, what: "a list is one page of the requested length" },
    { seed: 80_002, what: "writes assign each field of a nested body" },
    { seed: 80_021, what: "calls take one of several unique keys" },
    { seed: 80_028, what: "numbers of 64 bits are strings, and keys are unique" },
    { seed: 80_275, what: "one subscription reports all kinds" },
    { seed: 100_017, what: "namespaces are objects that a query lists" },
    { seed: 100_015, what: "namespaces are listed next to grouped operations" },
    { seed: 700_001, what: "a refusal lists the namespaces" },
    { seed: 700_003, what: "calls require a key that is the same for all objects" },
    { seed: 700_091, what: "objects are read and listed inside their namespace" },
  ])("get no wrong entry without a mark where $what", async ({ seed }) => {
    const met = await meet({ seed, runBy: "nothing" });

    expect(met.unmarked, lineOf(met)).toEqual([]);
    expect(shareOf(met), [lineOf(met), ...met.edits].join("\n")).toBeGreaterThanOrEqual(0.95);
  });

  it.each([
    { seed: 20_005, what: "refusals are only messages" },
    { seed: 20_029, what: "no status has a list, and nothing is watched" },
    {
      seed: 20_402,
      what: "a single kind of invalid request was tried, and only its message identifies it",
    },
    { seed: 20_033, what: "a socket refuses unknown callers with a different message" },
    { seed: 41_006, what: "inputs have a mutation id next to the status fields" },
    { seed: 50_001, what: "each status field has its own mutation" },
    { seed: 50_005, what: "lists are read by offset" },
    { seed: 50_020, what: "responses to writes only contain identity and version" },
    { seed: 51_003, what: "every kind has a mutation for each status field" },
    { seed: 50_008, what: "objects are identified by id and read through an interface" },
    { seed: 60_012, what: "events come in batches" },
    { seed: 60_016, what: "each type of change has a subscription with an unusual name" },
    { seed: 92_003, what: "an untyped status without lists rejects other fields" },
    { seed: 70_001, what: "lists are read from an offset with unusual names" },
    { seed: 70_004, what: "messages of refusals quote ids" },
  ])("pass a run right after init where $what", async ({ seed }) => {
    const { run } = await meet({ seed, runBy: "written" });

    expect(run).toMatchObject({ falseFailures: [], falseWarnings: [] });
    // On a busy machine, a response may be lost, which proves nothing about the endpoint.
    expect(run?.undecided.filter((text) => !text.includes(" errored: "))).toEqual([]);
  });

  it("have a list added if an untyped status without one stores any value", async () => {
    const stranger = strangerOf(92_003);
    await using server = await startStranger(stranger, "status-schema-not-checked");
    const folder = mkdtempSync(join(tmpdir(), "conformance-stranger-"));
    const dialect = join(folder, "dialect.yaml");
    const truth = dialectOf(stranger);
    const kinds = truth.kinds.map((kind) => ({ ...kind, semantics: {} }));
    writeFileSync(dialect, printDialect({ ...truth, kinds }));

    const words = ["run", "--endpoint", server.url, "--dialect", dialect, "--output", folder];
    const only = ["--only", "write.lists-are-replaced", "--verbose"];
    const { code, out } = await call([...words, ...only], testWorld(environment));
    rmSync(folder, { recursive: true });

    expect(out).toMatch(/verdicts +1 pass/u);
    expect(code, out).toBe(0);
  });
});
