import type { Story } from "./story.ts";

/** The same story as told by a target that counts no generations. */
export function withoutGenerations(story: Story): Story {
  const events = story.events.map((event) => {
    if (event.event !== "shown") return event;
    const { generation: _generation, ...metadata } = event.object.metadata;
    return { ...event, object: { ...event.object, metadata } };
  });
  story.events.splice(0, Infinity, ...events);
  return story;
}
