import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";
import { goProgram, inGo } from "./go-program.ts";

/** An API server in memory, on the library of Kubernetes and a store of its own. */
export const tiltApiserver: ServedSystem = {
  method: "served",
  name: "tilt-apiserver",
  title: "tilt-apiserver",
  ...inGo,
  build: (release) =>
    goProgram({
      modules: [`github.com/tilt-dev/tilt-apiserver@v${release}`],
      // Its dependencies are from before Go restricted what may be linked by name.
      flags: ["-ldflags=-checklinkname=0"],
      output: "server",
    }),
  start: ["./server"],
  serves: {
    watches: "http",
    token: "museum",
    isSingleThreaded: false,
    needsDefinition: false,
    withdrawn: ["generation", ...neverFaked],
  },
};
