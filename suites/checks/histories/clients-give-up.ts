import { defineWorkload } from "#harness";

export const clientsGiveUp = defineWorkload({
  id: "histories/clients-give-up",
  title: "Requests that clients abort take effect at most once",
  plan: {
    objects: 4,
    clients: 16,
    watchers: 1,
    share: 0.08,
    changes: { status: 3, spec: 1, remove: 0 },
    abortEvery: 15,
  },
});
