import { z } from "zod";
import { LOCALES } from "#src/kernel/localized.ts";
import type { Failure, Ok } from "#src/kernel/result.ts";
import type { Context } from "#src/platform/context.server.ts";
import type { Refusal } from "#src/api/refusals.ts";

type None = z.ZodObject<Record<string, never>>;

type Input<Query, Body> = {
  params: Record<string, string>;
  query: Query;
  body: Body;
  /** the request's Idempotency-Key; empty where the endpoint takes none */
  key: string;
  /** the access token of a booking, or the endpoint's own token, from `Authorization: Bearer` or `?token=`; a device's secret */
  token: string | null;
};

/** One endpoint of the API: name, input, response and refusals. It is served and documented from this alone. */
type Spec<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType, R extends Refusal> = {
  method: "get" | "post" | "patch";
  /** in OpenAPI's notation: `/api/bookings/{id}` */
  path: string;
  summary: string;
  description?: string;
  params?: Record<string, string>;
  query?: Query;
  body?: Body;
  /** requires the Idempotency-Key header */
  takesKey?: boolean;
  /** reads the access token of a booking */
  takesToken?: boolean;
  /** reads a device's secret: only from `Authorization: Bearer` */
  takesSecret?: boolean;
  /** largest body in bytes, where it may be larger than other requests */
  mostBytes?: number;
  /** a test key may make it though it writes: what it writes is kept apart, and nothing of it is real */
  hasTrials?: boolean;
  /** the response is personal: it must not be cached */
  personal?: boolean;
  status: 200 | 201;
  answer: Answer;
  refusals: readonly R[];
  // a reason missing in `refusals` is a type error: undocumented responses are impossible
  handle: (
    ctx: Context,
    input: Input<z.output<Query>, z.output<Body>>,
  ) => Promise<Ok<{ answer: z.output<Answer> }> | Failure<NoInfer<R>>>;
};

/** An entry of the route table, with its types erased. */
export type Endpoint = Omit<Spec<z.ZodObject, z.ZodType, z.ZodType, Refusal>, "handle" | "query"> & {
  /** the accepted query parameters, including the language */
  query: z.ZodObject;
  handle: (ctx: Context, input: Input<unknown, unknown>) => Promise<Ok<{ answer: unknown }> | Failure<Refusal>>;
};

const LANG = { lang: z.enum(LOCALES).optional().describe("language of texts, after Accept-Language") };
const token = z.string().max(200).optional().describe("access token, where no Authorization header can be sent");

export function endpoint<
  const R extends Refusal,
  Answer extends z.ZodType,
  Query extends z.ZodObject = None,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: Spec<Query, Body, Answer, R>): Endpoint {
  const own: z.ZodObject = spec.query ?? z.object({});
  // extended rather than written anew, which would lose what the query refuses as a whole
  const query = own.safeExtend({ ...(spec.takesToken ? { token } : {}), ...LANG }).strict();
  return { ...spec, query } as unknown as Endpoint;
}
