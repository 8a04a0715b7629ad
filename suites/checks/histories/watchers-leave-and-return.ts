import { defineWorkload } from "#harness";

export const watchersLeaveAndReturn = defineWorkload({
  id: "histories/watchers-leave-and-return",
  title: "Watches that disconnect and resume deliver all changes in the order of the writes",
  features: ["watch", "watch.resume"],
  verbs: ["watch"],
  plan: {
    objects: 6,
    clients: 12,
    watchers: 8,
    share: 0.08,
    changes: { status: 3, spec: 1, remove: 0 },
    leaveWithin: 120,
  },
});
