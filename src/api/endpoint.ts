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
  /** the request's Idempotency-Key; empty where none is asked for */
  key: string;
  /** the access token of a booking, or the token that its entry names, from `Authorization: Bearer` or `?token=` */
  token: string | null;
};

/** One entry of the API: what it is called, takes, answers and refuses. It is served and documented from this alone. */
type Spec<Query extends z.ZodObject, Body extends z.ZodType, Answer extends z.ZodType, R extends Refusal> = {
  method: "get" | "post";
  /** as OpenAPI writes it: `/api/bookings/{id}` */
  path: string;
  summary: string;
  description?: string;
  params?: Record<string, string>;
  query?: Query;
  body?: Body;
  /** asks for the header Idempotency-Key */
  takesKey?: boolean;
  /** reads the access token of a booking */
  takesToken?: boolean;
  /** the answer is about one person: nobody may keep it */
  personal?: boolean;
  status: 200 | 201;
  answer: Answer;
  refusals: readonly R[];
  // a reason that `refusals` does not name is a type error: what is not documented can't be answered
  handle: (
    ctx: Context,
    input: Input<z.output<Query>, z.output<Body>>,
  ) => Promise<Ok<{ answer: z.output<Answer> }> | Failure<NoInfer<R>>>;
};

/** An entry of the route table, its types forgotten. */
export type Endpoint = Omit<Spec<z.ZodObject, z.ZodType, z.ZodType, Refusal>, "handle" | "query"> & {
  /** what may be asked for after the `?`, the language included */
  query: z.ZodObject;
  handle: (ctx: Context, input: Input<unknown, unknown>) => Promise<Ok<{ answer: unknown }> | Failure<Refusal>>;
};

const LANG = { lang: z.enum(LOCALES).optional().describe("language of texts, after Accept-Language") };
const token = z.string().max(200).optional().describe("access token, where no Authorization header can be sent");

/** Makes an entry of the route table. */
export function endpoint<
  const R extends Refusal,
  Answer extends z.ZodType,
  Query extends z.ZodObject = None,
  Body extends z.ZodType = z.ZodUndefined,
>(spec: Spec<Query, Body, Answer, R>): Endpoint {
  const own = { ...spec.query?.shape, ...(spec.takesToken ? { token } : {}), ...LANG };
  const query = z.strictObject(own);
  return { ...spec, query } as unknown as Endpoint;
}
