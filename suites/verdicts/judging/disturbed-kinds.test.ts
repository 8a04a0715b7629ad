import { expect, it } from "vitest";
import { keyOf, resourceVersion, uid } from "#contract";
import type { JsonObject, ObjectKey, Outcome } from "#contract";
import { idleCase, RunEvidence } from "#harness";
import type { CaseFinding } from "../record/case-finding.ts";
import { withoutDisturbed } from "./disturbed-kinds.ts";

const kind = "rollouts.argoproj.io";
const kinds = [{ name: kind }];

function shown(
  key: ObjectKey,
  version: string,
  status?: JsonObject,
): Extract<Outcome, { readonly result: "object" }> {
  const { name } = key;
  const metadata = { name, uid: uid(name), resourceVersion: resourceVersion(version) };
  const content = { kind, metadata, spec: { size: 1 } };
  return { result: "object", object: status === undefined ? content : { ...content, status } };
}

interface Left {
  /** The version and status that a read shows after version 1. */
  readonly seen: readonly [version: string, status?: JsonObject];
  /** Name of the case. Defaults to the case that leaves objects untouched. */
  readonly of?: string;
}

function runEvidenceOf(...objects: readonly Left[]): RunEvidence {
  const runEvidence = new RunEvidence();
  objects.forEach(({ seen, of = idleCase(kind) }, index) => {
    const key = { kind, name: `web-${index}` };
    runEvidence.note(of, {
      exchange: index * 2 + 1,
      command: { verb: "create", identity: "author", key, spec: { size: 1 } },
      outcome: shown(key, "1"),
    });
    runEvidence.note(of, {
      exchange: index * 2 + 2,
      command: { verb: "read", identity: "author", key },
      outcome: shown(key, ...seen),
    });
  });
  return runEvidence;
}

const left: Left = { seen: ["3", { phase: "Ready" }] };

function violatedOn(name: string): CaseFinding {
  const requirement = "write.stores-submitted-status";
  const texts = { expected: "a", actual: "b", evidence: [1] };
  return { result: "violated", requirement, ...texts, case: `write/stored#${name}`, attempt: 2 };
}

it("excuses violations on a kind whose objects change without a write of the run", () => {
  const [found] = withoutDisturbed(
    [violatedOn(`${kind}.replaceStatus`)],
    runEvidenceOf(left, left),
    kinds,
  );

  expect(found).toMatchObject({ result: "undecided", premise: "undisturbed", attempt: 2 });
  expect(found).toHaveProperty(
    "reason",
    expect.stringMatching(
      /^another client, or the endpoint itself, writes objects of kind rollouts.*status.phase is "Ready" at version 3/u,
    ),
  );
});

it("keeps violations of controllers, which are another client themselves", () => {
  const found: CaseFinding = { ...violatedOn(kind), requirement: "controller.spec-untouched" };

  expect(withoutDisturbed([found], runEvidenceOf(left, left), kinds)).toEqual([found]);
});

it.each<{ readonly why: string; readonly runEvidence: RunEvidence }>([
  { why: "a single object changed", runEvidence: runEvidenceOf(left, { seen: ["1"] }) },
  { why: "nothing changed", runEvidence: runEvidenceOf({ seen: ["1"] }, { seen: ["1"] }) },
  {
    why: "objects have new versions with the same content",
    runEvidence: runEvidenceOf({ seen: ["3"] }, { seen: ["3"] }),
  },
  {
    why: "the objects were not left alone",
    runEvidence: runEvidenceOf({ ...left, of: "write/a" }, { ...left, of: "write/b" }),
  },
])("keeps violations if $why", ({ runEvidence }) => {
  const found = [violatedOn(kind)];

  expect(withoutDisturbed(found, runEvidence, kinds)).toEqual(found);
});

it.each(["rollouts", "rollouts.argoproj.io2", "experiments.argoproj.io"])(
  "keeps violations on another kind: %s",
  (name) => {
    const found = [violatedOn(name)];

    expect(withoutDisturbed(found, runEvidenceOf(left, left), kinds)).toEqual(found);
  },
);

it("keeps violations on a kind whose name starts with the name of the disturbed kind", () => {
  const [short, long] = ["rollouts", "rollouts.serving.example.com"];
  const runEvidence = { ...still, disturbedKinds: [{ kind: short, version: "3", what: "a" }] };
  const both = [{ name: short }, { name: long }];
  const found = [violatedOn(`${long}.replaceStatus`), violatedOn(`${short}.replaceStatus`)];

  expect(withoutDisturbed(found, runEvidence, both)).toMatchObject([
    { result: "violated" },
    { result: "undecided" },
  ]);
});

const still = { hasConflictIn: () => false, hasConflictOf: () => false };

function noteConflict(runEvidence: RunEvidence, of: string): void {
  runEvidence.note(of, {
    exchange: 99,
    command: {
      verb: "update",
      identity: "author",
      key: { kind, name: "web-9" },
      spec: { size: 2 },
    },
    outcome: {
      result: "refused",
      refusal: { reason: "conflict", message: "It has changed.", causes: [] },
    },
  });
}

it.each([
  { what: "excuses violations", versions: ["1", "3"], result: "undecided" },
  {
    what: "keeps violations if the created version was never stored",
    versions: ["3"],
    result: "violated",
  },
])("$what after a conflict if only versions change", ({ versions, result }) => {
  const runEvidence = runEvidenceOf({ seen: ["3"] }, { seen: ["3"] });
  for (const name of ["web-0", "web-1"]) {
    const key = { kind, name };
    for (const version of versions) runEvidence.noteEvent(shown(key, version));
    noteRead(runEvidence, shown(key, "3"));
  }
  const found = violatedOn(kind);
  noteConflict(runEvidence, found.case);

  expect(withoutDisturbed([found], runEvidence, kinds)).toMatchObject([{ result }]);
});

function noteRead(runEvidence: RunEvidence, outcome: ReturnType<typeof shown>): void {
  const command = { verb: "read", identity: "author", key: keyOf(outcome.object) } as const;
  runEvidence.note(idleCase(kind), { exchange: 50, command, outcome });
}

it("keeps violations if the event of the run's own write arrives before the response", () => {
  const runEvidence = new RunEvidence();
  const status = { phase: "Ready" };
  for (const [index, name] of ["web-0", "web-1"].entries()) {
    const key = { kind, name };
    runEvidence.note(idleCase(kind), {
      exchange: index * 2 + 1,
      command: { verb: "create", identity: "author", key, spec: { size: 1 } },
      outcome: shown(key, "1"),
    });
    runEvidence.noteEvent(shown(key, "2", { ...status, computed: "yes" }));
    runEvidence.note(idleCase(kind), {
      exchange: index * 2 + 2,
      command: { verb: "updateStatus", identity: "controller", via: "", key, status },
      outcome: shown(key, "2", { ...status, computed: "yes" }),
    });
    noteRead(runEvidence, shown(key, "2", { ...status, computed: "yes" }));
  }

  expect(withoutDisturbed([violatedOn(kind)], runEvidence, kinds)).toMatchObject([
    { result: "violated" },
  ]);
});

/** Creates evidence of objects whose status the run writes once, on a target whose responses contain no object. */
function runEvidenceOfReads(
  events: readonly (readonly [version: string, status: JsonObject])[],
): RunEvidence {
  const runEvidence = new RunEvidence();
  for (const [index, name] of ["web-0", "web-1"].entries()) {
    const key = { kind, name };
    const isFromRead = true;
    runEvidence.note(idleCase(kind), {
      exchange: index * 2 + 1,
      command: { verb: "create", identity: "author", key, spec: { size: 1 } },
      outcome: { ...shown(key, "1"), isFromRead },
    });
    const status = { phase: "Ready", note: "seen" };
    runEvidence.note(idleCase(kind), {
      exchange: index * 2 + 2,
      command: { verb: "updateStatus", identity: "controller", via: "", key, status },
      outcome: { ...shown(key, "3", { ...status, audited: "yes" }), isFromRead },
    });
    for (const [version, seen] of events) runEvidence.noteEvent(shown(key, version, seen));
    noteRead(runEvidence, shown(key, "3", { ...status, audited: "yes" }));
  }
  return runEvidence;
}

const reported = { phase: "Ready", note: "seen" };

it.each<{
  readonly what: string;
  readonly events: Parameters<typeof runEvidenceOfReads>[0];
  readonly result: CaseFinding["result"];
}>([
  {
    what: "excuses violations if events show more versions than the run wrote",
    events: [
      ["2", reported],
      ["3", { ...reported, audited: "yes" }],
    ],
    result: "undecided",
  },
  {
    what: "keeps violations if the write itself added a value",
    events: [["3", { ...reported, audited: "yes" }]],
    result: "violated",
  },
])("$what, where responses contain no object", ({ events, result }) => {
  const [found] = withoutDisturbed([violatedOn(kind)], runEvidenceOfReads(events), kinds);

  expect(found?.result).toBe(result);
});

it.each([
  { why: "in its case", of: `write/stored#${kind}`, result: "another client" },
  { why: "in another case", of: `write/other#${kind}`, result: "nothing to judge" },
])(
  "states for an undecided finding that another client writes if a conflict occurred $why",
  (one) => {
    const runEvidence = runEvidenceOf(left, left);
    noteConflict(runEvidence, one.of);
    const [found] = withoutDisturbed(
      [
        {
          result: "undecided",
          requirement: "write.stores-submitted-status",
          reason: "nothing to judge",
          evidence: [],
          case: `write/stored#${kind}`,
        },
      ],
      runEvidence,
      kinds,
    );

    expect(found).toHaveProperty(
      "reason",
      expect.stringMatching(new RegExp(`^${one.result}`, "u")),
    );
  },
);
