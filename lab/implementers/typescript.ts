import type { Implementer } from "./implementer.ts";

/** An API for buoys, built with graphql-yoga. */
export const typescript: Implementer = {
  name: "typescript",
  tools: [["npm", "--version"]],
  build: [
    ["npm", "ci", "--no-audit", "--no-fund"],
    ["npm", "run", "--silent", "build"],
  ],
  start: ["node", "dist/server.js"],
  path: "/graphql",
  told: [
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
