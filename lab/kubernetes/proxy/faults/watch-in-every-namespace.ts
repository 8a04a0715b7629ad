import { changingWatches, defineProxyFault } from "../proxy-fault.ts";

/** The namespace of a watch is lost on the way. */
export const watchInEveryNamespace = defineProxyFault({
  name: "watch-in-every-namespace",
  summary: "A watch on one namespace delivers the events of all.",
  breaks: ["watch.namespace-filter"],
  begin: changingWatches((request) => {
    const { resource } = request;
    if (resource?.namespace === undefined) return request;
    return { ...request, path: `${resource.root}/${resource.plural}` };
  }),
});
