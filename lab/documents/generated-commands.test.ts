import { beforeAll, describe, expect, it } from "vitest";
import type { Command } from "#contract";
import { usualBudget } from "#harness";
import type { RecordLine } from "#verdicts";
import { checkReference } from "../../bin/reach/compose.ts";

const only = ["properties/command-sequences#WidgetD"];

const seeds = [1, 2, 3, 4, 5, 6];

type Exchange = Extract<RecordLine, { readonly line: "exchange" }>;

/** The commands of random sequences for all seeds. Deterministic. */
const sent: Exchange[] = [];
const resumed: (string | undefined)[] = [];
let closed = 0;

beforeAll(async () => {
  for (const seed of seeds) {
    await checkReference({
      seed,
      proofBudget: { ...usualBudget, operations: 1 },
      selection: { only, skip: [] },
      keepObjects: true,
      emit: (line) => {
        if (line.line === "exchange" && line.case === only[0]) sent.push(line);
        if (line.line === "watch" && line.case === only[0])
          resumed.push(line.command.resourceVersion);
        if (line.line === "watch-end" && line.end.end === "closed") closed += 1;
      },
    });
  }
});

interface Sort {
  readonly name: string;
  readonly is: (command: Command, exchange: Exchange) => boolean;
}

const isRefusedFor =
  (reason: string): Sort["is"] =>
  (_, { outcome }) =>
    outcome.result === "refused" && outcome.refusal.reason === reason;

const isStatusWrite = ({ verb }: Command): boolean =>
  verb === "updateStatus" || verb === "patchStatus";

const sorts: readonly Sort[] = [
  { name: "creations", is: ({ verb }) => verb === "create" },
  { name: "spec writes", is: (command) => command.verb === "update" && "spec" in command },
  { name: "label writes", is: (command) => command.verb === "update" && "labels" in command },
  { name: "finalizers", is: (command) => command.verb === "update" && "finalizers" in command },
  { name: "status updates", is: ({ verb }) => verb === "updateStatus" },
  ...(["merge", "json", "apply"] as const).map((format) => ({
    name: `status patches, ${format}`,
    is: (command: Command) => command.verb === "patchStatus" && command.format === format,
  })),
  {
    name: "status writes that cleared a member",
    is: (command) => JSON.stringify(command).includes(":null"),
  },
  {
    name: "stale status writes",
    is: (command, exchange) =>
      isStatusWrite(command) && isRefusedFor("conflict")(command, exchange),
  },
  {
    name: "stale spec writes",
    is: (command, exchange) =>
      command.verb === "update" && isRefusedFor("conflict")(command, exchange),
  },
  {
    name: "foreign versions",
    is: (command) => "resourceVersion" in command && command.resourceVersion === "not-a-version",
  },
  {
    name: "status writes without a version",
    is: (command) => isStatusWrite(command) && !("resourceVersion" in command),
  },
  {
    name: "writes with a uid",
    is: (command) => "uid" in command && command.uid !== undefined,
  },
  {
    name: "status writes by the author",
    is: (command) => isStatusWrite(command) && command.identity === "author",
  },
  {
    name: "spec writes by the controller",
    is: (command) => command.verb === "update" && command.identity === "controller",
  },
  {
    name: "writes by a reader",
    is: (command) => command.verb !== "read" && command.identity === "reader",
  },
  {
    name: "dry runs",
    is: (command) => "options" in command && command.options?.dryRun === true,
  },
  { name: "deletions", is: ({ verb }) => verb === "delete" },
  { name: "writes to deleted objects", is: isRefusedFor("notFound") },
  { name: "creations with an existing name", is: isRefusedFor("alreadyExists") },
  { name: "reads", is: ({ verb }) => verb === "read" },
  { name: "lists", is: ({ verb }) => verb === "list" },
];

describe("random sequences of a default run", () => {
  it.each(sorts)("contain $name, in several positions", ({ is }) => {
    expect(sent.filter((exchange) => is(exchange.command, exchange)).length).toBeGreaterThan(4);
  });

  it("use every write operation", () => {
    const ways = new Set(
      sent.flatMap(({ command }) => ("via" in command && command.via ? [command.via] : [])),
    );
    expect([...ways].filter((way) => /create/iu.test(way)).length).toBeGreaterThan(0);
    expect([...ways].filter((way) => /status/iu.test(way)).length).toBeGreaterThan(0);
  });

  it("recreate objects under the names of deleted ones", () => {
    const gone = new Set<string>();
    const again = sent.filter(({ command, outcome }) => {
      if (!("key" in command)) return false;
      if (command.verb === "delete") gone.add(command.key.name);
      return command.verb === "create" && outcome.result === "object" && gone.has(command.key.name);
    });
    expect(again.length).toBeGreaterThan(4);
  });

  it("open watches from a version and close them", () => {
    expect(resumed.filter((version) => version !== undefined).length).toBeGreaterThan(4);
    expect(closed).toBeGreaterThan(4);
  });
});
