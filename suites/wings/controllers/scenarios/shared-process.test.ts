import { expect, it } from "vitest";
import { Rendezvous } from "#harness";
import { plainKind } from "../testing/plain-kind.ts";
import { SharedProcess } from "./shared-process.ts";
import type { Crash } from "./shared-process.ts";

const kinds = ["Gear", "Wheel"];

interface Run {
  /** Reports that a write of the kind has arrived before a crash. */
  readonly arrive: (kind: string) => Crash;
  /** Ends the time limit of the waiting writes. */
  readonly lose: () => void;
  readonly changes: string[];
}

function runOf(): Run {
  const rendezvous = new Rendezvous(kinds);
  const { signal } = new AbortController();
  const companions = {
    meet: ({ kind }: { readonly kind: { readonly name: string } }, place: number) =>
      rendezvous.meet(kind.name, place, signal),
  };
  const changes: string[] = [];
  const limit = new AbortController();
  const patience = new Promise<void>((resolve) => {
    limit.signal.addEventListener("abort", () => resolve());
  });
  return {
    arrive: (name) => {
      const meeting = { companions, kind: plainKind(name), signal };
      return SharedProcess.of(meeting).crash(meeting, 1, {
        kill: async () => void changes.push(`killed for ${name}`),
        start: async () => void changes.push(`started for ${name}`),
        patience: () => patience,
      });
    },
    lose: () => limit.abort(),
    changes,
  };
}

it("kills the process once when a write of each kind has arrived", async () => {
  const { arrive, changes } = runOf();
  const first = arrive("Gear");
  await Promise.resolve();
  expect(changes).toEqual([]);
  const second = arrive("Wheel");
  await Promise.all([first.restarted, second.restarted]);

  expect(changes).toEqual(["killed for Gear", "started for Gear"]);
});

it("kills it for each kind if one worker sends the writes one after another", async () => {
  const { arrive, lose, changes } = runOf();
  const first = arrive("Gear");
  lose();
  await first.restarted;
  await arrive("Wheel").restarted;

  expect(changes).toEqual([
    "killed for Gear",
    "started for Gear",
    "killed for Wheel",
    "started for Wheel",
  ]);
});

it("starts a process after those who wait for the kill have been told", async () => {
  const { arrive, lose, changes } = runOf();
  lose();
  const { killed, restarted } = arrive("Gear");
  await killed;
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  expect(changes).toEqual(["killed for Gear"]);
  await restarted;

  expect(changes).toEqual(["killed for Gear", "started for Gear"]);
});

it("does not kill a process that is starting", async () => {
  const { arrive, lose, changes } = runOf();
  lose();
  const first = arrive("Gear");
  await first.killed;
  const second = arrive("Wheel");
  await second.killed;

  expect(changes.slice(0, 3)).toEqual(["killed for Gear", "started for Gear", "killed for Wheel"]);
});

it("tells all runs that a write of one of them is held", async () => {
  const shared = new SharedProcess();
  let told = 0;
  void shared.anyArrivalAt(1).then(() => (told += 1));
  shared.arrivedAt(2);
  await Promise.resolve();
  expect(told).toBe(0);
  shared.arrivedAt(1);
  await shared.anyArrivalAt(1);

  expect(told).toBe(1);
});
