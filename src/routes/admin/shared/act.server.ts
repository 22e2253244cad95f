import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { type FieldError, toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { aboutForm, type FormAnswer, type Refusals, type Reply, replyTo } from "#src/ui/form/answer.ts";

type Result = { ok: true } | { ok: false; reason: string; missing?: unknown };
type Done<R> = Extract<R, { ok: true }>;
type Refused<R> = Exclude<Extract<R, { ok: false }>, { reason: "forbidden" }>;

type Issues = readonly { path: readonly PropertyKey[]; message: string }[];
/** A form that was read, as `safeParse` returns it. */
export type Read<Input> = { success: true; data: Input } | { success: false; error: { issues: Issues } };

/** What people typed, read by a schema of its own, together with the hidden fields of the same form. */
export function withHidden<Typed extends object, Hidden extends object>(
  typed: Read<Typed>,
  hidden: Read<Hidden>,
): Read<Typed & Hidden> {
  if (!hidden.success) return hidden;
  return typed.success ? { success: true, data: { ...typed.data, ...hidden.data } } : typed;
}

type ActSpec<Input, R extends Result, Extra extends object> = {
  /** the form's schema, or what reads the form */
  input: z.ZodType<Input> | ((form: FormData, ctx: RequestContext) => Read<Input>);
  /**
   * fields that people fill in, in page order, or what finds their errors: these are answered (422), any other error is no form of ours
   * (400)
   */
  fields?: readonly string[] | ((issues: Issues) => FieldError[]);
  /** said in place of field errors */
  invalid?: MessageId;
  run: (ctx: RequestContext, input: Input) => Promise<R>;
  /** the toast, or the reply; where the page is left, it throws a redirect */
  done: MessageId | ((result: Done<R>, input: Input, ctx: RequestContext) => Reply<NoInfer<Extra>>);
  /** what was typed, for a page that was posted without scripts */
  typed?: (form: FormData) => Reply<NoInfer<Extra>>;
  /** a reply of the page's own to some refusals; the others are said by the page's table */
  refusal?: (result: Refused<R>, input: Input, ctx: RequestContext) => Reply<NoInfer<Extra>> | undefined;
};

type Outcome<Extra extends object> = {
  status: 200 | 409 | 422;
  reply: Reply<Extra>;
  refusal?: { reason: string; retry_after?: number };
};
/** One act of a page, made by `act`. */
export type Act<Extra extends object = object> = (
  ctx: RequestContext,
  form: FormData,
  /** how a refusal is said for which the act has no reply of its own */
  say: (reason: string) => Reply,
) => Promise<Outcome<Extra>>;
type Words = Refusals & { failed: MessageId };

/** One act of a page: how its form is read, which use case it calls, and what is said then. */
export function act<Input, R extends Result, Extra extends object = object>(
  spec: ActSpec<Input, R, Extra>,
): Act<Extra> {
  return async (ctx, form, say) => {
    const { input, fields = [], invalid } = spec;
    const read = typeof input === "function" ? input(form, ctx) : input.safeParse(Object.fromEntries(form));
    if (!read.success) {
      const { issues } = read.error;
      const fieldErrors = typeof fields === "function" ? fields(issues) : toFieldErrors(fields, issues);
      if (!invalid && fieldErrors.length === 0) throw data(null, { status: 400 });
      const wrong = invalid ? { flash: invalid, bad: true } : { fieldErrors };
      return { status: 422, reply: { ...spec.typed?.(form), ...wrong } as Reply<Extra> };
    }
    const result = await spec.run(ctx, read.data);
    if (!result.ok && result.reason === "forbidden")
      throw refused({ missing: typeof result.missing === "string" ? result.missing : "" });
    if (!result.ok) {
      const own = spec.refusal?.(result as Refused<R>, read.data, ctx) ?? say(result.reason);
      return { status: 409, reply: { ...spec.typed?.(form), ...own } as Reply<Extra>, refusal: result };
    }
    const flash = typeof spec.done === "string" ? { flash: spec.done } : spec.done(result as Done<R>, read.data, ctx);
    return { status: 200, reply: { done: true, ...flash } as Reply<Extra> };
  };
}

/** What an action gets. */
export type Asked = { context: Readonly<RouterContextProvider>; request: Request };

/**
 * The action of an admin page: what its form names as `intent` (`save` if it names none) is read, done by its use case, which checks
 * the permission, and answered in one shape. Throws the refusal of whoever may not, and 400 for a form that isn't the page's.
 */
export async function adminAct<Extra extends object = object>(
  { context, request }: Asked,
  { acts, refusals }: { acts: Readonly<Record<string, Act<Extra>>>; refusals: Words },
) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const about = aboutForm(form);
  const entry = Object.entries(acts).find(([intent]) => intent === (about.intent || "save"));
  if (!entry) throw data(null, { status: 400 });
  const { status, reply } = await entry[1](ctx, form, (reason) => replyTo(reason, refusals));
  return data<FormAnswer<Extra>>({ ...about, at: ctx.now.getTime(), ...reply }, { status });
}
