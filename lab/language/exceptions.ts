export interface Exception {
  readonly file: string;
  readonly phrase: string;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  {
    file: "README.md",
    phrase: "keeps the wall between",
    reason: "The metaphor of the project is used once, where it is introduced.",
  },
  {
    file: "bin/commands/program.ts",
    phrase: "alone (one by one)",
    reason: "A value of the option.",
  },
  {
    file: "suites/wings/init/dialect/gaps.ts",
    phrase: "beside: INPUT",
    reason: "A property of dialects.",
  },
  {
    file: "reports/html/style.ts",
    phrase: "timeline-lanes",
    reason: "A class of the style sheet.",
  },
  {
    file: "reports/html/style.ts",
    phrase: ".lane-",
    reason: "A class of the style sheet.",
  },
  {
    file: "reports/html/timeline-view.ts",
    phrase: "timeline-lanes",
    reason: "A class of the style sheet.",
  },
  {
    file: "reports/html/timeline-view.ts",
    phrase: "lane lane-",
    reason: "Two classes of the style sheet.",
  },
  {
    file: "reports/html/timeline-view.ts",
    phrase: "lane-axis",
    reason: "A class of the style sheet.",
  },
  {
    file: "suites/contract/requirements/allocation.ts",
    phrase: "a second object in place of a status",
    reason: "A heading of the proposal.",
  },
  {
    file: "bin/options/tls-files.ts",
    phrase: "-----BEGIN",
    reason: "The first line of the format.",
  },
  {
    file: "suites/targets/graphql/dialect-file/operation-schema.ts",
    phrase: "$members",
    reason: "A placeholder of the format.",
  },
  {
    file: "suites/wings/init/dialect/gaps.ts",
    phrase: "beside: INPUT",
    reason: "A property of dialects.",
  },
];
