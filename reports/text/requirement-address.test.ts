import { expect, test } from "vitest";
import { requirementAddress } from "./requirement-address.ts";

test.each([
  { documentation: undefined, address: undefined },
  { documentation: "https://a.example", address: "https://a.example/requirements/watch.ordered/" },
  {
    documentation: "https://a.example/docs",
    address: "https://a.example/docs/requirements/watch.ordered/",
  },
  {
    documentation: "http://localhost:4000/docs/",
    address: "http://localhost:4000/docs/requirements/watch.ordered/",
  },
  { documentation: "javascript:alert(1)//https:", address: undefined },
  { documentation: "data:text/html,x", address: undefined },
  { documentation: "https:", address: undefined },
  { documentation: "docs/", address: undefined },
])("below $documentation a requirement has the address $address", ({ documentation, address }) => {
  expect(requirementAddress("watch.ordered", documentation)).toBe(address);
});
