import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";
import { goProgram, inGo } from "./go-program.ts";

/** An in-memory API server based on the Kubernetes library, with its own store. */
export const tiltApiserver: ServedSystem = {
  method: "served",
  name: "tilt-apiserver",
  title: "tilt-apiserver",
  sources: "tilt-apiserver.go",
  ...inGo,
  build: (release) =>
    goProgram({
      modules: [`github.com/tilt-dev/tilt-apiserver@v${release}`],
      // The dependencies predate the linker's restriction of `go:linkname`.
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
