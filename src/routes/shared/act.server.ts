import { data } from "react-router";
import type { z } from "zod";
import { type FieldError, toFieldErrors } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import type { Refusal } from "#src/modules/sales/booking/rules/refusal-text.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { aboutForm, type Reply } from "#src/ui/form/answer.ts";

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
  input: z.ZodType<Input> | ((form: FormData, ctx: RequestContext) => Read<Input> | Promise<Read<Input>>);
  /**
   * fields that people fill in, in page order, or what finds their errors: these are answered (422), any other error is no form of ours
   * (400)
   */
  fields?: readonly string[] | ((issues: Issues) => FieldError[]);
  /** said in place of field errors: in a toast, or as the reply */
  invalid?: MessageId | ((issues: Issues) => Reply<NoInfer<Extra>>);
  run: (ctx: RequestContext, input: Input) => Promise<R>;
  /** the toast, or the reply; where the page is left, it throws a redirect */
  done: MessageId | ((result: Done<R>, input: Input, ctx: RequestContext) => Reply<NoInfer<Extra>>);
  /** what was typed, for a page that was posted without scripts */
  typed?: (form: FormData) => Reply<NoInfer<Extra>> | Promise<Reply<NoInfer<Extra>>>;
  /** a reply of the page's own to some refusals; the others are said by the page's table */
  refusal?: (result: Refused<R>, input: Input, ctx: RequestContext) => Reply<NoInfer<Extra>> | undefined;
};

type Outcome<Extra extends object> = {
  status: 200 | 409 | 422;
  reply: Reply<Extra>;
  refusal?: Refusal & { missing?: unknown };
};
/** One act of a page, made by `act`. */
export type Act<Extra extends object = object> = (
  ctx: RequestContext,
  form: FormData,
  /** how a refusal is said for which the act has no reply of its own */
  say: (refusal: Refusal) => Reply,
) => Promise<Outcome<Extra>>;

/** One act of a page: how its form is read, which use case it calls, and what is said then. */
export function act<Input, R extends Result, Extra extends object = object>(
  spec: ActSpec<Input, R, Extra>,
): Act<Extra> {
  return async (ctx, form, say) => {
    const { input, fields = [], invalid } = spec;
    const read = typeof input === "function" ? await input(form, ctx) : input.safeParse(Object.fromEntries(form));
    if (!read.success) {
      const { issues } = read.error;
      const fieldErrors = typeof fields === "function" ? fields(issues) : toFieldErrors(fields, issues);
      if (!invalid && fieldErrors.length === 0) throw data(null, { status: 400 });
      const wrong =
        typeof invalid === "function" ? invalid(issues) : invalid ? { flash: invalid, bad: true } : { fieldErrors };
      return { status: 422, reply: { ...(await spec.typed?.(form)), ...wrong } as Reply<Extra> };
    }
    const result = await spec.run(ctx, read.data);
    if (!result.ok) {
      const own = result.reason === "forbidden" ? undefined : spec.refusal?.(result as Refused<R>, read.data, ctx);
      return {
        status: 409,
        reply: { ...(await spec.typed?.(form)), ...(own ?? say(result)) } as Reply<Extra>,
        refusal: result,
      };
    }
    const flash = typeof spec.done === "string" ? { flash: spec.done } : spec.done(result as Done<R>, read.data, ctx);
    return { status: 200, reply: { done: true, ...flash } as Reply<Extra> };
  };
}

/** The act that a form names as its `intent`; `save` if it names none. Throws 400 for one that the page hasn't. */
export function actOf<Extra extends object>(acts: Readonly<Record<string, Act<Extra>>>, form: FormData): Act<Extra> {
  const { intent } = aboutForm(form);
  const entry = Object.entries(acts).find(([name]) => name === (intent || "save"));
  if (!entry) throw data(null, { status: 400 });
  return entry[1];
}
