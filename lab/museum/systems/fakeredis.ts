import type { RecordedSystem } from "../exhibit.ts";

/** A fake of Redis for tests; of it, streams. */
export const fakeredis: RecordedSystem = {
  method: "recorded",
  name: "fakeredis",
  title: "fakeredis (streams)",
  language: "Python",
  licence: "BSD-3-Clause",
  tools: [["python3", "-m", "venv", "--help"]],
  build: (release) => [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "--quiet", "--no-compile", `fakeredis==${release}`, "redis==5.2.1"],
  ],
  record: ["venv/bin/python", "record.py"],
};
