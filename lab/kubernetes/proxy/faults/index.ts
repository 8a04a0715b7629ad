import type { ProxyFault } from "../proxy-fault.ts";
import { applyProxyFaults } from "./apply-proxy-faults.ts";
import { authorizationProxyFaults } from "./authorization-proxy-faults.ts";
import { concurrencyProxyFaults } from "./concurrency-proxy-faults.ts";
import { conditionProxyFaults } from "./condition-proxy-faults.ts";
import { deletionProxyFaults } from "./deletion-proxy-faults.ts";
import { errorProxyFaults } from "./error-proxy-faults.ts";
import { generationProxyFaults } from "./generation-proxy-faults.ts";
import { isolationProxyFaults } from "./isolation-proxy-faults.ts";
import { kindProxyFaults } from "./kind-proxy-faults.ts";
import { managerProxyFaults } from "./manager-proxy-faults.ts";
import { patchProxyFaults } from "./patch-proxy-faults.ts";
import { readinessProxyFaults } from "./readiness-proxy-faults.ts";
import { watchProxyFaults } from "./watch-proxy-faults.ts";
import { writeProxyFaults } from "./write-proxy-faults.ts";

/** All faults of the proxy. Each makes a correct API server look faulty. */
export const proxyFaults: readonly ProxyFault[] = [
  ...applyProxyFaults,
  ...authorizationProxyFaults,
  ...concurrencyProxyFaults,
  ...conditionProxyFaults,
  ...deletionProxyFaults,
  ...errorProxyFaults,
  ...generationProxyFaults,
  ...isolationProxyFaults,
  ...kindProxyFaults,
  ...managerProxyFaults,
  ...patchProxyFaults,
  ...readinessProxyFaults,
  ...watchProxyFaults,
  ...writeProxyFaults,
];
