import { describe, expect, it } from "vitest";
import { Secrets } from "../../port/secrets.ts";
import { LineSplitter } from "../driver/rest-watch.ts";
import { statusFailure, widget, widgetBody } from "../testing/widget.ts";
import { readLine } from "./read-event.ts";

describe("readLine", () => {
  it.each(["ADDED", "MODIFIED", "DELETED"] as const)("reads %s", (type) => {
    const line = JSON.stringify({ type, object: widgetBody("7", { status: { num: 1 } }) });

    expect(readLine(widget, line, undefined)).toMatchObject({
      kind: "event",
      event: { type, resourceVersion: "7", object: { kind: "Widget", status: { num: 1 } } },
    });
  });

  it.each([
    { mark: {}, isEnd: undefined },
    { mark: { annotations: { "k8s.io/initial-events-end": "true" } }, isEnd: true },
    { mark: { annotations: { "k8s.io/initial-events-end": "false" } }, isEnd: undefined },
  ])("reads a bookmark with $mark", ({ mark, isEnd }) => {
    const object = { metadata: { resourceVersion: "9", ...mark } };
    const reading = readLine(widget, JSON.stringify({ type: "BOOKMARK", object }), undefined);

    expect(reading).toEqual({
      kind: "event",
      event: {
        type: "BOOKMARK",
        resourceVersion: "9",
        ...(isEnd === undefined ? {} : { initialEventsEnd: isEnd }),
      },
    });
  });

  it("ends with the complaint of an ERROR event", () => {
    const line = JSON.stringify({ type: "ERROR", object: statusFailure(410, "Expired") });

    expect(readLine(widget, line, undefined)).toMatchObject({
      kind: "end",
      end: { end: "refused", refusal: { reason: "expired", code: "Expired" } },
    });
  });

  it.each([
    "garbage",
    "7",
    "{}",
    '{"type":"SYNC","object":{}}',
    '{"type":"ADDED","object":{"metadata":{}}}',
    '{"type":"BOOKMARK","object":{}}',
  ])("ends unintelligibly at %s", (line) => {
    expect(readLine(widget, line, undefined)).toMatchObject({
      kind: "end",
      end: { end: "unintelligible" },
    });
  });

  it("ends unintelligibly at a bookmark whose version is endless", () => {
    const object = { metadata: { resourceVersion: "9".repeat(4_097) } };

    expect(readLine(widget, JSON.stringify({ type: "BOOKMARK", object }), undefined)).toEqual({
      kind: "end",
      end: { end: "unintelligible", detail: "a bookmark without a version" },
    });
  });

  it("redacts the credential in quotes", () => {
    const line = JSON.stringify({ type: "ERROR", object: { message: "secret-token was wrong" } });

    expect(JSON.stringify(readLine(widget, line, new Secrets(["secret-token"])))).not.toContain(
      "secret-token",
    );
  });
});

describe("LineSplitter", () => {
  it("joins lines from any chunks", () => {
    const text = '{"a":"ä"}\r\n\n{"b":1}\nrest';
    const bytes = new TextEncoder().encode(text);
    for (let size = 1; size <= bytes.length; size += 1) {
      const splitter = new LineSplitter();
      const lines: string[] = [];
      for (let from = 0; from < bytes.length; from += size) {
        lines.push(...splitter.push(bytes.slice(from, from + size)));
      }
      expect(lines).toEqual(['{"a":"ä"}', '{"b":1}']);
      expect(splitter.pendingLength).toBe(4);
    }
  });
});
