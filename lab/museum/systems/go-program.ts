import type { Words } from "../exhibit.ts";

/** What all systems in Go share that have the Apache licence. */
export const inGo = {
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
} as const;

/** Makes a module of the sources, so that what they import has the release of this build. */
export const newModule: Words = ["go", "mod", "init", "example.com/museum"];

/** Options of {@link goProgram}. */
export interface GoProgram {
  /** With their releases. All others are theirs to choose. */
  readonly modules: readonly string[];
  readonly output: string;
  readonly flags?: readonly string[];
}

/** Builds the program of a folder. */
export function goProgram({ modules, output, flags = [] }: GoProgram): readonly Words[] {
  return [
    newModule,
    ["go", "get", ...modules],
    ["go", "build", "-mod=mod", ...flags, "-o", output, "."],
  ];
}
