/** The element that an event comes from, or its nearest ancestor, that the selector matches. */
export function closest(event: Event, selector: string): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
}
