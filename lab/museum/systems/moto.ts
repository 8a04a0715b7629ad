import type { RecordedSystem } from "../exhibit.ts";

export const moto: RecordedSystem = {
  method: "recorded",
  name: "moto",
  title: "moto (S3)",
  sources: "s3-history.py",
  language: "Python",
  licence: "Apache-2.0",
  tools: [["python3", "-m", "venv", "--help"]],
  build: (release) => [
    ["python3", "-m", "venv", "venv"],
    ["venv/bin/pip", "install", "--quiet", "--no-compile", `moto[s3,server]==${release}`],
  ],
  record: ["venv/bin/python", "s3-history.py", "moto"],
};
