import type { Implementer } from "./implementer.ts";

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
  told: [
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
