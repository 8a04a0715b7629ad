import type { RecordedSystem } from "../exhibit.ts";

/** Versions of the redis client to use with old releases. Up to 2.16, fakeredis imports names that redis 5 removed. */
const clients: ReadonlyMap<string, string> = new Map([["2.16.0", "4.6.0"]]);

/** A fake Redis for tests. The exhibits use its streams and keys. */
export const fakeredis: RecordedSystem = {
  method: "recorded",
  name: "fakeredis",
  title: "fakeredis",
  sources: "fakeredis-history.py",
  language: "Python",
  licence: "BSD-3-Clause",
  tools: [["python3", "-m", "venv", "--help"]],
  build: (release) => [
    ["python3", "-m", "venv", "venv"],
    [
      "venv/bin/pip",
      "install",
      "--quiet",
      "--no-compile",
      `fakeredis==${release}`,
      `redis==${clients.get(release) ?? "5.2.1"}`,
    ],
  ],
  record: ["venv/bin/python", "fakeredis-history.py"],
};
