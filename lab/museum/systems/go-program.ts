import type { Words } from "../exhibit.ts";

/** Shared parts of all Go systems with the Apache license. */
export const inGo = {
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
} as const;

/** Creates a module from the sources, so that imports resolve to the release of this build. */
export const newModule: Words = ["go", "mod", "init", "example.com/museum"];

export interface GoProgram {
  /** Modules with their releases. The Go tool chooses all others. */
  readonly modules: readonly string[];
  readonly output: string;
  readonly flags?: readonly string[];
}

/** Commands that build the program of a folder. */
export function goProgram({ modules, output, flags = [] }: GoProgram): readonly Words[] {
  return [
    newModule,
    ["go", "get", ...modules],
    ["go", "build", "-mod=mod", ...flags, "-o", output, "."],
  ];
}
