import { build } from "../implementers/build.ts";
import type { BuildPlaces } from "../implementers/build.ts";
import type { System } from "./exhibit.ts";

type Buildable = Pick<System, "build" | "name" | "sources" | "tools">;

/** Builds a release in a copy of the system's sources. */
export function buildRelease(
  { name, sources = name, tools, build: commandsFor }: Buildable,
  release: string,
  places: BuildPlaces,
): ReturnType<typeof build> {
  return build({ name: sources, tools, build: commandsFor(release) }, places);
}
