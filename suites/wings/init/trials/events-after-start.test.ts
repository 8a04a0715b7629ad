import { expect, it } from "vitest";
import { resourceVersion, uid } from "#contract";
import type { WatchEvent } from "#contract";
import { eventsAfterStart } from "./events-after-start.ts";

function eventOf(type: WatchEvent["type"], name: string, version: string): WatchEvent {
  const metadata = { name, uid: uid(name), resourceVersion: resourceVersion(version) };
  const object = { kind: "Pump", metadata };
  return { type, resourceVersion: resourceVersion(version), object };
}

const [old, older] = [eventOf("ADDED", "a", "9"), eventOf("ADDED", "b", "4")];
const own = [eventOf("ADDED", "c", "12"), eventOf("MODIFIED", "c", "13")];

it("omits the objects with which a watch starts, in any order of their versions", () => {
  const events = [old, older, ...own];

  expect(eventsAfterStart({ beginsWithAll: true, seen: { events } })).toEqual(own);
});

it("keeps all events of a watch that starts without objects", () => {
  const events = [old, ...own];

  expect(eventsAfterStart({ beginsWithAll: false, seen: { events } })).toEqual(events);
});
