import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { RequirementId } from "#contract";
import { loadDialect } from "#targets/dialect-file";
import type { TestServer } from "../../suites/targets/graphql/testing/test-endpoint.ts";
import { startJobs } from "../../suites/targets/graphql/testing/endpoints/jobs.ts";
import type { JobDefect } from "../../suites/targets/graphql/testing/endpoints/jobs.ts";
import type { LampDefect } from "../../suites/targets/graphql/testing/endpoints/lamps-feed.ts";
import { startLamps } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import {
  pushAddress,
  startRecipes,
} from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import type { RecipeDefect } from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import { startRoutes } from "../../suites/targets/graphql/testing/endpoints/routes.ts";
import type { RouteDefect } from "../../suites/targets/graphql/testing/endpoints/routes.ts";
import { startSensors } from "../../suites/targets/graphql/testing/endpoints/sensors.ts";
import type { SensorDefect } from "../../suites/targets/graphql/testing/endpoints/sensors.ts";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import type { VolumeDefect } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import type { DialectFile } from "../reach/connect-endpoint.ts";
import type { EndpointName, Started } from "./own-endpoints.ts";

/** The requirement that each planted defect violates. The type requires an entry for every defect of an endpoint. */
const volumeDefects = {
  "pages-end-early": "write.visible-to-later-reads",
  "versions-restart": "concurrency.old-incarnation-write-conflicts",
  "omission-clears": "write.omitted-members-unchanged",
} as const satisfies Record<VolumeDefect, RequirementId>;

const routeDefects = {
  "generic-ignores-version": "concurrency.stale-status-write-conflicts",
  "generic-lets-authors-in": "authorization.author-cannot-write-status",
  "generic-takes-spec": "isolation.spec-in-status-write-is-rejected",
  "conflict-is-stored": "isolation.refused-write-changes-nothing",
} as const satisfies Record<RouteDefect, RequirementId>;

const lampDefects = {
  "update-stores-status": "isolation.status-in-spec-write-is-rejected",
  "resumption-begins-anew": "watch.resumes-after-version",
  "selector-looks-at-keys": "watch.selector-filter",
} as const satisfies Record<LampDefect, RequirementId>;

const jobDefects = {
  "replacing-drops-status": "isolation.spec-write-never-changes-status",
  "version-in-text-ignored": "concurrency.stale-status-write-conflicts",
  "status-text-stores-spec": "isolation.status-write-never-changes-spec",
  "deletion-is-called-a-change": "watch.deletion-is-deleted",
} as const satisfies Record<JobDefect, RequirementId>;

const sensorDefects = {
  "resumption-skips-one": "semantics.watch-resumes-after-event",
  "conditions-are-replaced": "semantics.lists-are-merged",
  "removed-twice": "watch.deletion-is-deleted",
  "future-revisions-pass": "concurrency.foreign-version-refused",
} as const satisfies Record<SensorDefect, RequirementId>;

const recipeDefects = {
  "push-erases-status": "isolation.spec-write-never-changes-status",
  "push-keeps-generation": "generation.counts-spec-changes",
  "push-is-no-event": "watch.one-event-per-write",
} as const satisfies Record<RecipeDefect, RequirementId>;

export interface PlantedDefect {
  readonly name: EndpointName;
  readonly defect: string;
  readonly broken: RequirementId;
  readonly start: () => Promise<TestServer>;
}

export const plantedDefects: readonly PlantedDefect[] = [
  // A page size that a few objects exceed.
  ...planted("volumes", volumeDefects, (defects) => startVolumes(defects, { pageSize: 1 })),
  ...planted("routes", routeDefects, startRoutes),
  ...planted("lamps", lampDefects, startLamps),
  ...planted("jobs", jobDefects, startJobs),
  ...planted("sensors", sensorDefects, startSensors),
  ...planted("recipes", recipeDefects, startRecipes),
];

function planted<Defect extends string>(
  name: EndpointName,
  breaks: Readonly<Record<Defect, RequirementId>>,
  start: (defects: readonly Defect[]) => Promise<TestServer>,
): readonly PlantedDefect[] {
  const isDefect = (text: string): text is Defect => Object.hasOwn(breaks, text);
  return Object.keys(breaks)
    .filter(isDefect)
    .map((defect) => ({ name, defect, broken: breaks[defect], start: () => start([defect]) }));
}

const besideUs = new URL("../../suites/targets/graphql/testing/endpoints/", import.meta.url);

export function dialectByHand(
  name: EndpointName,
  server: Started,
  folder: URL = besideUs,
): DialectFile {
  const path = fileURLToPath(new URL(`${name}.dialect.yaml`, folder));
  const read = (file: string): string =>
    readFileSync(file, "utf8").replaceAll("http://127.0.0.1:4000/push", pushAddress(server));
  return { ...loadDialect(path, read), path };
}
