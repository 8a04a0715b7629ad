/** The pages that `pages.test.ts` runs as their readers would, block by block. */
export const executedPages: readonly string[] = [
  "docs/reading-a-report.md",
  "docs/histories.md",
  "docs/extending.md",
  "docs/examples/implementer/README.md",
  "docs/examples/pull-request/README.md",
  "docs/examples/controller/README.md",
  "docs/examples/history/README.md",
  "docs/examples/extension/README.md",
];

/** The other pages that have blocks, with the test that runs them, or why none does. */
export const otherPages: Readonly<Record<string, string>> = {
  "README.md": "program.test.ts, readme.test.ts and serve.test.ts call what it shows",
  "docs/any-endpoint.md": "any-endpoint-guide.test.ts runs it",
  "docs/controllers.md": "controllers-guide.test.ts runs it",
  "docs/status-ownership.md": "status-ownership-guide.test.ts runs it",
  "docs/ci.md": "recipes.test.ts runs it",
  "docs/kubernetes.md":
    "needs an API server: npm run test:kubernetes is run by hand, and its report kept",
  "docs/performance.md": "measures for an hour; bench.test.ts runs its sections small",
  "docs/trust.md": "tries for an hour; CI runs both with fewer cases",
  "docs/dialects.md": "load-dialect.test.ts reads the dialect; the rest are parts of one",
};
