import { defineFault } from "../store/fault.ts";
import type { Fault } from "../store/fault.ts";

export const limitFaults: readonly Fault[] = [
  defineFault({
    name: "namespace-limit-ignored-on-status",
    summary: "Permission to write a status in one namespace applies to all namespaces.",
    breaks: ["authorization.namespace-limits-hold"],
    change: (rules) => ({
      authorize: (access) => {
        const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
        const isReport = access.subresource === "status" && home !== undefined;
        return rules.authorize(isReport ? { ...access, namespace: home } : access);
      },
    }),
  }),
  defineFault({
    name: "namespace-limit-ignored-on-reads",
    summary: "Permission to read in one namespace allows reads and lists in all namespaces.",
    breaks: ["authorization.namespace-limits-hold"],
    change: (rules) => ({
      authorize: (access) => {
        const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
        const isRead = ["get", "list"].includes(access.verb) && home !== undefined;
        return rules.authorize(isRead ? { ...access, namespace: home } : access);
      },
    }),
  }),
  defineFault({
    name: "namespace-limit-ignored-everywhere",
    summary:
      "Permission to list or watch one namespace allows lists and watches across all namespaces.",
    breaks: ["authorization.namespace-limits-hold"],
    requires: ["authorization.namespaces"],
    change: (rules) => ({
      authorize: (access) => {
        const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
        const isEverywhere = access.name === undefined && access.namespace === undefined;
        return rules.authorize(
          isEverywhere && home !== undefined ? { ...access, namespace: home } : access,
        );
      },
    }),
  }),
  defineFault({
    name: "namespace-limit-ignored-on-watches",
    summary: "Permission to watch one namespace also applies to every other namespace.",
    breaks: ["authorization.namespace-limits-hold"],
    change: (rules) => ({
      authorize: (access) => {
        const [home] = access.identity.grants.flatMap(({ namespaces = [] }) => namespaces);
        const isOther = access.verb === "watch" && access.namespace !== undefined;
        return rules.authorize(
          isOther && home !== undefined ? { ...access, namespace: home } : access,
        );
      },
    }),
  }),
  defineFault({
    name: "name-limit-ignored",
    summary:
      "Permission to write the status of objects with a specific name applies to objects " +
      "with any name.",
    breaks: ["authorization.name-limits-hold"],
    change: (rules) => ({
      authorize: (access) => {
        const { identity, subresource, name } = access;
        const [own] = identity.grants.flatMap(({ names = [] }) => names);
        const isReport = subresource === "status" && name !== undefined;
        return rules.authorize(isReport && own !== undefined ? { ...access, name: own } : access);
      },
    }),
  }),
];
