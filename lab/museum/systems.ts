import type { System } from "./exhibit.ts";
import { azurite } from "./systems/azurite.ts";
import { controllerRuntime } from "./systems/controller-runtime.ts";
import { etcd } from "./systems/etcd.ts";
import { fabric8 } from "./systems/fabric8.ts";
import { fakeredis } from "./systems/fakeredis.ts";
import { kubeApiserver } from "./systems/kube-apiserver.ts";
import { kopf } from "./systems/kopf.ts";
import { moto } from "./systems/moto.ts";
import { nats } from "./systems/nats.ts";
import { s3mock } from "./systems/s3mock.ts";
import { strawberry } from "./systems/strawberry.ts";
import { tiltApiserver } from "./systems/tilt-apiserver.ts";

export const systems: readonly System[] = [
  fabric8,
  controllerRuntime,
  kubeApiserver,
  tiltApiserver,
  strawberry,
  etcd,
  nats,
  moto,
  s3mock,
  kopf,
  fakeredis,
  azurite,
];
