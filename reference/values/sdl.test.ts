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

it("adds members to the inputs that match", () => {
  expect(addInputMembers(sdl, /^Create/, "status: JSON")).toBe(
    sdl.replace("version: String!\n}", "version: String!\n  status: JSON\n}"),
  );
});

it("leaves inputs alone that have the member", () => {
  expect(addInputMembers(sdl, /^Create/, "version: Int")).toBe(sdl);
});

it("makes a member optional in the inputs that match", () => {
  expect(makeInputMemberOptional(sdl, /^Create/, "version")).toBe(
    sdl.replace("version: String!\n}\n\ninput", "version: String\n}\n\ninput"),
  );
});
