import { suiteCommand } from "#contract";
import type { Shard } from "#verdicts";
import { UsageError } from "../process/program-errors.ts";

export interface GateArguments {
  readonly shard?: string;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly schemaFile?: string;
}

export interface BaselineRequest {
  readonly path: string;
  readonly isUpdated: boolean;
}

export interface GateSettings {
  readonly shard?: Shard;
  readonly baseline?: BaselineRequest;
  readonly schemaFile?: string;
}

export function gatesOf(typed: GateArguments): GateSettings {
  const { shard, baseline, updateBaseline = false, schemaFile } = typed;
  if (updateBaseline && baseline === undefined) {
    throw new UsageError("--update-baseline requires --baseline", {
      fix: "Specify the file with --baseline.",
    });
  }
  if (updateBaseline && shard !== undefined) {
    throw new UsageError("--update-baseline and --shard are mutually exclusive", {
      fix: `Update the baseline with ${suiteCommand} merge, which has the results of all shards.`,
    });
  }
  return {
    ...(shard === undefined ? {} : { shard: parseShard(shard) }),
    ...(baseline === undefined ? {} : { baseline: { path: baseline, isUpdated: updateBaseline } }),
    ...(schemaFile === undefined ? {} : { schemaFile }),
  };
}

const maxShards = 100;

function parseShard(text: string): Shard {
  const [, index = "", count = ""] = /^(\d{1,3})\/(\d{1,3})$/u.exec(text) ?? [];
  const shard = { index: Number(index), count: Number(count) };
  if (index !== "" && shard.index >= 1 && shard.index <= shard.count && shard.count <= maxShards) {
    return shard;
  }
  throw new UsageError(`invalid value for --shard: "${text}"`, {
    fix: `Pass the shard and the number of shards, from 1/1 to ${maxShards}/${maxShards}, e.g. 1/3, 2/3, 3/3.`,
  });
}
