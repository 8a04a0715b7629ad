// Bundles the sources: a command then loads few files, and only its own. Plain JavaScript, because it runs
// before anything is built. `node bin/build.js FOLDER` puts the program there, and leaves the tools out.
import { build } from "rolldown";
import { pageScripts } from "./page-script.js";

/** What the package brings: the program, its threads, and what its `exports` name. */
const product = [
  "bin/cli.ts",
  "bin/reach/reference-worker.ts",
  "bin/self-test/self-test-worker.ts",
  "bin/extend.ts",
  "bin/status-audits.ts",
  "bin/status-writer.ts",
  "bin/tools/reference-controller.ts",
  "bin/describe-conformance.ts",
];

/** What only a checkout needs. */
const tools = {
  bench: "bench/run.ts",
  "demo-controller": "bin/tools/demo-controller.ts",
  docs: "bin/tools/docs.ts",
  examples: "bin/tools/examples-cli.ts",
  fuzz: "suites/checker/testing/fuzz.ts",
  hostile: "test/hostile/run.ts",
  "hostile-worker": "test/hostile/worker.ts",
  "kill-table": "bin/tools/kill-table.ts",
  kubernetes: "test/kubernetes/run.ts",
  mutation: "test/mutation/run.ts",
  "mutation-checkers": "test/mutation/checkers.ts",
  "reference-worker": "bin/reach/reference-worker.ts",
  results: "bin/tools/results-cli.ts",
  "run-chains": "bench/peers/vitest/run-chains.ts",
  "run-section": "bench/run-section.ts",
  site: "bin/tools/site.ts",
  "serve-peer": "bench/serve-peer.ts",
  soak: "test/soak/run.ts",
  "soak-worker": "test/soak/worker.ts",
  targets: "bin/tools/targets.ts",
  types: "bin/tools/package-types.ts",
};

/** Packages stay packages, and data files are read where they are. */
const isOutside = /^(node:|[a-z]|@(?!oxc-project\/)|#.*\.(json|graphql)$)/;

const [folder] = process.argv.slice(2);
await bundle(product, folder ?? "dist/bin");
if (folder === undefined) await bundle(tools, "dist/tools");

function bundle(input, into) {
  return build({
    input,
    platform: "node",
    transform: { target: "node20.19" },
    resolve: { conditionNames: ["status-conformance-source"] },
    external: isOutside,
    plugins: [pageScripts()],
    output: { dir: into, chunkFileNames: "chunk-[name]-[hash].js", cleanDir: true },
  });
}
