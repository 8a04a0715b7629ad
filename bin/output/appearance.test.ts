import { describe, expect, it } from "vitest";
import { appearanceOf } from "./appearance.ts";
import type { Output } from "../process/world.ts";

const silent = { write: () => {}, writeDocument: () => {} };
const terminal: Output = { ...silent, isTerminal: true, columns: 132, colorLevel: 2 };
const pipe: Output = { ...silent, isTerminal: false, colorLevel: 0 };

describe("appearanceOf", () => {
  it.each([
    { name: "a terminal", output: terminal, environment: {}, color: true, level: 2 },
    { name: "a pipe", output: pipe, environment: {}, color: true, level: 0 },
    {
      name: "--no-color",
      output: terminal,
      environment: { FORCE_COLOR: "1" },
      color: false,
      level: 0,
    },
    { name: "NO_COLOR", output: terminal, environment: { NO_COLOR: "1" }, color: true, level: 0 },
    {
      name: "an empty NO_COLOR",
      output: terminal,
      environment: { NO_COLOR: "" },
      color: true,
      level: 2,
    },
    {
      name: "FORCE_COLOR over NO_COLOR",
      output: terminal,
      environment: { NO_COLOR: "1", FORCE_COLOR: "2" },
      color: true,
      level: 2,
    },
  ])("gives $name $level", ({ output, environment, color, level }) => {
    expect(appearanceOf(output, { environment }, { color }).colorLevel).toBe(level);
  });

  it.each([
    { name: "the terminal", output: terminal, environment: {}, width: 132 },
    { name: "no terminal", output: pipe, environment: {}, width: 100 },
    { name: "COLUMNS", output: terminal, environment: { COLUMNS: "60" }, width: 60 },
    {
      name: "COLUMNS that are none",
      output: terminal,
      environment: { COLUMNS: "wide" },
      width: 132,
    },
    { name: "too few COLUMNS", output: terminal, environment: { COLUMNS: "3" }, width: 40 },
  ])("is as wide as $name says", ({ output, environment, width }) => {
    expect(appearanceOf(output, { environment }, { color: true }).width).toBe(width);
  });
});
