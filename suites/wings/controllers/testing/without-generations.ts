import type { HistoryFixture } from "./history-fixture.ts";

/** Converts a history to the one that a target without generations would produce. */
export function withoutGenerations(story: HistoryFixture): HistoryFixture {
  const events = story.events.map((event) => {
    if (event.event !== "shown") return event;
    const { generation: _generation, ...metadata } = event.object.metadata;
    return { ...event, object: { ...event.object, metadata } };
  });
  story.events.splice(0, Infinity, ...events);
  return story;
}
