export interface HelpExample {
  readonly task: string;
  /** The arguments as typed into a shell. */
  readonly args: string;
}

const endpoint = "--endpoint https://api.example.com/graphql";
const identities = "--identity author=env:AUTHOR_TOKEN controller=env:CONTROLLER_TOKEN";

/** Examples by command, the most common first. */
export const helpExamples: Readonly<Record<string, readonly HelpExample[]>> = {
  run: [
    { task: "Check the built-in reference server", args: "run" },
    { task: "Check an endpoint", args: `run ${endpoint} --dialect dialect.yaml ${identities}` },
    {
      task: "Check two kinds of an API server",
      args: "run --protocol kubernetes --kind deployments.apps jobs.batch",
    },
    {
      task: "Check one area in the order of an earlier run",
      args: "run --only 'watch.*' --seed 7",
    },
  ],
  init: [
    { task: "Write dialect.yaml", args: `init ${endpoint} ${identities}` },
    {
      task: "Find out in CI whether the schema changed",
      args: `init ${endpoint} --check dialect.yaml`,
    },
  ],
  try: [
    { task: "Create an object", args: `try dialect.yaml create Service ${endpoint} --name first` },
    {
      task: "Write its status",
      args: `try dialect.yaml updateStatus Service ${endpoint} --name first --status '{"ready": true}'`,
    },
  ],
  list: [
    { task: "List the requirements for API servers", args: "list --profile kubernetes/v1" },
    { task: "List the permitted differences between servers", args: "list --freedoms" },
  ],
  explain: [
    {
      task: "Explain one requirement",
      args: "explain isolation.spec-write-never-changes-status",
    },
  ],
  serve: [
    { task: "Run the reference server without faults", args: "serve" },
    { task: "Serve a planted fault", args: "serve --port 4001 --fault anonymous-may-read" },
  ],
  "self-test": [
    {
      task: "Verify that the checks detect one fault",
      args: "self-test --fault anonymous-may-read --freedoms none",
    },
  ],
  "check-history": [
    { task: "Check a history", args: "check-history history.ndjson" },
    {
      task: "Check the Deployments in an audit log",
      args: "check-history audit.log --from kubernetes-audit --object 'deployments.apps/*'",
    },
  ],
  "merge-histories": [
    {
      task: "Merge the histories of two machines",
      args: "merge-histories one.ndjson two.ndjson --clock-error 5",
    },
  ],
  report: [
    {
      task: "Write a page and a JUnit file",
      args: "report conformance-results --format html=report.html,junit=junit.xml",
    },
  ],
  reproduce: [
    { task: "Reproduce the first finding of the last run", args: "reproduce 1" },
    { task: "Reproduce a race in an older run", args: "reproduce 2 monday/run.ndjson --times 50" },
  ],
  "show-report": [{ task: "Open the report of the last run", args: "show-report" }],
  judge: [
    {
      task: "Apply the rules of this release to an older run",
      args: "judge monday/run.ndjson --baseline baseline.json",
    },
  ],
  verify: [{ task: "Verify a published report", args: "verify conformance-results/report.json" }],
  diff: [
    {
      task: "Compare a branch with main",
      args: "diff main/run.ndjson branch/run.ndjson --format markdown",
    },
  ],
  compare: [
    {
      task: "Show two releases side by side",
      args: "compare v1=v1/run.ndjson v2=v2/run.ndjson --format html > releases.html",
    },
  ],
  merge: [{ task: "Merge two shards", args: "merge shard-1 shard-2 --output merged" }],
  cleanup: [{ task: "Delete the objects of the last run", args: "cleanup conformance-results" }],
  config: [{ task: "Find out where an option comes from", args: "config --timeout 30" }],
  controller: [
    {
      task: "Test a controller of an API server",
      args: "controller --protocol kubernetes --kind widgets.example.com --command './manager'",
    },
    {
      task: "Test a controller of a GraphQL API",
      args: `controller ${endpoint} --dialect dialect.yaml --command 'node controller.js'`,
    },
  ],
  observe: [
    {
      task: "Observe the Deployments of a cluster",
      args: "observe --protocol kubernetes --kind deployments.apps --for 10m",
    },
  ],
  completion: [
    { task: "Complete commands and options in bash", args: "completion bash >> ~/.bashrc" },
  ],
};
