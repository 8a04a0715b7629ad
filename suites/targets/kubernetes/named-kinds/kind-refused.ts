import { TargetUnreachable } from "../../port/target.ts";

/** A kind that cannot be tested. Other kinds of the same server may be testable. */
export class KindRefused extends TargetUnreachable {}
