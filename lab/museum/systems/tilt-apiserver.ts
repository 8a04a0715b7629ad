import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";

/** An API server in memory, on the library of Kubernetes and a store of its own. */
export const tiltApiserver: ServedSystem = {
  method: "served",
  name: "tilt-apiserver",
  title: "tilt-apiserver",
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
  build: (release) => [
    ["go", "mod", "init", "example.com/museum"],
    ["go", "get", `github.com/tilt-dev/tilt-apiserver@v${release}`],
    // Its dependencies are from before Go restricted what may be linked by name.
    ["go", "build", "-mod=mod", "-ldflags=-checklinkname=0", "-o", "server", "."],
  ],
  start: ["./server"],
  serves: {
    watches: "http",
    token: "museum",
    isSingleThreaded: false,
    needsDefinition: false,
    withdrawn: ["generation", ...neverFaked],
  },
};
