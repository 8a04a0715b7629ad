import { startJobs } from "../../suites/targets/graphql/testing/endpoints/jobs.ts";
import { startLamps } from "../../suites/targets/graphql/testing/endpoints/lamps.ts";
import {
  pushAddress,
  startRecipes,
} from "../../suites/targets/graphql/testing/endpoints/recipes.ts";
import { startRoutes } from "../../suites/targets/graphql/testing/endpoints/routes.ts";
import { startSensors } from "../../suites/targets/graphql/testing/endpoints/sensors.ts";
import { startVolumes } from "../../suites/targets/graphql/testing/endpoints/volumes.ts";
import { call, testWorld } from "./test-world.ts";
import type { Called } from "./test-world.ts";

const samples = `
  specs: [{ path: /a, weight: 1 }, { path: /b, weight: 2 }, { path: /c, weight: 3 }]
  statuses:
    - { state: up, hits: 1, address: 192.0.2.1, targets: [a, b] }
    - { state: down, hits: 2, address: 192.0.2.2, targets: [c] }
    - { state: unknown, hits: 3, address: 192.0.2.3, targets: [] }
  counter: hits
  invalidStatuses: [{ status: { hits: -1 }, field: status.hits, defect: a negative count }]
`;

/** Sample values for the routes endpoint, which cannot be inferred from its schema. */
export const routeSamples = `Route:${samples}Pool:${samples}`;

const roles = ["author", "controller", "reader", "stranger"];

/** Returns `--identity` options with a test endpoint's credentials, e.g. `author-key` for the suffix `key`. */
export function identities(suffix: string): readonly string[] {
  return ["--identity", ...roles.map((role) => `${role}=${role}-${suffix}`), "invalid=nobody-key"];
}

/** The handwritten dialects read credentials from these variables. */
export const environment = {
  ...Object.fromEntries(roles.map((role) => [`CONFORMANCE_${role.toUpperCase()}`, `${role}-key`])),
  CONFORMANCE_INVALID: "nobody-key",
};

export interface Started {
  readonly url: string;
}

export function init(server: Started, output: string, more: readonly string[]): Promise<Called> {
  const words = ["init", "--endpoint", server.url, "--output", output, "--force", "--no-color"];
  return call([...words, ...more], testWorld(environment));
}

/**
 * The test endpoints, and the options that `init` needs for each. `$folder` and `$push` are placeholders for values
 * that are known only when a test runs.
 */
export const servers = {
  volumes: { start: startVolumes, words: "--namespace alpha beta" },
  routes: {
    start: startRoutes,
    words: "--namespace red blue --samples $folder/routes.samples.yaml",
  },
  lamps: { start: startLamps, words: "--namespace north south" },
  jobs: {
    start: startJobs,
    words: "--queries socket --socket-credential subscribePayload --namespace day night",
  },
  sensors: { start: startSensors, words: "" },
  recipes: { start: startRecipes, words: "--hook $push --namespace cakes soups" },
} as const;

export type EndpointName = keyof typeof servers;

export function wordsFor(name: EndpointName, server: Started, folder: string): readonly string[] {
  const words = servers[name].words.split(" ").filter((word) => word !== "");
  return words.map((word) => word.replace("$folder", folder).replace("$push", pushAddress(server)));
}
