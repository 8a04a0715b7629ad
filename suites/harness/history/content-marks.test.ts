import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { workloadKind as kind } from "./workload-kind.fixture.ts";
import { ContentMarks } from "./content-marks.ts";

function stored(mark: string | undefined, spec: JsonObject, status?: JsonObject): Resource {
  return {
    kind: "Service",
    metadata: {
      name: "x",
      uid: uid("u1"),
      resourceVersion: resourceVersion("7"),
      ...(mark === undefined ? {} : { annotations: { "conformance-nonce": mark } }),
    },
    spec,
    ...(status === undefined ? {} : { status }),
  };
}

describe("content marks", () => {
  it("never repeat", () => {
    const marks = new ContentMarks(kind, { isAnnotated: true });

    expect([marks.next(), marks.next(), marks.next()]).toEqual([1, 2, 3]);
  });

  it("determine the content, and can be read from it", () => {
    const marks = new ContentMarks(kind, { isAnnotated: true });
    const { spec, annotations } = marks.authored(4);
    const object = { ...stored("4", spec, marks.reported(5)) };

    expect(annotations).toEqual({ "conformance-nonce": "4" });
    expect(spec).toEqual({ size: "m", ports: [2] });
    expect(object.status).toEqual({ phase: "c", count: 5 });
    expect(marks.valueOf(object)).toBe("4.5");
  });

  it("state nothing about authors if annotations are not written", () => {
    const marks = new ContentMarks(kind, { isAnnotated: false });
    const { spec } = marks.authored(4);

    expect(marks.created(4)).toEqual({ spec: "0", status: "0" });
    expect(marks.authoredMark(4)).toBe("0");
    expect(marks.valueOf(stored(undefined, spec, marks.reported(5)))).toBe("0.5");
  });

  it.each([
    { name: "no status", resource: stored("3", { size: "s", ports: [1] }), value: "3.0" },
    { name: "no annotation", resource: stored(undefined, { size: "l" }), value: "0.0" },
    {
      name: "a default beside what was written",
      resource: stored("3", { size: "s", ports: [1], kept: true }),
      value: "3.0",
    },
    {
      name: "a spec that is worded in another way",
      resource: stored("3", { size: "small", ports: [1] }),
      value: "3.0",
    },
    {
      name: "the spec of another write",
      resource: stored("3", { size: "l", ports: [3, 4] }),
      value: "3.0!spec",
    },
    {
      name: "the status of another write",
      resource: stored("3", { size: "s", ports: [1] }, { phase: "a", count: 4 }),
      value: "3.4!status",
    },
  ])("tell an object with $name", ({ resource, value }) => {
    expect(new ContentMarks(kind, { isAnnotated: true }).valueOf(resource)).toBe(value);
  });

  it("recognize the default status of a kind", () => {
    const marks = new ContentMarks(
      { ...kind, statusDefault: { phase: "new", count: -1 } },
      { isAnnotated: true },
    );

    expect(marks.created(2)).toEqual({ spec: "2", status: "-1" });
  });
});

it("starts after the count of new objects", () => {
  const marks = new ContentMarks(kind, {
    isAnnotated: true,
    initialStatus: { [kind.samples.counter]: 7 },
  });

  expect(marks.next()).toBe(8);
  expect(marks.created(8)).toEqual({ spec: "8", status: "7" });
});
