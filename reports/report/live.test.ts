import { describe, expect, test } from "vitest";
import type { RecordLine } from "#verdicts";
import { LiveProgress } from "./live.ts";
import {
  caseLine,
  exchangeLine,
  footerLine,
  headerLine,
  violated,
} from "../testing/record-lines.ts";

const erase = "\r\u001b[2K";

function casesAt(count: number, everyMs: number): readonly RecordLine[] {
  return Array.from({ length: count }, (_, i) => ({
    ...caseLine(`a/b#${i}`, i % 2 === 0 ? [] : [violated("watch.ordered")]),
    endedMs: (i + 1) * everyMs,
  }));
}

function header(cases: number): RecordLine {
  return headerLine({ planned: { requirements: 2, cases } });
}

function linesOf(everyMs: number): string {
  const live = new LiveProgress({ isTerminal: false, width: 80 });
  const lines = [header(100), exchangeLine(1), ...casesAt(100, everyMs), footerLine([])];
  return `${lines.map((line) => live.take(line)).join("")}${live.tick(99_999)}${live.end()}`;
}

describe("on a terminal", () => {
  test("one line is rewritten, and removed at the end", () => {
    const live = new LiveProgress({ isTerminal: true, width: 80 });
    const lines = [header(3), ...casesAt(3, 1000), footerLine([])];

    expect(lines.map((line) => live.take(line))).toEqual([
      "running 3 cases against http://127.0.0.1:4000/graphql, seed 42\n",
      `${erase}1 of 3 cases, 1.0 s`,
      `${erase}broken: watch.ordered in a/b#1\n${erase}2 of 3 cases, 1 requirement broken, 2.0 s`,
      `${erase}3 of 3 cases, 1 requirement broken, 3.0 s`,
      erase,
    ]);
    expect(live.end()).toBe("");
  });

  test("it is written at most ten times per second", () => {
    const live = new LiveProgress({ isTerminal: true, width: 80 });
    const texts = casesAt(1000, 1).map((line) => live.take(line));

    expect(texts.filter((text) => text !== "")).toHaveLength(11);
  });

  test("it moves on while nothing but time passes", () => {
    const live = new LiveProgress({ isTerminal: true, width: 80 });
    live.take(header(3));

    expect(live.take(exchangeLine(1, { endedMs: 500 }))).toBe(`${erase}0 of 3 cases, 500 ms`);
    expect(live.tick(5000)).toBe(`${erase}0 of 3 cases, 5.0 s`);
    expect(live.tick(4000)).toBe("");
  });

  test("it states its speed, its expected end, and its slowest part", () => {
    const live = new LiveProgress({ isTerminal: true, width: 120 });
    const slow = exchangeLine(1, { case: "a/slow#Kiln", startedMs: 100, endedMs: 200 });
    for (const line of [header(200), slow, ...casesAt(100, 100)]) live.take(line);

    expect(live.tick(10_200)).toBe(
      `${erase}100 of 200 cases, 1 requirement broken, 10.2 s, 10 cases/s, about 10.2 s left, a/slow#Kiln for 10.1 s`,
    );
  });

  test("it never fills the line, which would start another one", () => {
    const live = new LiveProgress({ isTerminal: true, width: 12 });
    live.take(header(3));

    expect(live.tick(5000)).toBe(`${erase}0 of 3 case`);
  });
});

describe("elsewhere", () => {
  test("few lines are written, regardless of the duration", () => {
    expect(linesOf(1)).toBe(
      [
        "running 100 cases against http://127.0.0.1:4000/graphql, seed 42",
        "broken: watch.ordered in a/b#1",
        "25 of 100 cases done",
        "50 of 100 cases done",
        "75 of 100 cases done",
        "",
      ].join("\n"),
    );
    expect(linesOf(5000)).toBe(linesOf(1));
  });

  test("a short run has one", () => {
    const live = new LiveProgress({ isTerminal: false, width: 80 });
    const texts = [header(1), ...casesAt(1, 9)].map((line) => live.take(line));

    expect(texts).toEqual(["running 1 case against http://127.0.0.1:4000/graphql, seed 42\n", ""]);
  });

  test("the address is shown unchanged", () => {
    const live = new LiveProgress({ isTerminal: false, width: 80 });
    const { target } = headerLine();

    expect(live.take(headerLine({ target: { ...target, endpoint: "http://a\u001b[2J" } }))).toBe(
      "running 3 cases against http://a\\u{1b}[2J, seed 42\n",
    );
  });
});
