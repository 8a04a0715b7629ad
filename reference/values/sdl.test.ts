import { expect, it } from "vitest";
import { addInputMembers, makeInputMemberOptional } from "./sdl.ts";

const sdl = `input CreateThingInput {
  name: String!
  version: String!
}

input Other {
  version: String!
}
`;

it("adds fields to matching inputs", () => {
  expect(addInputMembers(sdl, /^Create/, "status: JSON")).toBe(
    sdl.replace("version: String!\n}", "version: String!\n  status: JSON\n}"),
  );
});

it("leaves inputs that already have the field unchanged", () => {
  expect(addInputMembers(sdl, /^Create/, "version: Int")).toBe(sdl);
});

it("makes a field optional in matching inputs", () => {
  expect(makeInputMemberOptional(sdl, /^Create/, "version")).toBe(
    sdl.replace("version: String!\n}\n\ninput", "version: String\n}\n\ninput"),
  );
});
