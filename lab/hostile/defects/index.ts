import type { Defect } from "./defect.ts";
import { eventDefects } from "./event-defects.ts";
import { graphqlDefects } from "./graphql-defects.ts";
import { httpDefects } from "./http-defects.ts";
import { socketDefects } from "./socket-defects.ts";
import { streamDefects } from "./stream-defects.ts";
import { tcpDefects } from "./tcp-defects.ts";

/** All defects. Seeds depend on their order and number, so a change to this list can change the defect of a seed. */
export const defects: readonly Defect[] = [
  ...tcpDefects,
  ...httpDefects,
  ...graphqlDefects,
  ...socketDefects,
  ...streamDefects,
  ...eventDefects,
];
