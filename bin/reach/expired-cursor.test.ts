import { expect, it } from "vitest";
import type { RecordLine } from "#verdicts";
import { checkReference } from "./compose.ts";

const expiry = "watch/expired-cursor";

async function sentAfter(others: readonly string[]): Promise<readonly string[]> {
  const sent: string[] = [];
  const take = (line: RecordLine): void => {
    if (line.line === "exchange" && line.case.startsWith(expiry)) sent.push(line.command.verb);
  };
  const { verdicts } = await checkReference({
    selection: { only: [expiry, ...others], skip: [] },
    narrowing: { kinds: { ConfigMap: [], Service: ["updateServiceStatus"] }, retainedEvents: 100 },
    keepObjects: true,
    seed: 1,
    emit: take,
  });
  const verdict = verdicts.find(
    ({ requirement }) => requirement === "watch.expired-cursor-is-refused",
  );
  expect(verdict?.verdict).toBe("pass");
  return sent;
}

it("a window is filled where nothing else has filled it", async () => {
  expect((await sentAfter([])).length).toBeGreaterThan(100);
});

it("a window that the run has filled is not filled again", async () => {
  const sent = await sentAfter(["write/*", "concurrency/*"]);
  expect(sent).toEqual(["create", "create"]);
});
