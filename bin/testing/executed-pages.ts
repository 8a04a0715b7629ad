/** The page that readers start with. `pages.test.ts` executes it in an empty folder. */
export const firstGuide = "docs/check-your-endpoint.md";

/** The pages that `pages.test.ts` executes block by block, as a reader would. */
export const executedPages: readonly string[] = [
  "docs/reading-a-report.md",
  "docs/histories.md",
  "docs/histories-from-logs.md",
  "docs/extending.md",
  "docs/vitest.md",
  "docs/examples/implementer/README.md",
  "docs/examples/leaky/README.md",
  "docs/examples/pull-request/README.md",
  "docs/examples/controller/README.md",
  "docs/examples/history/README.md",
  "docs/examples/extension/README.md",
];

const openBug =
  "reports a bug of a third-party system that was reproduced manually on the stated version";

/**
 * The other pages with code blocks, each with the test that executes it or the reason why there is none. For all these
 * pages, `shown-blocks.test.ts` checks that the commands, options and scripts exist, and that files can be parsed.
 */
export const otherPages: Readonly<Record<string, string>> = {
  "README.md":
    "needs a checkout, or the reader's endpoint: readme.test.ts runs its example, and own-api.test.ts runs the commands for the reader's API",
  "CONTRIBUTING.md": "runs the tests of a checkout: .ci/run runs them",
  "docs/any-endpoint.md":
    "needs the six endpoints of the suite's own tests, which the package does not contain: any-endpoint-guide.test.ts runs it on them",
  "docs/controllers.md":
    "observes for minutes: controllers-guide.test.ts runs it, but observes for seconds",
  "docs/status-ownership.md": "status-ownership-guide.test.ts runs it",
  "docs/examples/controller-tests/README.md":
    "needs Go and Python: controller-tests.test.ts runs the tests that it describes",
  "docs/ci.md": "needs third-party CI systems: recipes.test.ts runs the scripts of the recipes",
  "docs/kubernetes.md":
    "needs an API server: npm run test:kubernetes starts one if it can be built",
  "docs/performance.md":
    "takes an hour: .ci/run measures all sections except the long ones with small sizes",
  "docs/trust.md": "takes hours: CI runs the same scripts with fewer cases",
  "docs/dialects.md":
    "contains only parts of files: load-dialect.test.ts and shown-blocks.test.ts read all of them",
  "docs/museum/open/README.md": openBug,
  "docs/museum/open/controller-runtime-create-stores-status.md": openBug,
  "docs/museum/open/controller-runtime-finalizer-while-deleting.md": openBug,
  "docs/museum/open/fabric8-conflict-reason.md": openBug,
  "docs/museum/open/fabric8-delete-preconditions.md": openBug,
  "docs/museum/open/fabric8-dry-run-persists.md": openBug,
  "docs/museum/open/fabric8-finalizer-while-deleting.md": openBug,
  "docs/museum/open/fabric8-merge-patch-appends-lists.md": openBug,
  "docs/museum/open/fabric8-stale-status-replacement.md": openBug,
};
