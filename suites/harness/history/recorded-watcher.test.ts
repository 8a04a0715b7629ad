import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { WatchEvent, WatchCommand } from "#contract";
import type { WatchListener } from "#targets";
import { Ledger } from "../session/ledger.ts";
import { scriptedTarget } from "../session/scripted-target.fixture.ts";
import { workloadKind } from "./workload-kind.fixture.ts";
import { ContentMarks } from "./content-marks.ts";
import { HistoryRecorder } from "./history-recorder.ts";
import { LeanTarget } from "../session/lean-target.ts";
import { OperationTimer } from "./operation-timer.ts";
import { RecordedWatcher } from "./recorded-watcher.ts";

const command: WatchCommand = { verb: "watch", identity: "controller", kind: "Service" };

function modified(version: string, name = "x"): WatchEvent {
  const metadata = { name, uid: uid("u1"), resourceVersion: resourceVersion(version) };
  return {
    type: "MODIFIED",
    resourceVersion: metadata.resourceVersion,
    object: { kind: "Service", metadata },
  };
}

function watcherOn({
  leaves = false,
  anew,
}: { readonly leaves?: boolean; readonly anew?: string } = {}): {
  readonly watcher: RecordedWatcher;
  readonly recorder: HistoryRecorder;
  readonly streams: { readonly after: string; readonly listener: WatchListener }[];
  readonly pass: () => Promise<void>;
} {
  const streams: { readonly after: string; readonly listener: WatchListener }[] = [];
  const target = {
    ...scriptedTarget(() => ({ result: "done" })),
    watch: (
      { resourceVersion: after = resourceVersion("") }: WatchCommand,
      listener: WatchListener,
    ) => {
      streams.push({ after, listener });
      return Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => Promise.resolve(),
      });
    },
  };
  const recorder = new HistoryRecorder("opaque", () => 0);
  const { signal } = new AbortController();
  const lean = new LeanTarget({
    target,
    ledger: new Ledger(() => {}),
    next: () => "a",
    signal,
    now: () => 0,
  });
  const timer = new OperationTimer();
  const objects = new Map([
    ["x", { key: { kind: "Service", namespace: "b", name: "x" }, name: "b/x" }],
  ]);
  const pass = async (): Promise<void> => {
    timer.pass();
    await settle();
  };
  const watcher = new RecordedWatcher(
    {
      name: "w1",
      lean,
      recorder,
      marks: new ContentMarks(workloadKind, { isAnnotated: true }),
      objects,
      command,
      absence: () => timer.after(1),
      restart: () => Promise.resolve(anew === undefined ? undefined : resourceVersion(anew)),
      wake: () => {},
      ...(leaves ? { presence: () => timer.after(2) } : {}),
    },
    resourceVersion("5"),
  );
  return { watcher, recorder, streams, pass };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

it("resumes after the last received event, and drops later events of the old stream", async () => {
  const { watcher, recorder, streams, pass } = watcherOn({ leaves: true });
  await watcher.open();
  await pass();
  streams[0]?.listener.event(modified("6"));
  await pass();
  streams[0]?.listener.event(modified("7"));
  await pass();
  streams[0]?.listener.event(modified("8"));
  expect(streams).toHaveLength(1);

  await pass();
  streams[0]?.listener.event(modified("8"));
  streams[1]?.listener.event(modified("8"));
  await watcher.close("8");

  expect(streams.map(({ after }) => after)).toEqual(["5", "7"]);
  expect(recorder.lines().slice(1)).toMatchObject([
    { event: "open", after: "5" },
    { event: "MODIFIED", object: "b/x", version: "6" },
    { event: "MODIFIED", object: "b/x", version: "7" },
    { event: "open", after: "7" },
    { event: "MODIFIED", object: "b/x", version: "8" },
    { event: "close", due: "8" },
  ]);
});

it("keeps bookmarks and the events of its own objects", async () => {
  const { watcher, recorder, streams } = watcherOn();
  await watcher.open();
  streams[0]?.listener.event(modified("6", "somebody-else"));
  streams[0]?.listener.event({ type: "BOOKMARK", resourceVersion: resourceVersion("6") });
  await watcher.close(undefined);

  expect(recorder.lines().slice(1)).toMatchObject([
    { event: "open" },
    { event: "BOOKMARK", version: "6" },
    { event: "close" },
  ]);
  expect(watcher.hasSeen(["6"])).toBe(false);
});

it("reconnects after the connection is lost", async () => {
  const { watcher, streams, pass } = watcherOn();
  await watcher.open();
  streams[0]?.listener.event(modified("6"));
  streams[0]?.listener.ended({ end: "lost", detail: "reset" });
  await settle();
  await pass();

  expect(streams.map(({ after }) => after)).toEqual(["5", "6"]);
  expect(watcher.problem).toBeUndefined();
});

it.each([
  { name: "starts anew from a list", anew: "9", after: ["5", "9"], problem: false },
  { name: "ends, where nothing has a version to start from,", after: ["5"], problem: true },
])(
  "$name when its version is no longer retained, which is no gap",
  async ({ anew, after, problem }) => {
    const { watcher, recorder, streams } = watcherOn(anew === undefined ? {} : { anew });
    await watcher.open();
    const refusal = { reason: "expired", message: "too old", causes: [] } as const;
    streams[0]?.listener.ended({ end: "refused", refusal });
    await settle();
    await watcher.close("9");

    expect(streams.map((stream) => stream.after)).toEqual(after);
    expect(watcher.problem !== undefined).toBe(problem);
    const events = recorder.lines().map((line) => ("event" in line ? line.event : "header"));
    const rest = problem ? [] : ["open", "close"];
    expect(events).toEqual(["header", "open", "expired", ...rest]);
  },
);
