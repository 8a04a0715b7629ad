import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { JsonObject } from "#contract";
import { loadDialect } from "#targets/dialect-file";
import type { Dialect, KindDialect } from "#targets/graphql";
import { Misfit } from "#verdicts";
import type { RunResult } from "#verdicts";
import { startParcels } from "../../suites/targets/graphql/testing/endpoints/parcels.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const path = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/parcels.dialect.yaml", import.meta.url),
);

type Change = (dialect: Dialect) => Dialect;

function onKind(change: (kind: KindDialect) => KindDialect): Change {
  return (dialect) => ({ ...dialect, kinds: dialect.kinds.map(change) });
}

const withArguments = (changed: JsonObject): Change =>
  onKind((kind) => ({
    ...kind,
    operations: {
      ...kind.operations,
      updateStatus: kind.operations.updateStatus.map((one) => ({
        ...one,
        arguments: { ...one.arguments, ...changed },
      })),
    },
  }));

const withRead = (sent: JsonObject): Change =>
  onKind(({ operations, ...kind }) => ({
    ...kind,
    operations: {
      ...operations,
      read: operations.read.map((one) => ({ ...one, arguments: sent })),
    },
  }));

/** A dialect whose only read finds nothing, without lists. */
const withoutLists: Change = (dialect) => {
  const kept = dialect.features.filter((feature) => feature !== "read.list");
  return onKind((kind) => ({ ...kind, operations: { ...kind.operations, list: [] } }))({
    ...withRead({ depot: "$namespace", code: "$uid" })(dialect),
    features: kept,
  });
};

const withSecondKind =
  (name: string): Change =>
  (dialect) => {
    const broken = withArguments({ carrier: "pigeon" })(dialect);
    const second = dialect.kinds.map((kind) => ({ ...kind, name, type: "Parcel" }));
    return { ...broken, kinds: [...broken.kinds, ...second] };
  };

async function check(change: Change): Promise<RunResult> {
  await using server = await startParcels();
  const { dialect, locate } = loadDialect(path, (file) => readFileSync(file, "utf8"));
  const signal = new AbortController().signal;
  const limits = scaleLimits(6);
  const world = { environment: {}, clock: () => new Date() };
  const options = { endpoint: server.url, world, limits, signal };
  await using target = await connect({
    ...options,
    dialect: { dialect: change(dialect), locate, path },
  });
  return await checkTarget(target, {
    checks: checks.filter(({ phase = "scenario" }) => phase === "scenario"),
    limits,
    isTriedFirst: true,
    selection: { only: ["write.stores-submitted-status"], skip: [] },
  });
}

describe("an option that an endpoint does not accept", () => {
  it.each([
    {
      why: "a constant that no report may carry",
      change: withArguments({ carrier: "pigeon" }),
      place: "kinds.Parcel.operations.updateStatus.trackParcel",
      says: 'trackParcel, sent as controller with each of samples.statuses, was rejected as invalid (code BAD): carrier is wrong; the variables of the last request were {"id":"',
    },
    {
      why: "samples that the endpoint does not admit",
      change: onKind((kind) => ({
        ...kind,
        samples: { ...kind.samples, specs: [-1, -2, -3].map((grams) => ({ carrier: "a", grams })) },
      })),
      place: "kinds.Parcel.operations.create.lodgeParcel",
      says: "lodgeParcel, sent as author with each of samples.specs, was rejected as invalid",
    },
    {
      why: "a refusal that nothing explains",
      change: (dialect: Dialect) => ({
        ...withArguments({ carrier: "pigeon" })(dialect),
        outcomes: [
          ...dialect.outcomes.filter(({ reason }) => reason !== "invalid"),
          { reason: "unclassified", payload: { path: "fault", value: "BAD" } } as const,
        ],
      }),
      place: "kinds.Parcel.operations.updateStatus.trackParcel",
      says: "was rejected as unclassified",
    },
    {
      why: "a creation that is rejected in the data without a matcher",
      change: (dialect: Dialect) => ({
        ...onKind((kind) => ({
          ...kind,
          samples: {
            ...kind.samples,
            specs: [-1, -2, -3].map((grams) => ({ carrier: "a", grams })),
          },
        }))(dialect),
        outcomes: dialect.outcomes.filter(({ payload }) => payload === undefined),
        errors: { code: dialect.errors.code },
      }),
      place: "kinds.Parcel.operations.create.lodgeParcel",
      says: "lodgeParcel, sent as author with each of samples.specs, was rejected as unclassified (code ",
    },
  ])("ends the run with one sentence: $why", async ({ change, place, says }) => {
    const misfit = await check(change).catch((error: unknown) => error);

    expect(misfit).toBeInstanceOf(Misfit);
    const samples = place.includes("updateStatus") ? "statuses" : "specs";
    expect(misfit).toMatchObject({
      place: place.split("."),
      message: expect.stringContaining(says),
      fix: expect.stringMatching(String.raw`, or samples\.${samples}\.$`),
    });
  });

  it.each([
    { second: "Packet", skipped: "'*#Parcel' '*#Parcel.*'" },
    { second: "Parcel.example.com", skipped: "'*#Parcel' '*#Parcel.trackParcel'" },
  ])("states how to check only kind $second", async ({ second, skipped }) => {
    const misfit = await check(withSecondKind(second)).catch((error: unknown) => error);

    expect(misfit).toMatchObject({ fix: expect.stringContaining(`add --skip ${skipped}.`) });
  });

  it("ends the run if no read finds an object that a list shows", async () => {
    const misfit = await check(withRead({ depot: "$namespace", code: "$uid" })).catch(
      (error: unknown) => error,
    );

    expect(misfit).toBeInstanceOf(Misfit);
    expect(misfit).toMatchObject({
      place: ["kinds", "Parcel", "operations", "read", "parcel"],
      message: expect.stringMatching(
        /no read finds an object that lodgeParcel created, although parcels shows it with the name \S+ and the uid \S+: parcel, sent as author, was rejected as notFound.*; the variables of the last request were \{"depot":"north","code":"/u,
      ),
      fix: expect.stringContaining("Fix the arguments of parcel"),
    });
  });

  it("does not state that reads are wrong if no list shows the object", async () => {
    const misfit = await check(withoutLists).catch((error: unknown) => error);

    expect(misfit).toMatchObject({
      place: ["kinds", "Parcel", "operations", "updateStatus", "trackParcel"],
    });
  });

  it("is empty if the dialect fits", async () => {
    const { verdicts } = await check((dialect) => dialect);

    expect(verdicts.filter(({ verdict }) => verdict === "pass")).toHaveLength(1);
  });
});
