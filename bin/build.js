// Bundles the sources so that each command loads only a few files. Plain JavaScript, because it runs before anything is
// built. `node bin/build.js FOLDER` writes the program to that folder, without the development tools.
import { build } from "rolldown";
import { pageScripts } from "./page-script.js";

/** The contents of the package: the program, its worker threads, and its `exports`. */
const product = [
  "bin/package/cli.ts",
  "bin/reach/reference-worker.ts",
  "bin/self-test/self-test-worker.ts",
  "bin/package/extend.ts",
  "bin/package/status-audits.ts",
  "bin/package/status-writer.ts",
  "bin/package/reference-controller.ts",
  "bin/package/vitest.ts",
];

/** Programs for a checkout only. */
const tools = {
  bench: "lab/bench/run.ts",
  "demo-controller": "lab/documents/demo-controller.ts",
  docs: "lab/documents/docs.ts",
  examples: "lab/documents/examples-cli.ts",
  "fault-signs": "lab/documents/write-fault-signs.ts",
  "self-test-worker": "bin/self-test/self-test-worker.ts",
  fuzz: "lab/histories/fuzz-checker.ts",
  histories: "lab/histories/run.ts",
  hostile: "lab/hostile/run.ts",
  "hostile-attack-worker": "lab/hostile/attacks/attack-worker.ts",
  "hostile-worker": "lab/hostile/hostile-worker.ts",
  "kill-table": "lab/documents/write-kill-table.ts",
  noticeable: "lab/documents/write-noticeable.ts",
  controllers: "lab/controllers/run.ts",
  crds: "lab/crds/run.ts",
  implementers: "lab/implementers/run.ts",
  kubernetes: "lab/kubernetes/run.ts",
  museum: "lab/museum/run.ts",
  mutation: "lab/mutation/run.ts",
  operators: "lab/operators/run.ts",
  "published-bugs": "lab/operators/try-published-bugs.ts",
  "mutation-checkers": "lab/mutation/checkers.ts",
  "reference-worker": "bin/reach/reference-worker.ts",
  results: "lab/documents/results-cli.ts",
  "run-chains": "lab/bench/peers/run-chains.ts",
  "run-section": "lab/bench/run-section.ts",
  site: "lab/documents/site.ts",
  "serve-peer": "lab/bench/serve-peer.ts",
  soak: "lab/soak/run.ts",
  "soak-worker": "lab/soak/soak-process.ts",
  strangers: "lab/strangers/run.ts",
  "strangers-causes": "lab/strangers/strangers-causes.ts",
  targets: "lab/documents/write-targets-page.ts",
  types: "lab/documents/package-types.ts",
};

/** External modules: npm packages, and data files that are loaded at run time. */
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
    // On a busy machine, rolldown prints how long its plugins take.
    checks: { pluginTimings: false },
    plugins: [pageScripts()],
    output: { dir: into, chunkFileNames: "chunk-[name]-[hash].js", cleanDir: true },
  });
}
