import { expect, it } from "vitest";
import { guardedWorld } from "./guarded-world.ts";
import { testWorld } from "../testing/test-world.ts";

it("prints no text that a CI system interprets as a command, and documents unchanged", () => {
  const world = testWorld();
  const { out, err } = guardedWorld(world, []);

  out.write("a\n  ::error::b\n");
  out.writeDocument("::notice::c\n");
  err.write("d ##[group]\re\n");

  expect(world.written.out).toBe(`a\n  ${String.raw`\u{3a}`}:error::b\n::notice::c\n`);
  expect(world.written.err).toBe(`${String.raw`d #\u{23}[group]\u{d}e`}\n`);
});

it.each([
  ["compare", "v1=results/run.ndjson", "v2=other/run.ndjson"],
  ["report", "branch=main/run.ndjson"],
])("prints the paths of %s", (...args) => {
  const world = testWorld();
  const { err } = guardedWorld(world, args);

  err.write(args.join(" "));

  expect(world.written.err).toBe(args.join(" "));
});

it.each([
  ["author=hush-hush"],
  ["anything=hush-hush"],
  ["run", "author=hush-hush"],
  ["run", "anything=hush-hush"],
])("hides a credential without its option: %s %s", (...args) => {
  const world = testWorld();
  const { err } = guardedWorld(world, args);

  err.write(args.join(" "));

  expect(world.written.err).not.toContain("hush");
});

it("hides the secrets among the headers of a role, and shows the others", () => {
  const world = testWorld();
  const argument =
    "author=headers:x-role=editor,x-admin-secret=hush-hush,x-token=env:TOKEN_OF_AUTHOR";
  const { out } = guardedWorld(world, ["--identity", argument]);

  out.write(`${argument}\n`);

  expect(world.written.out).toContain("x-role=editor");
  expect(world.written.out).toContain("env:TOKEN_OF_AUTHOR");
  expect(world.written.out).not.toContain("hush-hush");
});
