import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse, stringify } from "yaml";
import { checks } from "#checks";
import { isJsonObject, scaleLimits } from "#contract";
import type { JsonObject, JsonValue } from "#contract";
import { loadDialect } from "#targets/dialect-file";
import { startLamps } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import type { ConditionsAt } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import { environment } from "../testing/own-endpoints.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect-endpoint.ts";

const path = fileURLToPath(
  new URL("../../suites/targets/graphql/testing/endpoints/lamps.dialect.yaml", import.meta.url),
);

function dialectWith(conditionsAt: ConditionsAt): string {
  const [outer = "", inner] = conditionsAt.split(".");
  const moved = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(moved);
    if (!isJsonObject(value)) return value;
    const { conditions, ...rest } = value;
    const others: JsonObject = Object.fromEntries(
      Object.entries(rest).map(([name, one]) => [
        name,
        name === "Lamp" ? declared(one) : moved(one),
      ]),
    );
    if (conditions === undefined) return others;
    return { ...others, [outer]: inner === undefined ? conditions : { [inner]: conditions } };
  };
  const declared = (kind: JsonValue): JsonValue => {
    const rest = moved(kind);
    return isJsonObject(rest) && "paths" in rest
      ? { ...rest, conditions: { member: conditionsAt } }
      : rest;
  };
  const file: JsonValue = parse(readFileSync(path, "utf8"));
  return stringify(moved(file));
}

const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");

const only = ["allocation.*", "conditions.*", "errors.*", "readiness.*", "write.*"];

async function verdictsFor(conditionsAt: ConditionsAt): Promise<Readonly<Record<string, string>>> {
  await using server = await startLamps([], conditionsAt);
  const dialect = { ...loadDialect(path, () => dialectWith(conditionsAt)), path };
  const world = { environment, clock: () => new Date() };
  const limits = scaleLimits(6);
  const signal = new AbortController().signal;
  await using target = await connect({ endpoint: server.url, dialect, world, limits, signal });
  const selection = { only, skip: [] };
  const { verdicts } = await checkTarget(target, { checks: scenarios, limits, selection });
  return Object.fromEntries(
    verdicts
      .filter(({ verdict }) => verdict !== "excluded")
      .map(({ requirement, verdict, reason = "" }) => {
        // On a busy machine, a lost connection may cause a rerun.
        const isRerun = reason.startsWith("decided by a rerun");
        return [requirement, isRerun ? `${verdict} ` : `${verdict} ${reason}`];
      }),
  );
}

describe("conditions", () => {
  it.each(["healthChecks", "health.checks"] as const)(
    "are checked in the same way if the status contains them as %s",
    async (conditionsAt) => {
      const [usual, moved] = await Promise.all([
        verdictsFor("conditions"),
        verdictsFor(conditionsAt),
      ]);

      expect(usual["conditions.reason-is-a-word"]).toMatch(/^pass/u);
      expect(usual["readiness.same-for-every-reader"]).toMatch(/^pass/u);
      expect(moved).toEqual(usual);
    },
  );
});
