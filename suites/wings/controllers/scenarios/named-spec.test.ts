import { expect, it } from "vitest";
import { namedSpec } from "./named-spec.ts";

it("puts the name of the object where its spec asks for it", () => {
  const spec = {
    target: "{{name}}-web",
    replicas: 1,
    hosts: [{ host: "{{name}}.{{name}}" }, null],
  };

  expect(namedSpec(spec, "a")).toEqual({
    target: "a-web",
    replicas: 1,
    hosts: [{ host: "a.a" }, null],
  });
});
