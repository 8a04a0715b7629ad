import { expect, it } from "vitest";
import { nameOfStep, pointerStep } from "./json-pointer.ts";

it.each([
  ["replicas", "replicas"],
  ["lab.example/load", "lab.example~1load"],
  ["a~b", "a~0b"],
  ["a~1b", "a~01b"],
])("%s is a step of a pointer", (name, step) => {
  expect(pointerStep(name)).toBe(step);
  expect(nameOfStep(step)).toBe(name);
});
