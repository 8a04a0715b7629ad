import { createServer } from "node:http";
import { GraphQLError } from "graphql";
import { createSchema, createYoga } from "graphql-yoga";
import * as harbor from "./harbor.js";
import type { Buoy, BuoyEvent, Mooring, Place, Problem, Reading } from "./harbor.js";
import { Refused } from "./harbor.js";
import { has } from "./mistakes.js";
import { typeDefs } from "./schema.js";

type Role = "planner" | "beacon" | "sailor" | "guest";

const roles = new Map<string, Role>([
  ["chart", "planner"],
  ["ping", "beacon"],
  ["wind", "sailor"],
  ["shore", "guest"],
]);

interface Context {
  request: Request;
}

/** Throws unless the API key belongs to one of the allowed roles. */
function allow({ request }: Context, ...allowed: Role[]): void {
  const role = roles.get(request.headers.get("x-api-key") ?? "");
  if (!role) {
    throw new GraphQLError("A valid x-api-key is required.", {
      extensions: { code: "UNAUTHENTICATED", http: { status: 401 } },
    });
  }
  if (!allowed.includes(role)) {
    throw new GraphQLError(`A ${role} may not do this.`, { extensions: { code: "FORBIDDEN" } });
  }
}

const readers = ["planner", "beacon", "sailor"] as const;

interface Payload {
  buoy: Buoy | null;
  userErrors: readonly Problem[];
}

/** Runs an operation and returns its payload, with refusals as `userErrors`. */
async function payload(operation: () => Buoy | Promise<Buoy>): Promise<Payload> {
  try {
    return { buoy: await operation(), userErrors: [] };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { buoy: null, userErrors: error.problems };
  }
}

function outOfRange(path: string, message: string): Problem {
  return { code: "OUT_OF_RANGE", path, message };
}

function checkMooring({ latitude, longitude, chainMeters }: Mooring): void {
  const problems = [
    Math.abs(latitude) > 90 && outOfRange("mooring.latitude", "latitude is from -90 to 90"),
    Math.abs(longitude) > 180 && outOfRange("mooring.longitude", "longitude is from -180 to 180"),
    chainMeters < 1 && outOfRange("mooring.chainMeters", "chainMeters is 1 or more"),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Refused(problems);
}

function checkReading({ waveCentimeters, battery }: Reading): void {
  const problems = [
    (waveCentimeters ?? 0) < 0 &&
      outOfRange("reading.waveCentimeters", "waveCentimeters is 0 or more"),
    (battery?.cycles ?? 0) < 0 && outOfRange("reading.battery.cycles", "cycles is 0 or more"),
  ].filter((problem) => problem !== false);
  if (problems.length > 0) throw new Refused(problems);
}

const cache = new Map<string, Buoy>();

function findCached(place: Place): Buoy | undefined {
  const key = `${place.sea}/${place.code}`;
  const found = cache.get(key) ?? harbor.find(place);
  if (found) cache.set(key, found);
  return found;
}

const resolvers = {
  Query: {
    buoy(_: unknown, place: Place, context: Context): Buoy | undefined {
      allow(context, ...readers);
      return has("reads-from-cache") ? findCached(place) : harbor.find(place);
    },
    buoys(_: unknown, args: { sea: string; first: number; after?: string }, context: Context) {
      allow(context, ...readers);
      const { sea, first, after } = args;
      const all = harbor.inSea(sea).filter(({ meta }) => after == null || meta.code > after);
      const page = all.slice(0, Math.max(1, Math.min(first, 100)));
      return {
        edges: page.map((node) => ({ cursor: node.meta.code, node })),
        pageInfo: {
          hasNextPage: page.length < all.length,
          endCursor: page.at(-1)?.meta.code ?? null,
        },
      };
    },
  },
  Mutation: {
    moorBuoy(_: unknown, { input }: { input: MoorInput }, context: Context) {
      allow(context, "planner");
      return payload(() => {
        if (input.reading && !has("spreads-input")) {
          const message = "A new buoy has no reading.";
          throw new Refused([{ code: "READING_NOT_ALLOWED", path: "reading", message }]);
        }
        checkMooring(input.mooring);
        return harbor.moor(input, input.mooring, input.reading ?? null);
      });
    },
    relocateBuoy(_: unknown, { input }: { input: RelocateInput }, context: Context) {
      allow(context, "planner");
      return payload(() => {
        const buoy = harbor.current(input, input.etag);
        checkMooring(input.mooring);
        const lost = has("relocates-whole-object") ? { reading: null } : {};
        return harbor.change(buoy, { mooring: input.mooring, ...lost });
      });
    },
    logReading(_: unknown, { input }: { input: LogInput }, context: Context) {
      allow(context, "beacon");
      return payload(async () => {
        const isChecked = !has("reading-skips-etag");
        let buoy: Buoy;
        try {
          buoy = harbor.current(input, isChecked ? input.etag : null);
        } catch (error) {
          const stored = harbor.find(input);
          if (has("swallows-conflict") && stored) return stored;
          throw error;
        }
        if (input.mooring && !has("reading-moves-buoy")) {
          const message = "A reading cannot move a buoy.";
          throw new Refused([{ code: "OUT_OF_RANGE", path: "mooring", message }]);
        }
        checkReading(input.reading);
        if (has("awaits-in-between")) await new Promise((resolve) => setTimeout(resolve, 5));
        if (!has("reads-from-cache")) cache.clear();
        return harbor.change(buoy, {
          mooring: input.mooring ?? buoy.mooring,
          reading: harbor.merged(buoy.reading, input.reading),
        });
      });
    },
    retrieveBuoy(_: unknown, { input }: { input: Place & { etag?: string } }, context: Context) {
      allow(context, "planner");
      cache.clear();
      return payload(() => harbor.retrieve(harbor.current(input, input.etag)));
    },
  },
  Subscription: {
    buoyEvents: {
      async *subscribe(_: unknown, args: FollowArguments, context: Context) {
        if (!has("open-events")) allow(context, ...readers);
        const after = args.lastEventId == null ? undefined : Number(args.lastEventId);
        for await (const event of harbor.follow(after)) {
          if (args.sea == null || args.sea === event.buoy.meta.sea) yield event;
        }
      },
      resolve: (event: BuoyEvent) => event,
    },
  },
};

interface MoorInput extends Place {
  mooring: Mooring;
  reading?: Reading | null;
}

interface RelocateInput extends Place {
  etag: string;
  mooring: Mooring;
}

interface LogInput extends Place {
  etag: string;
  reading: Reading;
  mooring?: Mooring | null;
}

interface FollowArguments {
  sea?: string | null;
  lastEventId?: string | null;
}

const yoga = createYoga({
  schema: createSchema<Context>({ typeDefs, resolvers }),
  graphiql: false,
  logging: "warn",
});

createServer(yoga).listen(Number(process.env.PORT ?? 4000), "127.0.0.1");
