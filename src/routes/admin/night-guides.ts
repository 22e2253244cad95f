import { data, redirect } from "react-router";
import { localizedPath } from "#src/kernel/localized.ts";
import type { FieldError } from "#src/locales/field-errors.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { assignGuide } from "#src/modules/evening/guides/assign-guide.server.ts";
import { repeatRequest } from "#src/modules/evening/guides/repeat-request.server.ts";
import {
  assignedAnswer,
  type GuidesAnswer,
  namedRefusal,
  REFUSED_IN_URL,
  refusalOf,
} from "#src/modules/evening/guides/rules/answer.ts";
import { AssignGuide, ShiftIntent } from "#src/modules/evening/guides/schema.ts";
import { withdrawShift } from "#src/modules/evening/guides/withdraw-shift.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import type { Route } from "./+types/night-guides";

/** The address only takes forms: whoever opens it sees the night that they belong to. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  throw redirect(localizedPath(`/admin/schedule/edit/${params.id}`, ctx.locale));
}

export async function action(args: Route.ActionArgs) {
  const { context, request, params } = args;
  const ctx = await staffContext(context);
  const form = Object.fromEntries(await request.formData());
  const asked = ShiftIntent.safeParse(form);
  if (!asked.success) throw data(null, { status: 400 });
  const intent = asked.data;
  const answer = await (intent.intent === "assign" ? assign(ctx, params.id, form) : change(ctx, params.id, intent));
  // a form that was posted without scripts has no page of its own to show the answer on: that of the form shows it
  if (request.headers.get("sec-fetch-dest") === "document") {
    const [edit, night] = ["schedule/edit", "nights"].map((at) =>
      localizedPath(`/admin/${at}/${params.id}`, ctx.locale),
    );
    const from = URL.parse(request.headers.get("referer") ?? "")?.pathname;
    const refusal = namedRefusal(answer);
    const told = refusal ? `?${new URLSearchParams({ [REFUSED_IN_URL]: refusal })}` : "";
    throw redirect(`${from === night ? night : edit}${told}`);
  }
  return data<GuidesAnswer>(
    { ...answer, at: ctx.now.getTime() },
    { status: answer.bad || answer.formError ? 409 : 200 },
  );
}

type Answer = Omit<GuidesAnswer, "at">;

async function assign(ctx: RequestContext, id: string, form: object): Promise<Answer> {
  const input = AssignGuide.safeParse(form);
  if (!input.success) {
    const fieldErrors = input.error.issues.map(({ path, message }): FieldError => ({
      id: String(path[0]),
      message: message as MessageId,
    }));
    return { fieldErrors, bad: true };
  }
  const result = await assignGuide(ctx, { ...input.data, departure_id: id });
  if (result.ok) return assignedAnswer(result);
  if (result.reason === "forbidden") throw refused(result);
  const values = result.reason === "guide_busy" ? { title: result.night.title, start: result.night.start } : undefined;
  return { formError: refusalOf(result.reason), ...(values ? { values } : {}) };
}

type Change = Exclude<ShiftIntent, { intent: "assign" }>;

async function change(ctx: RequestContext, id: string, { intent, shift_id }: Change): Promise<Answer> {
  const asked = { departure_id: id, shift_id };
  if (intent === "withdraw") {
    const result = await withdrawShift(ctx, asked);
    if (result.ok)
      return { flash: result.told ? "guides-admin.withdrawn" : "guides-admin.withdrawnQuietly", done: true };
    if (result.reason === "forbidden") throw refused(result);
    return { flash: refusalOf(result.reason), bad: true };
  }
  const result = await repeatRequest(ctx, asked);
  if (result.ok) return { flash: "guides-admin.askedAgain", done: true };
  if (result.reason === "forbidden") throw refused(result);
  return { flash: refusalOf(result.reason), bad: true };
}
