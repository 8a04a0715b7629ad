import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { JsonObject, Resource } from "#contract";
import { ScenarioLog } from "./scenario-log.ts";

const key = { kind: "Bucket", namespace: "default", name: "photos" };

function state(version: string, status?: JsonObject, generation = 1): Resource {
  const { kind, namespace, name } = key;
  const metadata = {
    namespace,
    name,
    uid: uid("u"),
    resourceVersion: resourceVersion(version),
    generation,
  };
  return { kind, metadata, spec: {}, ...(status === undefined ? {} : { status }) };
}

class Fixture {
  readonly log = new ScenarioLog();
  #atMs = 0;

  show(object: Resource): this {
    this.#atMs += 1;
    const version = object.metadata.resourceVersion;
    this.log.shown({ type: "MODIFIED", object, resourceVersion: version, arrivedMs: this.#atMs });
    return this;
  }

  write(version: string, status: JsonObject, result: "stored" | "lost" = "stored"): this {
    this.#atMs += 1;
    this.log.passed({
      write: { side: "status", key, version, texts: [], status },
      result: { result, texts: ["photos"] },
      sentMs: this.#atMs,
      atMs: this.#atMs,
    });
    return this;
  }

  answers(): readonly (readonly [string, string | undefined])[] {
    return this.log
      .events()
      .flatMap((event) =>
        event.event === "write" && event.result.answer !== "refused"
          ? [[event.result.answer, event.result.version] as const]
          : [],
      );
  }
}

const ready = { phase: "Ready", conditions: [{ type: "Ready", status: "True" }] };

describe("a write whose response contains no version", () => {
  it("created the next state, if that contains what was written", () => {
    const next = state("2", { ...ready, usedObjects: 3 });
    const fixture = new Fixture()
      .show(state("1"))
      .write("1", { ...ready, error: null })
      .show(next);

    expect(fixture.answers()).toEqual([["stored", "2"]]);
  });

  it("is matched with a state that arrives before the response", () => {
    const fixture = new Fixture().show(state("1")).show(state("2", ready)).write("1", ready);

    expect(fixture.answers()).toEqual([["stored", "2"]]);
  });

  it("changed nothing, if another client created the next state", () => {
    const first = state("1", ready);
    const fixture = new Fixture()
      .show(first)
      .write("1", ready)
      .show(state("2", ready, 2));

    expect(fixture.answers()).toEqual([["stored", "1"]]);
  });

  it("changed nothing, if a later write with the same precondition was stored", () => {
    const failed = { phase: "Failed" };
    const fixture = new Fixture()
      .show(state("1", ready))
      .write("1", ready)
      .write("1", failed)
      .show(state("2", { ...ready, ...failed }));

    expect(fixture.answers()).toEqual([
      ["stored", "1"],
      ["stored", "2"],
    ]);
  });

  it("has an unknown result, if the next state differs from what was written", () => {
    const fixture = new Fixture()
      .show(state("1"))
      .write("1", ready)
      .show(state("2", { a: 1 }));

    expect(fixture.answers()).toEqual([["lost", undefined]]);
  });

  it("has an unknown result, if its precondition is none of the states", () => {
    const fixture = new Fixture().show(state("1")).write("0", ready).show(state("2", ready));

    expect(fixture.answers()).toEqual([["lost", undefined]]);
  });

  it("was stored, if its response was lost and the next state contains what was written", () => {
    const fixture = new Fixture()
      .show(state("1"))
      .write("1", ready, "lost")
      .show(state("2", ready));

    expect(fixture.answers()).toEqual([["lost", "2"]]);
  });

  it("was lost on the way, if its retry created the next state", () => {
    const fixture = new Fixture()
      .show(state("1"))
      .write("1", ready, "lost")
      .write("1", ready)
      .show(state("2", ready));

    expect(fixture.answers()).toEqual([
      ["lost", undefined],
      ["stored", "2"],
    ]);
  });
});
