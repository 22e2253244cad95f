import { data } from "react-router";
import { historyOf } from "#src/modules/base/audit/queries.server.ts";
import { testMail } from "#src/modules/mail/notifications/test-mail.server.ts";
import { openOptions } from "#src/modules/office/options/queries.server.ts";
import { failedAnswer, type OptionsAnswer, refusedAnswer } from "#src/modules/office/options/rules/answer.ts";
import { textsIn } from "#src/modules/office/options/rules/option-form.ts";
import { ratesIn } from "#src/modules/office/options/rules/rates.ts";
import { SCHEDULED, SECTION_KEYS, sectionIn, SUBJECTS } from "#src/modules/office/options/rules/sections.ts";
import { saveOptions } from "#src/modules/office/options/save-options.server.ts";
import { saveRates } from "#src/modules/office/options/save-rates.server.ts";
import { OptionsIntent } from "#src/modules/office/options/schema.ts";
import { takeBackOptions } from "#src/modules/office/options/take-back-options.server.ts";
import type { RequestContext } from "#src/platform/context.server.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";
import { keepFormValues } from "#src/routes/admin/shared.ts";
import type { Route } from "./+types/general-options";
import GeneralOptionsPage from "#src/modules/office/options/admin/general-options-page.tsx";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = await staffContext(context);
  const { searchParams } = new URL(request.url);
  const opened = await openOptions(ctx, sectionIn(searchParams.get("section")));
  if (!opened.ok) throw refused(opened);
  const history = searchParams.has("changes") ? await historyOf(ctx, SUBJECTS) : null;
  return { opened, history };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = await staffContext(context);
  const form = await request.formData();
  const asked = OptionsIntent.safeParse(Object.fromEntries(form));
  if (!asked.success) throw data(null, { status: 400 });
  const intent = asked.data;
  switch (intent.intent) {
    case "save":
      return save(ctx, form, intent);
    case "rates":
      return rates(ctx, form, intent.confirmed === "true");
    case "test_mail":
      return sendTest(ctx, intent.key);
    case "take_back":
      return takeBack(ctx, intent.entry);
  }
}

async function save(
  ctx: RequestContext,
  form: FormData,
  { section, confirmed }: Extract<OptionsIntent, { intent: "save" }>,
) {
  const keys = SECTION_KEYS[section];
  const result = await saveOptions(ctx, {
    section,
    texts: textsIn(form, keys),
    was: textsIn(form, keys, "was."),
    confirmed: confirmed === "true",
  });
  if (result.ok) {
    const flash = section === SCHEDULED ? "options.scheduled.saved" : "options.saved";
    return saved("save", { entry: result.entry, flash, at: ctx.now.getTime() });
  }
  if (result.reason === "forbidden") throw refused(result);
  const answer = refusedAnswer("save", result, ctx.now.getTime());
  const current = result.reason === "changed_meanwhile" ? { current: result.current } : {};
  return answered({ ...answer, ...current }, result.reason === "invalid" ? 422 : 409);
}

async function rates(ctx: RequestContext, form: FormData, confirmed: boolean) {
  const result = await saveRates(ctx, { rates: ratesIn(form), was: ratesIn(form, "was."), confirmed });
  if (result.ok) return saved("rates", { entry: result.entry, flash: "options.saved", at: ctx.now.getTime() });
  if (result.reason === "forbidden") throw refused(result);
  const answer = refusedAnswer("rates", result, ctx.now.getTime());
  const current = result.reason === "changed_meanwhile" ? { currentRates: result.current } : {};
  return answered({ ...answer, ...current }, result.reason === "invalid" ? 422 : 409);
}

async function takeBack(ctx: RequestContext, entry: number) {
  const result = await takeBackOptions(ctx, { entry });
  if (result.ok) return answered({ intent: "take_back", done: true, entry: result.entry, flash: "options.takenBack" });
  if (result.reason === "forbidden") throw refused(result);
  return answered(refusedAnswer("take_back", result, ctx.now.getTime()), 409);
}

async function sendTest(ctx: RequestContext, key: string) {
  const result = await testMail(ctx, { key });
  // what becomes of it is shown in the section
  if (result.ok) return answered({ intent: "test_mail", done: true });
  if (result.reason === "forbidden") throw refused(result);
  return answered(refusedAnswer("test_mail", result, ctx.now.getTime()), 409);
}

const saved = (intent: "save" | "rates", told: Pick<OptionsAnswer, "entry" | "flash" | "at">) =>
  answered({ intent, done: true, ...told });

const answered = (answer: OptionsAnswer, status = 200) => data(answer, { status });

export const clientAction = (asked: Route.ClientActionArgs) => keepFormValues(asked, failedAnswer);

export default GeneralOptionsPage;
