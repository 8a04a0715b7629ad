import type { IdentityName, Outcome, RefusalReason, WatchEnd } from "#contract";
import type { Finding, SeenEvent, WatchObservation } from "#harness";
import { describe, expect, it } from "vitest";
import { refused, resourceAt, strictTarget } from "../testing/builders.ts";
import { forbidden, read, stored } from "../testing/denial-builders.ts";
import { eventWith, watchWith } from "../testing/watch-builders.ts";
import { watchIsAuthorized } from "./watch-is-authorized.ts";

const event = eventWith(resourceAt("2"), "ADDED");

function watched(
  identity: IdentityName,
  end: WatchEnd,
  events: readonly SeenEvent[] = [],
): WatchObservation {
  return { ...watchWith(events, { identity, reached: false }), end };
}

function refusedAs(reason: RefusalReason): WatchEnd {
  return { end: "refused", refusal: { reason, message: "no", causes: [] } };
}

function overEvents(seen: WatchObservation): WatchObservation {
  return { ...seen, command: { ...seen.command, channel: "events" } };
}

const served = watchWith([event]);
const silent = watchWith([], { reached: false });
const open: WatchEnd = { end: "closed" };
const lost: WatchEnd = { end: "lost", detail: "reset" };

describe("watch-is-authorized", () => {
  it.each<[string, WatchObservation, WatchObservation, Finding["result"]]>([
    ["a denial", watched("stranger", refusedAs("forbidden")), served, "held"],
    ["no credential", watched("anonymous", refusedAs("unauthenticated")), served, "held"],
    ["another reason", watched("stranger", refusedAs("internal")), served, "violated"],
    ["a hidden collection", watched("stranger", refusedAs("notFound")), served, "held"],
    [
      "a hidden collection after an event",
      watched("stranger", refusedAs("notFound"), [event]),
      served,
      "violated",
    ],
    [
      "a collection that nobody finds",
      watched("stranger", refusedAs("notFound")),
      silent,
      "undecided",
    ],
    ["words that are not known", watched("stranger", refusedAs("unclassified")), served, "held"],
    [
      "such words to everybody",
      watched("stranger", refusedAs("unclassified")),
      silent,
      "undecided",
    ],
    ["an open watch", watched("stranger", open, [event]), served, "violated"],
    ["an open watch without events", watched("stranger", open), served, "violated"],
    [
      "an open watch, like all others without events",
      watched("stranger", open),
      silent,
      "undecided",
    ],
    ["an open watch with the only event", watched("stranger", open, [event]), silent, "violated"],
    ["a late denial", watched("stranger", refusedAs("forbidden"), [event]), served, "violated"],
    ["a silent end", watched("stranger", { end: "completed" }), served, "violated"],
    ["no control", watched("stranger", refusedAs("forbidden")), silent, "undecided"],
    [
      "a late denial without control",
      watched("stranger", refusedAs("forbidden"), [event]),
      silent,
      "violated",
    ],
    [
      "no such watch",
      watched("stranger", { end: "unsupported", detail: "none" }),
      served,
      "undecided",
    ],
    ["a lost connection", watched("stranger", lost), served, "errored"],
  ])("on %s", (_, denied, control, result) => {
    const findings = watchIsAuthorized.judge([{ denied: [denied], served: control }], strictTarget);

    expect(findings).toMatchObject([{ requirement: "authorization.watch-is-authorized", result }]);
  });

  it.each<[string, WatchObservation, Outcome, object]>([
    ["a public collection", watched("anonymous", open, [event]), stored, { instances: 0 }],
    ["a hidden collection", watched("anonymous", open), refused("notFound"), { instances: 1 }],
    [
      "events of a hidden collection",
      watched("anonymous", open, [event]),
      refused("notFound"),
      { result: "violated" },
    ],
    ["a closed collection", watched("anonymous", open), forbidden, { result: "violated" }],
  ])("on an open watch on %s", (_, denied, outcome, finding) => {
    const trial = { denied: [denied], served, reads: [read("anonymous", outcome)] };

    expect(watchIsAuthorized.judge([trial], strictTarget)).toMatchObject([finding]);
  });

  it("is no instance if no caller can be denied", () => {
    const findings = watchIsAuthorized.judge([{ denied: [], served }], strictTarget);

    expect(findings).toMatchObject([{ result: "held", instances: 0 }]);
  });

  it.each<[WatchObservation, WatchObservation, object]>([
    [
      watched("stranger", refusedAs("forbidden")),
      { ...silent, exchange: 4 },
      {
        reason: "no positive control: the controller's watch was not served (it delivered nothing)",
        evidence: [1, 4],
      },
    ],
    [
      watched("stranger", refusedAs("forbidden")),
      watched("controller", refusedAs("expired")),
      {
        reason:
          "no positive control: the controller's watch was not served (it was rejected as expired (no code): no)",
      },
    ],
    [watched("stranger", lost), served, { reason: "ended as lost: reset" }],
    [
      watched("stranger", refusedAs("internal")),
      served,
      {
        actual:
          "the watch by stranger delivered 0 events and was rejected as internal (no code): no",
      },
    ],
    [
      watched("stranger", { end: "completed" }),
      served,
      { actual: "the watch by stranger delivered 0 events and ended without an error" },
    ],
    [
      watchWith([event], { identity: "stranger" }),
      served,
      { actual: "the watch by stranger delivered 1 event and stayed open" },
    ],
    [
      overEvents(watched("stranger", open)),
      served,
      {
        actual:
          "the watch by stranger over server-sent events delivered 0 events and stayed open until the suite closed it",
      },
    ],
  ])("tells how it ended (%#)", (denied, control, expected) => {
    const findings = watchIsAuthorized.judge([{ denied: [denied], served: control }], strictTarget);

    expect(findings).toMatchObject([expected]);
  });

  it("states what the watch delivered and how it ended", () => {
    const denied = watched("expired", open, [event]);
    const [finding] = watchIsAuthorized.judge([{ denied: [denied], served }], strictTarget);

    expect(finding).toMatchObject({
      expected:
        "rejected as unauthenticated or forbidden before any event, because the credential has expired",
      actual: "the watch by expired delivered 1 event and stayed open until the suite closed it",
    });
  });
});
