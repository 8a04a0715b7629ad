import { describe, expect, it } from "vitest";
import { WriteLimit, WritesSpent } from "./write-limit.ts";

describe("a limit of writes", () => {
  it("permits that many writes, and any number of reads", () => {
    const limit = new WriteLimit(2);
    limit.spend("update");
    limit.spend("read");
    limit.spend("updateStatus");
    limit.spend("list");

    expect(() => limit.spend("delete")).toThrow(WritesSpent);
    expect(() => limit.spend("update")).toThrow("the write budget of 2 writes is exhausted");
    expect(() => limit.spend("read")).not.toThrow();
  });

  it("of zero permits only reads", () => {
    const limit = new WriteLimit(0);

    expect(() => limit.spend("create")).toThrow("the run is read-only");
    expect(() => limit.spend("list")).not.toThrow();
  });

  it("reserves the writes of its removal for each creation", () => {
    const limit = new WriteLimit(4);
    limit.spend("create");
    limit.spend("update");

    expect(limit.allows("create")).toBe(false);
    expect(() => limit.spend("update")).toThrow(WritesSpent);
    limit.release();
    limit.spend("delete");
    limit.spend("update");
    expect(() => limit.spend("delete")).toThrow(WritesSpent);
  });
});
