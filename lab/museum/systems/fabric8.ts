import { neverFaked } from "../exhibit.ts";
import type { ServedSystem } from "../exhibit.ts";

export const fabric8: ServedSystem = {
  method: "served",
  name: "fabric8",
  title: "fabric8 kubernetes-server-mock",
  language: "Java",
  licence: "Apache-2.0",
  tools: [
    ["mvn", "--version"],
    ["javac", "--version"],
  ],
  build: (release) => [
    [
      "mvn",
      "-q",
      "-B",
      `-Dmock=${release}`,
      "dependency:copy-dependencies",
      "-DoutputDirectory=lib",
    ],
    ["javac", "-proc:none", "-cp", "lib/*", "-d", "classes", "Main.java"],
  ],
  start: ["java", "-cp", "classes:lib/*", "Main"],
  serves: {
    watches: "socket",
    isSingleThreaded: true,
    needsDefinition: true,
    withdrawn: neverFaked,
  },
};
