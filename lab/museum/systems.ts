import type { System } from "./exhibit.ts";
import { controllerRuntime } from "./systems/controller-runtime.ts";
import { fabric8 } from "./systems/fabric8.ts";

/** The systems whose bugs are shown. */
export const systems: readonly System[] = [fabric8, controllerRuntime];
