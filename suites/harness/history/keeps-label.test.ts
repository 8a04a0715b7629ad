import { expect, it } from "vitest";
import { authoredOf, resourceVersion, uid } from "#contract";
import type { Command, Outcome, Resource } from "#contract";
import { driveScripted } from "../session/scripted-session.fixture.ts";
import { scriptedKind } from "../session/scripted-target.fixture.ts";
import { ContentMarks } from "./content-marks.ts";
import { keepsLabel } from "./keeps-label.ts";
import { workloadKind } from "./workload-kind.fixture.ts";

const kind = {
  ...scriptedKind,
  operations: {
    ...scriptedKind.operations,
    update: ["update"],
    updateStatus: ["report", "replace"],
  },
  statusModes: { report: "partial", replace: "partial" },
  samples: workloadKind.samples,
} as const;

/** A server with one object, whose labels a write through one of `forgetting` removes. */
function serverForgetting(...forgetting: readonly string[]): (command: Command) => Outcome {
  let stored: Resource | undefined;
  let count = 0;
  return (command) => {
    if (command.verb === "list" || command.verb === "delete") return { result: "done" };
    if (command.verb !== "read") {
      count += 1;
      const isForgotten = forgetting.includes(command.via ?? command.verb);
      stored = written(command, isForgotten ? withoutLabels(stored) : stored, String(count));
    }
    return stored === undefined ? { result: "done" } : { result: "object", object: stored };
  };
}

function withoutLabels(stored: Resource | undefined): Resource | undefined {
  if (stored === undefined) return undefined;
  const { labels: _labels, ...metadata } = stored.metadata;
  return { ...stored, metadata };
}

type Write = Exclude<Command, { readonly verb: "delete" | "list" | "read" }>;

function written(command: Write, before: Resource | undefined, version: string): Resource {
  const { kind: of, name } = command.key;
  const isByAuthor = command.verb === "create" || command.verb === "update";
  const metadata = {
    ...before?.metadata,
    ...(isByAuthor ? authoredOf(command) : {}),
    name,
    uid: uid("u"),
    resourceVersion: resourceVersion(version),
  };
  return {
    ...before,
    ...(isByAuthor && command.spec !== undefined ? { spec: command.spec } : {}),
    ...(command.verb === "updateStatus" ? { status: command.status } : {}),
    kind: of,
    metadata,
  };
}

it.each([
  { what: "no write", forgetting: [], isKept: true },
  { what: "a spec write", forgetting: ["update"], isKept: false },
  { what: "a spec write through another operation", forgetting: ["patch"], isKept: false },
  { what: "a status write", forgetting: ["report"], isKept: false },
  { what: "a status write through another mutation", forgetting: ["replace"], isKept: false },
])("returns $isKept if $what removes the label", async ({ forgetting, isKept }) => {
  const marks = new ContentMarks(kind, { isAnnotated: true });
  const { result } = await driveScripted(
    serverForgetting(...forgetting),
    (context) =>
      keepsLabel(
        { ...context, label: { app: "x" } },
        { marks, updates: [undefined, "patch"], statusWrites: ["report", "replace"] },
      ),
    kind,
  );

  expect(result).toBe(isKept);
});
