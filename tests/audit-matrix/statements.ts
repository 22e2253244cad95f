import { randomUUID } from "node:crypto";
import { agreeForPartner } from "#src/modules/partners/commission/agree-statement.server.ts";
import { answerQuestion } from "#src/modules/partners/commission/answer-question.server.ts";
import { closeMonth } from "#src/modules/partners/commission/close-month.server.ts";
import { paySheet, payStatement } from "#src/modules/partners/commission/pay-statement.server.ts";
import { does, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { NOON } from "#tests/database.ts";
import { addPartner } from "#tests/partner-acts.ts";

/** Months of partners' commission, and their statements. */
export function statementRows(stage: StaffStage): Row[] {
  const needs = ["payments.change"] as const;
  let months = 0;
  const month = () => `${2025 - Math.floor(months / 12)}-${String((months++ % 12) + 1).padStart(2, "0")}`;
  const statement = async (state: "draft" | "agreed") => {
    const partner = await addPartner(stage.db(), NOON, { code: randomUUID() });
    const agreed = { state, commission: 5000, cash_kept: 0, agreed_at: NOON, agreed_by: "partner" };
    const result = { partner_id: partner, month: month(), number: 1, test: true, counted: 0, closed_at: NOON };
    const { id } = await stage
      .db()
      .insertInto("partner_statements")
      .values({ ...result, ...(state === "agreed" ? agreed : {}) })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, partner, month: result.month };
  };
  return [
    {
      act: "statements: close a month",
      of: ["partners/commission/close-month"],
      needs: ["books.close"],
      leaves: "statements.closed",
      again: "done",
      prepare: async () => {
        const { month: closed } = await statement("draft");
        return does((ctx) => closeMonth(ctx, { month: closed }), ["statements", closed]);
      },
    },
    {
      act: "statement: agree for its partner",
      of: ["partners/commission/agree-statement"],
      needs,
      leaves: "statement.agreed",
      again: "done",
      prepare: async () => {
        const { id, partner } = await statement("draft");
        const figures = { statement_id: id, commission: 0, cash: 0 };
        return does((ctx) => agreeForPartner(ctx, figures), ["partner", partner]);
      },
    },
    {
      act: "statement: note its payment",
      of: ["partners/commission/pay-statement"],
      needs,
      leaves: "statement.paid",
      again: "done",
      prepare: async () => {
        const { id, partner } = await statement("agreed");
        return does((ctx) => payStatement(ctx, { statement_id: id, reference: "SPEI 1" }), ["partner", partner]);
      },
    },
    {
      act: "statements: note that a whole sheet is paid",
      of: ["partners/commission/pay-statement"],
      needs,
      leaves: "statement.paid",
      again: "done",
      prepare: async () => {
        const { id, partner } = await statement("agreed");
        const clabe = { clabe: "032180000118359719" };
        await stage.db().updateTable("partners").set(clabe).where("id", "=", partner).execute();
        return does((ctx) => paySheet(ctx, { statements: [id], sum: 5000 }), ["partner", partner]);
      },
    },
    {
      act: "statement: answer a question",
      of: ["partners/commission/answer-question"],
      needs: ["affiliates.change"],
      leaves: "statement.answered",
      again: "done",
      prepare: async () => {
        const { id: statement_id, partner } = await statement("draft");
        const question = { statement_id, booking_id: await stage.paid(), question: "Why?", asked_at: NOON };
        const { id } = await stage
          .db()
          .insertInto("statement_questions")
          .values(question)
          .returning("id")
          .executeTakeFirstOrThrow();
        return does((ctx) => answerQuestion(ctx, { question_id: id, text: "Two came." }), ["partner", partner]);
      },
    },
  ];
}
