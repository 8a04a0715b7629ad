import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";

/** The fake client with which Go controllers are tested, behind a thin server. */
export const controllerRuntime: ServedSystem = {
  method: "served",
  name: "controller-runtime",
  title: "controller-runtime fake client",
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
  build: (release) => [
    ["go", "mod", "init", "example.com/museum"],
    ["go", "get", `sigs.k8s.io/controller-runtime@v${release}`],
    ["go", "build", "-mod=mod", "-o", "server", "."],
  ],
  start: ["./server"],
  serves: {
    watches: "http",
    isSingleThreaded: false,
    needsDefinition: false,
    withdrawn: ["generation", ...neverFaked],
  },
};
