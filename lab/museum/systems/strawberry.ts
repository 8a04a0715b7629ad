import type { GraphqlSystem } from "../exhibit.ts";

/** A GraphQL library. The exhibit uses its integration with Django Channels, behind a thin server. */
export const strawberry: GraphqlSystem = {
  method: "graphql",
  name: "strawberry",
  title: "strawberry (channels)",
  language: "Python",
  licence: "MIT",
  tools: [["python3", "-m", "venv", "--help"]],
  build: (release) => [
    ["python3", "-m", "venv", "venv"],
    [
      "venv/bin/pip",
      "install",
      "--quiet",
      "--no-compile",
      `strawberry-graphql==${release}`,
      "channels==4.0.0",
      "Django==4.2.11",
      "uvicorn==0.29.0",
      "websockets==12.0",
    ],
  ],
  start: ["venv/bin/python", "server.py"],
  path: "/graphql",
};
