import { expect, it } from "vitest";
import { withUnseenNames } from "./learn-watch.ts";

const unseen = ["LEFT", "JOINED", "ALTERED"];
const guessed = { LEFT: "ADDED", JOINED: "MODIFIED", ALTERED: "DELETED" } as const;

it("gives the single name that no event had the single meaning that is left", () => {
  const names = { JOINED: "ADDED", ALTERED: "MODIFIED" } as const;
  expect(withUnseenNames(names, { guessed, unseen, isWhole: false })).toEqual({
    ...names,
    LEFT: "DELETED",
  });
});

it("takes the remaining names for changes if creations and deletions are known", () => {
  const names = { JOINED: "ADDED", LEFT: "DELETED" } as const;
  const whole = { ...names, ALTERED: "MODIFIED" };
  expect(withUnseenNames(names, { guessed, unseen, isWhole: true })).toEqual(whole);
});

it("gives no meaning to names that no event had if several meanings are left", () => {
  const names = { JOINED: "ADDED" } as const;
  expect(withUnseenNames(names, { guessed, unseen, isWhole: false })).toEqual(names);
});

it("keeps the guesses if no event arrived", () => {
  expect(withUnseenNames({}, { guessed, unseen, isWhole: false })).toEqual(guessed);
});
