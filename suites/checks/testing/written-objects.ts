import { resourceAt } from "./builders.ts";
import { eventOf, eventWith, writtenAt } from "./watch-builders.ts";

/** The default object after its creation. {@link second} and {@link third} follow after status writes. */
export const created = writtenAt("2");

export const second = writtenAt("3", { status: { count: 1 } });

export const third = writtenAt("4", { status: { count: 2 } });

export const added = eventOf(created, "ADDED");

export const foreign = eventWith(resourceAt("9", { metadata: { name: "b" } }));
