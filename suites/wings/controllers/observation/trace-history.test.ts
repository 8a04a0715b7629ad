import { describe, expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { Resource, WatchEvent } from "#contract";
import type { ControllerEvent } from "../rules/controller-event.ts";
import type { Trace, WatchTrace } from "#harness";
import { observationCase } from "#verdicts";
import { TraceHistory } from "./trace-history.ts";

const request = { url: "", operation: "" };
const place = { identity: "reader", kind: "Widget" } as const;

function objectOf(name: string, version: string): Resource {
  return {
    kind: "Widget",
    metadata: { name, uid: uid(name), resourceVersion: resourceVersion(version) },
  };
}

function listed(exchange: number, objects: readonly Resource[]): readonly Trace[] {
  return [
    {
      line: "exchange",
      exchange,
      case: observationCase,
      startedMs: 0,
      endedMs: 1,
      command: { verb: "list", ...place },
      outcome: { result: "done" },
    },
    ...objects.map((object) => shown(exchange, "ADDED", object)),
    { line: "watch-end", exchange, endedMs: 1, end: { end: "completed" } },
  ];
}

function watched(exchange: number, initialEvents = false): WatchTrace {
  const command = { verb: "watch", ...place, ...(initialEvents ? { initialEvents } : {}) } as const;
  return { line: "watch", exchange, case: observationCase, startedMs: 2, command, request };
}

function shown(exchange: number, type: WatchEvent["type"], object: Resource): Trace {
  const event = { type, resourceVersion: object.metadata.resourceVersion, object };
  return { line: "event", exchange, arrivedMs: 3, event };
}

function marked(exchange: number): Trace {
  const event = {
    type: "BOOKMARK",
    resourceVersion: resourceVersion("9"),
    initialEventsEnd: true,
  } as const;
  return { line: "event", exchange, arrivedMs: 3, event };
}

function eventsOf(traces: readonly Trace[]): readonly string[] {
  const history = new TraceHistory();
  return traces.flatMap((trace) => history.take(trace)).map(worded);
}

function worded(event: ControllerEvent): string {
  if (event.event === "shown") return `${event.type} ${event.object.metadata.name}`;
  return event.event === "gone" ? `gone ${event.key.name}` : event.event;
}

const [a, b] = [objectOf("a", "1"), objectOf("b", "2")];

describe("the history in the traces of an observation", () => {
  it("begins with a list and goes on with a watch", () => {
    const traces = [...listed(1, [a]), watched(2), shown(2, "MODIFIED", objectOf("a", "3"))];

    expect(eventsOf(traces)).toEqual(["ADDED a", "MODIFIED a"]);
  });

  it("knows what is gone when it is listed again, and that states may be missing", () => {
    const traces = [...listed(1, [a, b]), ...listed(2, [b])];

    expect(eventsOf(traces)).toEqual(["ADDED a", "ADDED b", "relist", "ADDED b", "gone a"]);
  });

  it("takes the same from a watch that begins with the current state", () => {
    const traces = [
      watched(1, true),
      shown(1, "ADDED", a),
      shown(1, "ADDED", b),
      marked(1),
      shown(1, "DELETED", b),
      watched(2, true),
      marked(2),
    ];

    expect(eventsOf(traces)).toEqual(["ADDED a", "ADDED b", "gone b", "relist", "gone a"]);
  });

  it("concludes nothing from a list that was asked for while a watch was open", () => {
    expect(eventsOf([watched(1), ...listed(2, [a])])).toEqual(["ADDED a", "relist"]);
  });

  it("leaves traces of others alone", () => {
    const other: Trace = { ...watched(1), case: "watch/ordered" };

    expect(eventsOf([other, shown(1, "ADDED", a), shown(7, "ADDED", b)])).toEqual([]);
  });
});
