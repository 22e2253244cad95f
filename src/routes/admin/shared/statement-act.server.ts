import { data, type RouterContextProvider } from "react-router";
import { toFieldErrors } from "#src/locales/field-errors.ts";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { answerQuestion } from "#src/modules/partners/commission/answer-question.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { paySheet, payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { refusalOf, type StatementAnswer } from "#src/modules/partners/commission/rules/shown.ts";
import { StatementAct } from "#src/modules/partners/commission/schema.ts";
import { refused, staffContext } from "#src/routes/admin/shared.server.ts";

const INTENTS = ["close", "agree", "pay", "pay_sheet", "answer"] as const;

/** What a form of the statements asks for, done or refused in words; the pages with statements share it. */
export async function actOnStatement(context: Readonly<RouterContextProvider>, request: Request) {
  const ctx = await staffContext(context);
  const fields = Object.fromEntries(await request.formData());
  const at = ctx.now.getTime();
  const asked = StatementAct.safeParse(fields);
  if (!asked.success) {
    const intent = INTENTS.find((one) => one === fields["intent"]);
    if (!intent) throw data(null, { status: 400 });
    const fieldErrors = toFieldErrors(["reference", "text"], asked.error.issues);
    return data<StatementAnswer>({ intent, at, fieldErrors }, { status: 422 });
  }
  const input = asked.data;
  const { intent } = input;
  const done =
    input.intent === "close"
      ? await closeMonth(ctx, input)
      : input.intent === "agree"
        ? await agreeForPartner(ctx, input)
        : input.intent === "pay"
          ? await payStatement(ctx, input)
          : input.intent === "pay_sheet"
            ? await paySheet(ctx, input)
            : await answerQuestion(ctx, input);
  if (done.ok) {
    const goesOn = "goesOn" in done && done.goesOn;
    return data<StatementAnswer>({ intent, at, flash: `commission-admin.done.${goesOn ? "closing" : intent}` });
  }
  if (done.reason === "forbidden") throw refused(done);
  return data<StatementAnswer>({ intent, at, ...refusalOf(done, ctx.locale) }, { status: 409 });
}
