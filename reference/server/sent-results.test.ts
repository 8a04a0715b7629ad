import type { ExecutionResult } from "graphql";
import { describe, expect, it } from "vitest";
import { SentResults } from "./sent-results.ts";

function counting(): { readonly result: ExecutionResult; readonly written: () => number } {
  let times = 0;
  const event = {
    toJSON: () => {
      times += 1;
      return { type: "ADDED" };
    },
  };
  return { result: { data: { event } }, written: () => times };
}

async function* streamOf(...results: readonly ExecutionResult[]): AsyncGenerator<ExecutionResult> {
  yield* results;
}

async function sentBy(sent: SentResults, id: string, result: ExecutionResult): Promise<unknown> {
  const messages: unknown[] = [];
  const send = (message: string | Buffer): undefined => {
    messages.push(JSON.parse(message.toString()));
  };
  await sent.sendAll(streamOf(result, result), { id, send }).next();
  return messages;
}

describe("SentResults", () => {
  it("serializes a result once for all operations", async () => {
    const { result, written } = counting();
    const sent = new SentResults();

    for (const id of [
      "1",
      "2",
      'a "third"',
      ...Array.from({ length: 40 }, (_, at) => `id-${at}`),
    ]) {
      const next = { id, type: "next", payload: { data: { event: { type: "ADDED" } } } };
      expect(await sentBy(sent, id, result)).toEqual([next, next]);
    }

    expect(written()).toBe(1);
  });

  it("sends a result after the preceding one was sent", async () => {
    const left: (() => void)[] = [];
    const send = (): Promise<void> => new Promise((resolve) => left.push(resolve));
    const [first, second] = [counting(), counting()];
    const stream = streamOf(first.result, second.result);
    const ended = new SentResults().sendAll(stream, { id: "1", send }).next();

    await expect.poll(() => left.length).toBe(1);
    expect(second.written()).toBe(0);
    left[0]?.();
    await expect.poll(() => left.length).toBe(2);
    left[1]?.();

    expect(await ended).toEqual({ done: true, value: undefined });
  });

  it("fails if the stream fails, and ends the stream when it is ended", async () => {
    let isEnded = false;
    const failing = async function* (): AsyncGenerator<ExecutionResult> {
      try {
        yield counting().result;
        throw new Error("too slow");
      } finally {
        isEnded = true;
      }
    };
    const sending = { id: "1", send: () => undefined };

    await expect(new SentResults().sendAll(failing(), sending).next()).rejects.toThrow("too slow");
    expect(isEnded).toBe(true);

    const results = streamOf(counting().result);
    await new SentResults().sendAll(results, sending).return(undefined);
    expect(await results.next()).toEqual({ done: true, value: undefined });
  });
});
