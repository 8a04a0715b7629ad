import { defineFault } from "../../store/fault.ts";

/** The permissions of writes are looked at in the handler of HTTP. */
export const socketWritesNotAuthorized = defineFault({
  name: "socket-writes-not-authorized",
  summary: "A mutation over the connection of the watches is permitted to every identity.",
  breaks: ["authorization.same-rule-on-every-transport"],
  change: (rules) => ({
    authorize: (access) => {
      const isRead = ["get", "list", "watch"].includes(access.verb);
      return access.channel === "socket" && !isRead ? undefined : rules.authorize(access);
    },
  }),
});
