import type { Words } from "../exhibit.ts";

export const inGo = {
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
} as const;

/** Creates a module from the sources, so that imports resolve to the release to build. */
export const newModule: Words = ["go", "mod", "init", "example.com/museum"];

export interface GoProgram {
  /** Modules with their versions. The Go command selects the versions of all other modules. */
  readonly modules: readonly string[];
  readonly output: string;
  readonly flags?: readonly string[];
}

export function goProgram({ modules, output, flags = [] }: GoProgram): readonly Words[] {
  return [
    newModule,
    ["go", "get", ...modules],
    ["go", "build", "-mod=mod", ...flags, "-o", output, "."],
  ];
}
