import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { answerQuestion } from "#src/modules/partners/commission/answer-question.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { paySheet, payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { refusalOf } from "#src/modules/partners/commission/rules/statement-view.ts";
import {
  AgreeStatement,
  AnswerQuestion,
  CloseMonth,
  PaySheet,
  PayStatement,
} from "#src/modules/partners/commission/schema.ts";
import { adminAct, type ActionArgs } from "#src/routes/admin/shared/admin-act.server.ts";
import { act } from "#src/routes/shared/act.server.ts";

/** The action of the pages with statements. */
export const actOnStatement = (args: ActionArgs) =>
  adminAct(args, {
    refusals: { failed: "commission-admin.refused.other" },
    acts: {
      close: act({
        input: CloseMonth,
        run: closeMonth,
        done: ({ goesOn }) => ({ flash: goesOn ? "commission-admin.done.closing" : "commission-admin.done.close" }),
        refusal: refusalOf,
      }),
      agree: act({
        input: AgreeStatement,
        run: agreeForPartner,
        done: "commission-admin.done.agree",
        refusal: refusalOf,
      }),
      pay: act({
        input: PayStatement,
        fields: ["reference"],
        run: payStatement,
        done: "commission-admin.done.pay",
        refusal: refusalOf,
      }),
      pay_sheet: act({
        input: PaySheet,
        run: paySheet,
        done: "commission-admin.done.pay_sheet",
        refusal: refusalOf,
      }),
      answer: act({
        input: AnswerQuestion,
        fields: ["text"],
        run: answerQuestion,
        done: "commission-admin.done.answer",
        refusal: refusalOf,
      }),
    },
  });
