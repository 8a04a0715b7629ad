import type { ReplyTimes } from "../session/reply-times.ts";

/** The parameters of a workload. A workload uses only its own objects, all of one kind. */
export interface WorkloadPlan {
  readonly objects: number;
  readonly clients: number;
  /** Number of watchers of all objects. Applies only if the target lets a watch resume. */
  readonly watchers: number;
  /** The workload's share of the run's operations, above 0 and at most 1. The shares of a default run add up to 1. */
  readonly share: number;
  /** Relative frequencies of changes. */
  readonly changes: {
    readonly status: number;
    /** Applies only if authors can mark their writes with annotations. */
    readonly spec: number;
    readonly remove: number;
  };
  /** One read in N lists all objects. By default, no read lists objects. */
  readonly listEvery?: number;
  /** The client aborts one request in N. By default, no request is aborted. */
  readonly abortEvery?: number;
  readonly leaveWithin?: number;
  /**
   * The server is killed and restarted after this share of the operations, above 0 and below 1. By default, the server
   * is not killed.
   */
  readonly restartAt?: number;
  /** Whether commands rotate through all operations instead of using the first one. */
  readonly isMixed?: boolean;
}

/** Latency in milliseconds from which a workload has more clients, and by which their number grows. */
const latencyStepMs = 25;

const maxWidening = 4;

/** Latency relative to the fastest response. Above this ratio, the target is busy and gets no further clients. */
const busyTimes = 2;

/**
 * Multiplies clients and objects if responses are slow because of the network: the clients send their operations
 * sequentially, so the duration of a workload depends on the latency. The number of operations and of clients per
 * object stays the same.
 */
export function widenedFor(
  plan: WorkloadPlan,
  { quickestMs, rateRefusals, recentMs }: ReplyTimes,
): WorkloadPlan {
  const isBusy = rateRefusals > 0 || recentMs > busyTimes * quickestMs;
  if (isBusy || plan.restartAt !== undefined) return plan;
  const times = Math.min(maxWidening, Math.max(1, Math.floor(quickestMs / latencyStepMs)));
  return { ...plan, objects: plan.objects * times, clients: plan.clients * times };
}
