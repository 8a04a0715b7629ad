import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { checks } from "#checks";
import { scaleLimits } from "#contract";
import type { RunResult } from "#runner";
import type { TestServer } from "../suites/targets/graphql/testing/endpoint.ts";
import { startRoutes } from "../suites/targets/graphql/testing/endpoints/routes.ts";
import type { RouteDefect } from "../suites/targets/graphql/testing/endpoints/routes.ts";
import { startVolumes } from "../suites/targets/graphql/testing/endpoints/volumes.ts";
import type { VolumeDefect } from "../suites/targets/graphql/testing/endpoints/volumes.ts";
import { checkTarget } from "./compose.ts";
import { connect } from "./connect.ts";
import { readDialectOption } from "./dialect-option.ts";

const folder = new URL("../suites/targets/graphql/testing/endpoints/", import.meta.url);

const scenarios = checks.filter(({ phase = "scenario" }) => phase === "scenario");

/** Runs checks on an endpoint, as its dialect file describes it: all, or those of some requirements. */
async function check(
  server: TestServer,
  file: string,
  only: readonly string[] = [],
): Promise<RunResult> {
  const dialect = readDialectOption(fileURLToPath(new URL(file, folder)));
  const signal = new AbortController().signal;
  // Nothing here is about time, and a busy machine must not look like a slow endpoint.
  const limits = scaleLimits(6);
  await using target = await connect({ endpoint: server.url, dialect, limits, signal });
  return await checkTarget(target, { checks: scenarios, limits, selection: { only, skip: [] } });
}

/** The requirements whose verdict is neither a pass nor an excuse. */
function openVerdicts({ verdicts }: RunResult): Readonly<Record<string, string>> {
  const open = verdicts.filter(
    ({ verdict }) => !["pass", "not-applicable", "excluded"].includes(verdict),
  );
  return Object.fromEntries(open.map(({ requirement, verdict }) => [requirement, verdict]));
}

function reasonOf({ verdicts }: RunResult, requirement: string): string | undefined {
  return verdicts.find((line) => line.requirement === requirement)?.reason;
}

describe("volumes in the manner of Relay", { timeout: 120_000 }, () => {
  it("hold what their shape lets them hold", async () => {
    await using server = await startVolumes();
    const result = await check(server, "volumes.dialect.yaml");

    expect(openVerdicts(result)).toEqual({
      // A null says nothing there, so no status can be taken back.
      "allocation.answers-are-told-apart": "warn",
      "allocation.binding-leaves-holder-alone": "inconclusive",
    });
    expect(result.footer).toMatchObject({ leftBehind: 0, sums: { pass: expect.any(Number) } });
    expect(result.footer.sums.pass).toBeGreaterThan(60);
    expect(reasonOf(result, "write.null-clears-member")).toBe(
      "the target declares that members that a status write sends as null are unchanged (nullMembers), and the rule is about cleared",
    );
  });

  it.each<{ defect: VolumeDefect; broken: string }>([
    { defect: "pages-end-early", broken: "write.visible-to-later-reads" },
    { defect: "versions-restart", broken: "concurrency.old-incarnation-write-conflicts" },
    { defect: "omission-clears", broken: "write.omitted-members-unchanged" },
  ])("are caught where $defect", async ({ defect, broken }) => {
    await using server = await startVolumes([defect], { pageSize: 1 });
    const result = await check(server, "volumes.dialect.yaml", [broken]);
    expect(openVerdicts(result)).toMatchObject({ [broken]: "fail" });
  });
});

describe("routes with a typed and a generic mutation", { timeout: 120_000 }, () => {
  it("hold what their shape lets them hold", async () => {
    await using server = await startRoutes();
    const result = await check(server, "routes.dialect.yaml");

    expect(openVerdicts(result)).toEqual({
      "authorization.expired-credential-refused": "untestable",
    });
    expect(reasonOf(result, "authorization.expired-credential-refused")).toContain(
      "keys of this network never expire",
    );
  });

  it.each<{ defect: RouteDefect; broken: string; innocent: RegExp }>([
    {
      defect: "generic-ignores-version",
      broken: "concurrency.stale-status-write-conflicts",
      innocent: /\.update\w+Status$/u,
    },
    {
      defect: "generic-lets-authors-in",
      broken: "authorization.author-cannot-write-status",
      innocent: /\.update\w+Status$/u,
    },
    {
      defect: "generic-takes-spec",
      broken: "isolation.spec-in-status-write-is-rejected",
      innocent: /\.update\w+Status$/u,
    },
    {
      defect: "conflict-is-stored",
      broken: "isolation.refused-write-changes-nothing",
      innocent: /\.setStatus$/u,
    },
  ])("are caught where $defect, and not through the other mutation", async (planted) => {
    const { defect, broken, innocent } = planted;
    await using server = await startRoutes([defect]);
    const result = await check(server, "routes.dialect.yaml", [broken]);

    expect(openVerdicts(result)).toMatchObject({ [broken]: "fail" });
    const cases = result.verdicts.flatMap(({ requirement, findings }) =>
      requirement === broken
        ? findings.filter((finding) => finding.result === "violated").map((finding) => finding.case)
        : [],
    );
    expect(cases.filter((name) => innocent.test(name))).toEqual([]);
  });
});
