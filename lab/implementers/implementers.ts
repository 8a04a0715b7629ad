import type { Implementer } from "./implementer.ts";

/** An API for buoys, built with graphql-yoga. */
const typescript: Implementer = {
  name: "typescript",
  tools: [["npm", "--version"]],
  build: [
    ["npm", "ci", "--no-audit", "--no-fund"],
    ["npm", "run", "--silent", "build"],
  ],
  start: ["node", "dist/server.js"],
  path: "/graphql",
  initArgs: [
    "--identity",
    "author=chart",
    "controller=ping",
    "reader=wind",
    "stranger=shore",
    "invalid=nobody",
    "--header",
    "X-API-Key=$credential",
    "--namespace",
    "baltic",
    "adriatic",
  ],
  mistakes: {
    "reading-skips-etag": ["concurrency.stale-status-write-conflicts"],
    "spreads-input": ["isolation.create-never-stores-status"],
    "relocates-whole-object": ["isolation.spec-write-never-changes-status"],
    "reading-moves-buoy": [
      "isolation.status-write-never-changes-spec",
      "isolation.spec-in-status-write-is-rejected",
    ],
    "nullish-keeps-old": ["write.null-clears-member"],
    "alarms-pile-up": ["write.lists-are-replaced"],
    "reads-from-cache": ["write.visible-to-later-reads"],
    "awaits-in-between": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "swallows-conflict": ["concurrency.stale-status-write-conflicts"],
    "open-events": ["authorization.watch-is-authorized"],
  },
};

/** An API for the exposures of an observatory, built with async-graphql and axum. */
const rust: Implementer = {
  name: "rust",
  tools: [["cargo", "--version"]],
  build: [
    // The dependencies take minutes to compile, so all copies share them.
    ["cargo", "build", "--locked", "--quiet", "--target-dir", "$cache/rust-target"],
    ["cp", "$cache/rust-target/debug/exposures", "server"],
  ],
  start: ["./server"],
  path: "/observatory",
  initArgs: [
    "--identity",
    "author=altair",
    "controller=deneb",
    "reader=vega",
    "stranger=pluto",
    "invalid=nobody",
    "--header",
    "Authorization=Pass $credential",
    "--socket-credential",
    "pass",
    "--namespace",
    "EAST",
    "WEST",
  ],
  mistakes: {
    "seq-underscored": ["concurrency.stale-status-write-conflicts"],
    "read-lock-first": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "default-fills-the-rest": ["isolation.spec-write-never-changes-status"],
    "frames-follow": ["isolation.status-write-never-changes-spec"],
    "guard-forgotten": ["authorization.author-cannot-write-status"],
    "happenings-unguarded": ["authorization.watch-is-authorized"],
    "or-keeps-old": ["write.replace-removes-omitted-members"],
    "question-mark": ["concurrency.stale-status-write-conflicts"],
    "lagged-is-skipped": ["watch.no-gap", "watch.one-event-per-write"],
    "readouts-outlive": ["deletion.successor-starts-afresh"],
  },
};

/** An API for beehives, built with Strawberry. */
export const python: Implementer = {
  name: "python",
  tools: [["python3", "-m", "venv", "--help"]],
  build: [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "--quiet", "--requirement", "requirements.txt"],
  ],
  start: ["venv/bin/python", "server.py"],
  path: "/",
  initArgs: [
    "--identity",
    "author=honey",
    "controller=wax",
    "reader=pollen",
    "stranger=sting",
    "invalid=nobody",
    "--namespace",
    "north",
    "south",
  ],
  mistakes: {
    "report-ignores-revision": ["concurrency.stale-status-write-conflicts"],
    "settles-with-report": ["isolation.create-never-stores-status"],
    "plan-drops-report": ["isolation.spec-write-never-changes-status"],
    "report-renames-queen": ["isolation.status-write-never-changes-spec"],
    "keeper-reports": ["authorization.author-cannot-write-status"],
    "falsy-is-omitted": ["write.stores-submitted-status", "write.null-clears-member"],
    "awaits-before-store": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "silent-reports": ["watch.one-event-per-write"],
    "finds-before-role": ["authorization.existence-not-disclosed"],
    "open-news": ["authorization.watch-is-authorized"],
  },
};

/** An API for wind turbines, built with Spring for GraphQL. */
const java: Implementer = {
  name: "java",
  tools: [
    ["javac", "--version"],
    ["mvn", "--version"],
  ],
  build: [["mvn", "--quiet", "--batch-mode", "--no-transfer-progress", "package"]],
  start: ["java", "-XX:TieredStopAtLevel=1", "-jar", "target/turbines.jar"],
  path: "/wind",
  initArgs: [
    "--identity",
    "author=mistral",
    "controller=bora",
    "reader=foehn",
    "stranger=zephyr",
    "invalid=nobody",
    "--header",
    "Wind-Badge=$credential",
    "--socket-credential",
    "badge",
    "--namespace",
    "baltic",
    "azores",
  ],
  mistakes: {
    "report-unlocked": ["concurrency.stale-status-write-conflicts"],
    "check-then-act": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "adjust-rebuilds": ["isolation.spec-write-never-changes-status"],
    "report-curtails": ["isolation.status-write-never-changes-spec"],
    "or-else-old": ["write.null-clears-member"],
    "add-all-alarms": ["write.lists-are-replaced"],
    "report-unsecured": ["authorization.author-cannot-write-status"],
    "events-unsecured": ["authorization.watch-is-authorized"],
    "publish-before-save": ["watch.event-carries-stored-object", "watch.one-event-per-write"],
    "load-before-role": ["authorization.existence-not-disclosed"],
  },
};

/** An API for lifts, built with gqlgen. */
const go: Implementer = {
  name: "go",
  tools: [["go", "version"]],
  build: [
    ["go", "tool", "gqlgen", "generate"],
    ["go", "build", "-o", "server", "."],
  ],
  start: ["./server"],
  path: "/query",
  initArgs: [
    "--identity",
    "author=master",
    "controller=cable",
    "reader=floor",
    "stranger=lobby",
    "invalid=nobody",
    "--header",
    "Lift-Token=$credential",
    "--socket-credential",
    "liftToken",
    "--namespace",
    "tower",
    "annex",
  ],
  mistakes: {
    "report-ignores-time": ["concurrency.stale-status-write-conflicts"],
    "zero-is-nothing": ["write.stores-submitted-status", "write.lists-are-replaced"],
    "configure-new-struct": ["isolation.spec-write-never-changes-status"],
    "appends-faults": ["write.lists-are-replaced"],
    "unlocks-between": ["concurrency.one-winner", "concurrency.no-lost-increment"],
    "err-shadowed": ["concurrency.stale-status-write-conflicts"],
    "report-by-anyone": ["authorization.author-cannot-write-status"],
    "get-before-auth": ["authorization.existence-not-disclosed"],
    "stream-unchecked": ["authorization.watch-is-authorized"],
    "generation-always": ["generation.ignores-status-writes", "generation.ignores-no-op-writes"],
  },
};

export const implementers: readonly Implementer[] = [typescript, go, rust, python, java];
