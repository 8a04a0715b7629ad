import type { RecordedSystem } from "../exhibit.ts";

/** An emulator of Azure Storage. The exhibits use its blobs. */
export const azurite: RecordedSystem = {
  method: "recorded",
  name: "azurite",
  title: "Azurite (blobs)",
  language: "JavaScript",
  licence: "MIT",
  tools: [["npm", "--version"]],
  build: (release) => [
    [
      "npm",
      "install",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      `azurite@${release}`,
    ],
  ],
  record: ["node", "record.js"],
};
