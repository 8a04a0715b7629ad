import { describe, expect, it } from "vitest";
import { initialEvents, wantsInitialEvents } from "./initial-event-bytes.ts";

const added = `{"type":"ADDED","object":{"metadata":{"name":"web"}}}\n`;

const bookmark = `{"type":"BOOKMARK","object":{"metadata":{"annotations":{"k8s.io/initial-events-end":"true"}}}}\n`;

describe("initial events", () => {
  it.each([1, 7, 64, 1_000])("end with their bookmark, in chunks of %i bytes", (size) => {
    const bytes = Buffer.from(`${added}${added}${bookmark}${added}`);
    const opening = initialEvents();
    let passed = 0;
    for (let at = 0; at < bytes.length; at += size) {
      passed += opening(bytes.subarray(at, at + size));
    }

    expect(passed).toBe(`${added}${added}${bookmark}`.length);
  });

  it("in protobuf end with the chunk of their bookmark", () => {
    const opening = initialEvents();
    const frame = Buffer.concat([
      Buffer.from([0, 0, 0, 40]),
      Buffer.from("k8s.io/initial-events-end"),
    ]);

    expect(opening(Buffer.from([0, 0, 0, 1, 7]))).toBe(5);
    expect(opening(frame)).toBe(frame.length);
    expect(opening(frame)).toBe(0);
  });

  it("are those that the request asks for", () => {
    expect(wantsInitialEvents("/api/v1/pods?watch=true&sendInitialEvents=true")).toBe(true);
    expect(wantsInitialEvents("/api/v1/pods?watch=true")).toBe(false);
  });
});
