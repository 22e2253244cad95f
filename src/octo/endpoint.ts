import type { z } from "zod";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Capabilities } from "#src/octo/capabilities.ts";
import type { OctoRefusal } from "#src/octo/refusals.ts";

/** A call as its endpoint gets it: the program's key is `ctx.actor.key`. */
export type OctoCall<Body, Query> = {
  params: Readonly<Record<string, string>>;
  body: Body;
  query: Query;
  capabilities: Capabilities;
};

type Answer = Ok<{ answer: unknown }> | OctoRefusal | Failure;

/** One endpoint of OCTO, without its types; which scope a key needs says `CALLS`. A call without a body is read as one with `{}`. */
export type OctoEndpoint = {
  method: "get" | "post" | "patch" | "delete";
  /** whether it writes though its scope only reads */
  writes?: true;
  /** as the router reads it: `/octo/products/:id` */
  path: string;
  body?: z.ZodType;
  query?: z.ZodType;
  handle: (ctx: Context, call: OctoCall<unknown, unknown>) => Promise<Answer>;
};

type Spec<Body extends z.ZodType, Query extends z.ZodType> = Omit<OctoEndpoint, "body" | "query" | "handle"> & {
  body?: Body;
  query?: Query;
  handle: (ctx: Context, call: OctoCall<z.output<Body>, z.output<Query>>) => Promise<Answer>;
};

export const octoEndpoint = <Body extends z.ZodType = z.ZodUndefined, Query extends z.ZodType = z.ZodUndefined>(
  spec: Spec<Body, Query>,
): OctoEndpoint => spec as unknown as OctoEndpoint;
