import { expect, it } from "vitest";
import { isDeniable } from "../refusals/denial.ts";
import { scriptedKind, scriptedTarget } from "../session/scripted-target.fixture.ts";
import { rulesFor } from "./play.ts";

const { description } = scriptedTarget(() => ({ result: "unsupported", detail: "" }));
const unlimited = ["author", "reader"] as const;

it("the model knows the roles that the target cannot limit", () => {
  const kind = scriptedKind;

  expect(rulesFor({ kind, target: { ...description, unlimited } }).unlimited).toEqual(unlimited);
  expect(rulesFor({ kind, target: description })).not.toHaveProperty("unlimited");
});

it("a role that the target cannot limit cannot be denied", () => {
  const target = { ...description, unlimited };

  expect(isDeniable({ target }, "author")).toBe(false);
  expect(isDeniable({ target }, "controller")).toBe(true);
  expect(isDeniable({ target: description }, "author")).toBe(true);
});
