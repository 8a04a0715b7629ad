import { limits } from "#contract";
import type { Command, Outcome } from "#contract";
import type { KindDescription, Target } from "#targets";
import type { CheckContext } from "./check.ts";
import { scriptedKind, scriptedTarget } from "./scripted-target.fixture.ts";
import { Session } from "./session.ts";

type SessionOptions = ConstructorParameters<typeof Session>[0];

export function scriptedSession(target: Target, more: Partial<SessionOptions> = {}): Session {
  return new Session({
    target,
    limits,
    seed: 1,
    run: "p",
    sequencesAtOnce: () => 1,
    trace: () => {},
    now: () => 0,
    signal: new AbortController().signal,
    ...more,
  });
}

/** Runs the drive part of a case through the mutation `report`. Returns its result and the commands that were sent. */
export async function driveScripted<T>(
  answer: (command: Command) => Outcome,
  drive: (context: CheckContext) => Promise<T>,
  kind: KindDescription = scriptedKind,
): Promise<{ readonly result: T; readonly commands: readonly Command[] }> {
  const target = scriptedTarget(answer);
  await using session = scriptedSession(target);
  const { signal } = new AbortController();
  await using opened = session.open({ name: "a", kind, via: "report", signal });
  return { result: await drive(opened.context), commands: target.commands };
}
