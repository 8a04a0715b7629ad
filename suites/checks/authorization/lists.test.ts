import type { IdentityName, Outcome } from "#contract";
import type { DenialTrial } from "#harness";
import { describe, expect, it } from "vitest";
import { openResults, refused, resourceAt, resultsOf, strictTarget } from "../testing/builders.ts";
import { forbidden, read } from "../testing/denial-builders.ts";
import { listsNeedACredential } from "./lists-need-a-credential.ts";
import { listsNeedPermission } from "./lists-need-permission.ts";

const items: Outcome = { result: "list", items: [resourceAt("1")] };
const unauthenticated = refused("unauthenticated");

function listedAs(identity: IdentityName, outcome: Outcome): DenialTrial {
  const attempts = [{ attempt: read(identity, outcome), control: read("reader", items) }];
  return { attempts, subjects: [] };
}

describe("a list", () => {
  const ofAnonymous = "authorization.anonymous-refused";
  const ofInvalid = "authorization.invalid-credential-refused";

  it.each([
    { what: "is rejected", open: {} },
    { what: "is given to anybody", anonymous: items, open: { [ofAnonymous]: "violated" } },
    { what: "is given for any credential", invalid: items, open: { [ofInvalid]: "violated" } },
    {
      what: "takes nobody for somebody",
      anonymous: forbidden,
      open: { [ofAnonymous]: "violated" },
    },
  ])("$what without a credential", (row) => {
    const { anonymous = unauthenticated, invalid = unauthenticated, open } = row;
    const findings = listsNeedACredential.judge(
      { anonymous: listedAs("anonymous", anonymous), invalid: listedAs("invalid", invalid) },
      strictTarget,
    );

    expect(openResults(findings)).toEqual(open);
    expect(findings).toHaveLength(2);
  });

  it.each([
    { outcome: forbidden, result: "held" },
    { outcome: items, result: "violated" },
  ])("needs permission: $result", ({ outcome, result }) => {
    const findings = listsNeedPermission.judge(listedAs("stranger", outcome), strictTarget);

    expect(resultsOf(findings, "authorization.stranger-cannot-read")).toEqual([result]);
  });
});
