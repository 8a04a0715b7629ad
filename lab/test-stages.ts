/** Tests that follow guides and recipes with an installed package. */
const guides = ["github-action", "package", "pages", "recipes"];

/**
 * Tests that start programs, browsers, servers in other languages, or whole runs of the suite, by stage of `.ci/run`.
 * `npm run test:stages` runs these tests, and `npm test` runs all others.
 */
export const testStages = {
  /** Tests of components that only a checkout contains: benchmarks, mutation tests, documentation. */
  lab: [`lab/**/!(${guides.join("|")}).test.ts`],
  /** Guides and recipes. `npm run test:package` follows them with what ships. */
  guides: [`lab/documents/{${guides.join(",")}}.test.ts`],
  /** Whole runs against conformant and faulty endpoints, and the package in test runners. */
  runs: ["bin/reach/*.test.ts", "bin/package/*.test.ts"],
  /** Programs that tests start, stop and kill as users do. */
  programs: [
    "bin/commands/{check-history-stream,cleanup,config,controller,gates,init-credentials,init-stopped,init-tls,killed-run}.test.ts",
    "bin/commands/{merge-histories,observe,observe-for,past-runs,run,run-files,self-test,serve,shells,try}.test.ts",
    "bin/controller/{command-controller,controller-program,controller-variants,random-scenarios}.test.ts",
    "bin/controller/{crashes,set-up,slow-reopening,slow-starts,status-writer,stuck-controllers,takeovers}.test.ts",
    "bin/config/{extensions,own-exports}.test.ts",
    "bin/output/{history-files,load-record}.test.ts",
    "bin/self-test/{freedom-run,fault-survey,freedom-pairs,known-faults}.test.ts",
    "reports/html/{browser,render-html}.test.ts",
  ],
  seeds: [
    "suites/checker/agreement.test.ts",
    "suites/checker/history/{assumptions,injection}.test.ts",
    "suites/checker/testing/verify-anomaly.test.ts",
    "suites/targets/graphql/dialect-file/{file-problems,hostile-file}.test.ts",
    "suites/wings/init/dialect/huge-schemas.test.ts",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
