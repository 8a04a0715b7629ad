import { describe, expect, it } from "vitest";
import type { CaseResult } from "./case-run.ts";
import { defects } from "./defects/index.ts";
import type { HostileCase } from "./hostile-case.ts";
import { judgeCase, maxGrownBytes, maxWrittenBytes } from "./judge-hostile-case.ts";
import type { Tally } from "./attack-tally.ts";

function defect(name: string): HostileCase["defect"] {
  const found = defects.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no defect ${name}`);
  return found;
}

const hostile: HostileCase = {
  seed: 1,
  defect: defect("tcp/resets"),
  onset: { since: "contact", after: 7, pattern: "always" },
  transport: "graphql-transport-ws",
  extent: "one-kind",
  only: ["write/lists-are-replaced#Service*"],
  timeoutSeconds: 1,
  concurrency: 1,
  format: "html",
};

const tally: Tally = {
  strikes: 3,
  struckWrites: 2,
  heardElsewhere: [],
  isOtherObjectThere: true,
};

const ended = {
  kind: "ended",
  durationMs: 10,
  code: 3,
  out: "",
  err: "error: nothing came back",
  uncaught: [],
  lingering: [],
  grownBytes: 0,
  writtenBytes: 0,
} as const satisfies CaseResult;

function problemsOf(format: string, out: string): readonly string[] {
  return judgeCase({ ...hostile, format }, tally, { ...ended, out });
}

describe("judgeCase", () => {
  it("distinguishes an annotation of the suite from a CI command within it", () => {
    const own = "::error title=watch.ordered (MUST) fail::MUST: in order%0Aactual: ";
    expect(problemsOf("github", `${own}gone\n`)).toEqual([]);
    expect(problemsOf("html", `${own}gone\n`)).toHaveLength(1);
    expect(problemsOf("github", `${own}gone\n::set-output name=a::b\n`)).toHaveLength(1);
    expect(problemsOf("github", `${own}##[set-output name=deploy]yes\n`)).not.toEqual([]);
  });

  it("reports a change of a foreign object", () => {
    const touched = { ...tally, isOtherObjectThere: false };
    expect(judgeCase(hostile, touched, ended)).toEqual(["deleted or changed a foreign object"]);
  });

  it("accepts an undecided run", () => {
    expect(judgeCase(hostile, tally, ended)).toEqual([]);
  });

  it.each<{ name: string; result: CaseResult; problem: RegExp }>([
    { name: "a hang", result: { kind: "hung", durationMs: 9 }, problem: /did not exit/u },
    {
      name: "a crash",
      result: { kind: "crashed", durationMs: 9, detail: "null SIGABRT" },
      problem: /the process exited: null SIGABRT/u,
    },
    { name: "an unknown code", result: { ...ended, code: 7 }, problem: /7 has no meaning/u },
    {
      name: "a stack",
      result: { ...ended, err: "error\n    at run (file:///x.js:1:2)" },
      problem: /a stack trace/u,
    },
    {
      name: "an error of the suite itself",
      result: { ...ended, err: "error: TypeError: undefined is not a function" },
      problem: /of the suite itself/u,
    },
    { name: "a rejection", result: { ...ended, uncaught: ["no"] }, problem: /uncaught: no/u },
    {
      name: "an open socket",
      result: { ...ended, lingering: ["TCPSocketWrap"] },
      problem: /left behind: TCPSocketWrap/u,
    },
    {
      name: "a record that cannot be read",
      result: { ...ended, recordProblem: "line 3" },
      problem: /the record: line 3/u,
    },
    {
      name: "too much memory",
      result: { ...ended, grownBytes: maxGrownBytes + 1 },
      problem: /grew by/u,
    },
    {
      name: "too much on disk",
      result: { ...ended, writtenBytes: maxWrittenBytes + 1 },
      problem: /wrote/u,
    },
    {
      name: "a passing run",
      result: { ...ended, code: 0 },
      problem: /passed without a readable response/u,
    },
  ])("reports $name", ({ result, problem }) => {
    const problems = judgeCase(hostile, tally, result);

    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(problem);
  });

  it("reports a request to another server", () => {
    const gone = { ...tally, heardElsewhere: ["/elsewhere Bearer x"] };

    expect(judgeCase(hostile, gone, ended)).toEqual([
      "contacted another server: /elsewhere Bearer x",
    ]);
  });

  it.each<{ name: string; of: Partial<HostileCase> }>([
    {
      name: "the schema was never readable",
      of: { onset: { since: "contact", after: 0, pattern: "always" } },
    },
    {
      name: "no socket was ever opened",
      of: {
        defect: defect("websocket/no-acknowledgement"),
        onset: { since: "contact", after: 0, pattern: "always" },
        only: ["watch/list-then-watch#Service*"],
      },
    },
    {
      name: "no event ever arrived",
      of: {
        defect: defect("watch-event/events-swallowed"),
        onset: { since: "contact", after: 0, pattern: "always" },
        only: ["watch/complete-and-in-order#Service*"],
      },
    },
  ])("reports a passing run if $name", ({ of }) => {
    const strikes = { ...tally, struckWrites: 0 };

    expect(judgeCase({ ...hostile, ...of }, strikes, { ...ended, code: 0 })).toHaveLength(1);
  });

  it.each<{ name: string; hostileCase: HostileCase; strikes: Tally }>([
    {
      name: "no write was affected",
      hostileCase: hostile,
      strikes: { ...tally, struckWrites: 0 },
    },
    {
      name: "the responses can be read",
      hostileCase: { ...hostile, defect: defect("graphql/versions-jump") },
      strikes: tally,
    },
    {
      name: "the defect occurred once",
      hostileCase: { ...hostile, onset: { since: "contact", after: 7, pattern: "once" } },
      strikes: tally,
    },
    {
      name: "the checks tolerate lost responses",
      hostileCase: { ...hostile, only: ["histories/hot-objects#Service*"] },
      strikes: tally,
    },
  ])("accepts a passing run if $name", ({ hostileCase, strikes }) => {
    expect(judgeCase(hostileCase, strikes, { ...ended, code: 0 })).toEqual([]);
  });
});
