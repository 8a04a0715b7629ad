import type { HistoryFixture } from "./history-fixture.ts";

/** Converts a history to the one that a target without generations would produce. */
export function withoutGenerations(fixture: HistoryFixture): HistoryFixture {
  const events = fixture.events.map((event) => {
    if (event.event !== "shown") return event;
    const { generation: _generation, ...metadata } = event.object.metadata;
    return { ...event, object: { ...event.object, metadata } };
  });
  fixture.events.splice(0, Infinity, ...events);
  return fixture;
}
