import type { ObservedSystem } from "../exhibit.ts";

export const kopf: ObservedSystem = {
  method: "observed",
  name: "kopf",
  title: "kopf",
  sources: "kopf-operator.py",
  language: "Python",
  licence: "MIT",
  tools: [["python3", "-m", "venv", "--help"]],
  build: (release) => [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "--quiet", "--no-compile", `kopf==${release}`],
  ],
  start: ["venv/bin/kopf", "run", "--standalone", "--namespace", "default", "kopf-operator.py"],
  manager: "kopf",
};
