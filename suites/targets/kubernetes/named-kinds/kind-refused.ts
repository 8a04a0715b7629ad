import { TargetUnreachable } from "../../port/target.ts";

/** A kind that cannot be tried, while others of the same server may be. */
export class KindRefused extends TargetUnreachable {}
