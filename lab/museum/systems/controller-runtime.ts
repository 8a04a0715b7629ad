import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";
import { goProgram, inGo } from "./go-program.ts";

/** The fake client for tests of Go controllers, behind a thin server. */
export const controllerRuntime: ServedSystem = {
  method: "served",
  name: "controller-runtime",
  title: "controller-runtime fake client",
  sources: "controller-runtime.go",
  ...inGo,
  build: (release) =>
    goProgram({ modules: [`sigs.k8s.io/controller-runtime@v${release}`], output: "server" }),
  start: ["./server"],
  serves: {
    watches: "http",
    isSingleThreaded: false,
    needsDefinition: false,
    withdrawn: ["generation", ...neverFaked],
  },
};
