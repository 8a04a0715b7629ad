import { neverFaked } from "../exhibit.ts";
import type { System } from "../exhibit.ts";

/** The releases of the Kubernetes libraries that belong to a release. */
const libraries: Readonly<Record<string, string>> = {
  "0.14.6": "0.26.1",
  "0.15.0": "0.27.2",
  "0.16.3": "0.28.3",
};

/** The fake client with which Go controllers are tested, behind a thin server. */
export const controllerRuntime: System = {
  name: "controller-runtime",
  title: "controller-runtime fake client",
  language: "Go",
  licence: "Apache-2.0",
  tools: [["go", "version"]],
  build: (release) => [
    ["go", "mod", "init", "example.com/museum"],
    [
      "go",
      "get",
      `sigs.k8s.io/controller-runtime@v${release}`,
      ...["api", "apimachinery", "client-go"].map(
        (name) => `k8s.io/${name}@v${libraries[release] ?? "0.0.0"}`,
      ),
    ],
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
