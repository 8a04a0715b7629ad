import { expect, it } from "vitest";
import { resourceVersion } from "#contract";
import type { Command, CreateCommand } from "#contract";
import type { WatchListener } from "#targets";
import { Ledger } from "./ledger.ts";
import { accepted, scriptedTarget } from "./scripted-target.fixture.ts";
import { workloadKind } from "../history/workload-kind.fixture.ts";
import type { Trace } from "./trace.ts";
import { LeanTarget } from "./lean-target.ts";

const { signal } = new AbortController();

const named = (): string => "a";

function leanOn(happened: string[]): LeanTarget {
  const target = scriptedTarget((command: Command) => {
    happened.push(`sent ${command.verb}`);
    return accepted({ kind: "Service", name: "x" });
  });
  const trace = (line: Trace): void => {
    happened.push(line.line === "fixture" ? line.event : line.line);
  };
  return new LeanTarget({ target, ledger: new Ledger(trace), next: named, signal, now: () => 7 });
}

it("records an object in the ledger once, before its creation, and nothing else in the record", async () => {
  const happened: string[] = [];
  const lean = leanOn(happened);
  const key = lean.newKey(workloadKind);
  const create: CreateCommand = { verb: "create", identity: "author", key, spec: {} };
  await lean.execute(create);
  await lean.execute({ verb: "read", identity: "author", key });
  await lean.execute(create);

  expect(happened).toEqual(["creating", "sent create", "sent read", "sent create"]);
});

it("drops an object that is gone, so that it is not removed again", async () => {
  const happened: string[] = [];
  const lean = leanOn(happened);
  const key = lean.newKey(workloadKind);
  await lean.execute({ verb: "create", identity: "author", key, spec: {} });
  lean.removed(key);
  lean.removed(key);

  expect(happened).toEqual(["creating", "sent create", "removed"]);
});

it("works in the last namespace of a kind, which shared watches do not cover", () => {
  const lean = leanOn([]);

  expect(lean.newKey(workloadKind).namespace).toBe("b");
  expect(lean.newKey({ ...workloadKind, namespaces: [] }).namespace).toBeUndefined();
});

it("closes each watch that is still open, once", async () => {
  const closed: string[] = [];
  const target = {
    ...scriptedTarget(() => ({ result: "done" })),
    watch: ({ kind }: { readonly kind: string }) =>
      Promise.resolve({
        request: { url: "", operation: "" },
        [Symbol.asyncDispose]: () => {
          closed.push(kind);
          return Promise.resolve();
        },
      }),
  };
  const listener: WatchListener = { event: () => {}, ended: () => {} };
  const lean = new LeanTarget({
    target,
    ledger: new Ledger(() => {}),
    next: named,
    signal,
    now: () => 0,
  });
  const version = resourceVersion("1");
  const command = { verb: "watch", identity: "controller", resourceVersion: version } as const;
  const one = await lean.watch({ ...command, kind: "One" }, listener);
  await lean.watch({ ...command, kind: "Other" }, listener);
  await one[Symbol.asyncDispose]();
  await lean[Symbol.asyncDispose]();

  expect(closed).toEqual(["One", "Other"]);
});
