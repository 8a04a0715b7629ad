import { expect, it } from "vitest";
import { describeScenario } from "./scenario.ts";
import type { ScenarioStep } from "./scenario.ts";

const edit = { step: "edit", object: 0, spec: 1 } as const;

it.each<readonly [ScenarioStep, string]>([
  [{ step: "outage", during: [edit], isLong: false }, "break the watches (set object 0 to spec 1)"],
  [{ step: "outage", during: [], isLong: true }, "break the watches for a long time"],
  [{ step: "delay", during: [] }, "delay watch events"],
  [{ step: "end-watches", during: [] }, "end the watches normally"],
  [
    { step: "end-watches", during: [edit] },
    "end the watches normally, before the events of (set object 0 to spec 1)",
  ],
  [
    { step: "older-view", unseen: [edit], during: [] },
    "restart with older lists from after (set object 0 to spec 1)",
  ],
  [
    { step: "older-view", unseen: [], during: [edit] },
    "restart with older lists from before (set object 0 to spec 1)",
  ],
  [{ step: "older-view", unseen: [], during: [] }, "restart with older lists"],
  [
    { step: "disturb", object: 0, by: "label" },
    "change a label of object 0 just before its next status write arrives",
  ],
  [
    { step: "disturb", object: 1, by: "crash", skip: 1 },
    "kill the controller when its status write number 2 to object 1 is stored",
  ],
  [{ ...edit, after: 0.3 }, "set object 0 to spec 1 after 30 % of a usual reaction time"],
  [{ step: "restart" }, "restart"],
  [{ step: "restart", during: [] }, "restart"],
  [{ step: "restart", during: [edit] }, "restart after (set object 0 to spec 1)"],
])("%j reads without empty parentheses", (step, text) => {
  expect(describeScenario([step])).toBe(text);
});
