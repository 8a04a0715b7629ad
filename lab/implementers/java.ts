import type { Implementer } from "./implementer.ts";

/** An API for wind turbines, built with Spring for GraphQL. */
export const java: Implementer = {
  name: "java",
  tools: [
    ["javac", "--version"],
    ["mvn", "--version"],
  ],
  build: [["mvn", "--quiet", "--batch-mode", "--no-transfer-progress", "package"]],
  start: ["java", "-XX:TieredStopAtLevel=1", "-jar", "target/turbines.jar"],
  path: "/wind",
  told: [
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
