import { acceptingStaleStatus, brokenByStaleWrites } from "./fault-parts.ts";
import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";
import { describeKey } from "#contract";
import { tokens } from "../kinds/demo-identities.ts";

export const disguisedTargets: readonly Fault[] = [
  defineFault({
    name: "right-for-named-client",
    summary:
      "An expired credential is accepted from every client that does not send the suite's " +
      "User-Agent.",
    line: "second",
    breaks: [
      "authorization.expired-credential-refused",
      "authorization.same-rule-on-every-transport",
      "authorization.watch-is-authorized",
    ],
    change: (rules) => ({
      authenticate: (credential) => {
        const isSuite = credential.userAgent?.startsWith("status-conformance") ?? true;
        const token = credential.token === undefined ? undefined : tokens.get(credential.token);
        return isSuite || token === undefined ? rules.authenticate(credential) : token.identity;
      },
    }),
  }),
  defineFault({
    name: "right-for-prefixed-names",
    summary:
      "A write that changes nothing creates a new version, except for objects with names that the " +
      "suite once used.",
    line: "second",
    breaks: ["concurrency.no-op-keeps-version", "watch.nothing-for-no-op"],
    change: (rules) => ({
      isNoOp: (request, before, after) =>
        /^c[a-z0-9]{8}-/.test(request.key.name) && rules.isNoOp(request, before, after),
    }),
  }),
  defineFault({
    name: "right-for-names-with-digits",
    summary: "A stale status write to an object without a digit in its name is accepted.",
    line: "second",
    breaks: brokenByStaleWrites,
    change: (rules) => ({
      precondition: acceptingStaleStatus(rules, ({ key }) => !/[0-9]/.test(key.name)),
    }),
  }),
  defineFault({
    name: "right-for-short-names",
    summary: "A spec write to an object whose name has more than 24 characters erases its status.",
    line: "second",
    breaks: [
      "isolation.spec-write-never-changes-status",
      "allocation.survives-other-writes",
      "concurrency.no-op-keeps-version",
      "watch.nothing-for-no-op",
      "deletion.waits-for-finalizers",
    ],
    change: (rules) => ({
      updateObject: (request, stored) => {
        const updated = rules.updateObject(request, stored);
        if (request.key.name.length <= 24) return updated;
        const { status: _lost, ...kept } = updated;
        return kept;
      },
    }),
  }),
  defineFault({
    name: "right-for-first-objects",
    summary:
      "A stale status write is accepted for every object that is created after the first hundred of its kind and namespace.",
    line: "second",
    isCumulative: true,
    breaks: brokenByStaleWrites,
    change: (rules) => {
      const counts = new Map<string, number>();
      const late = new Set<string>();
      return {
        createObject: (request, stamp) => {
          const { kind, namespace } = request.key;
          const place = describeKey({ kind, name: namespace ?? "" });
          const count = (counts.get(place) ?? 0) + 1;
          counts.set(place, count);
          if (count > 100) late.add(stamp.uid);
          return rules.createObject(request, stamp);
        },
        precondition: acceptingStaleStatus(
          rules,
          (_request, stored) => stored !== undefined && late.has(stored.metadata.uid),
        ),
      };
    },
  }),
  defineFault({
    name: "right-for-first-requests",
    summary: "After the first 1,000 writes, stale status writes are accepted.",
    line: "second",
    isCumulative: true,
    breaks: brokenByStaleWrites,
    change: (rules) => {
      let count = 0;
      return {
        writeSteps: (request) => {
          count += 1;
          return rules.writeSteps(request);
        },
        precondition: acceptingStaleStatus(rules, () => count > 1000),
      };
    },
  }),
  defineFault({
    name: "first-stale-write-refused",
    summary:
      "The second stale status write to an object is accepted, regardless of intervening writes.",
    line: "second",
    breaks: brokenByStaleWrites,
    change: (rules) => {
      const refused = new Set<string>();
      return {
        precondition: acceptingStaleStatus(rules, (_request, stored) => {
          const uid = stored?.metadata.uid ?? "";
          const isRepeated = refused.has(uid);
          refused.add(uid);
          return isRepeated;
        }),
      };
    },
  }),
];
