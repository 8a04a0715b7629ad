import { expect, it } from "vitest";
import { isDeniable } from "#model";
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
  expect(isDeniable({ ...description, unlimited }, "author")).toBe(false);
  expect(isDeniable({ ...description, unlimited }, "controller")).toBe(true);
  expect(isDeniable(description, "author")).toBe(true);
});
