import { z } from "zod";
import { id, kind } from "#src/modules/mail/notifications/kinds/kind.ts";

/** Emails to partners, which have the link of their own page, and to staff about partners. */
export const PARTNER = {
  partner_link: kind({
    payload: z.strictObject({ partnerId: id, version: z.int() }),
    owner: "partner",
    to: "accounts",
    urgency: "at_once",
    isPrivate: true,
    texts: [
      ["subject", "emails.partnerLink.subject"],
      ["preview", "emails.partnerLink.preview"],
      ["heading", "emails.partnerLink.title", { may: ["name"] }],
      ["text", "emails.partnerLink.text"],
      ["text", "emails.partnerLink.private"],
      ["button", "emails.partnerLink.action"],
    ],
  }),
  partner_statement: kind({
    payload: z.strictObject({ partnerId: id, statementId: id }),
    owner: "partner",
    to: "accounts",
    urgency: "last",
    isPrivate: true,
    texts: [
      ["subjectHeading", "emails.statement.subject", { must: ["month"] }],
      ["text", "emails.statement.toPartner", { when: "toPartner", must: ["amount"] }],
      ["text", "emails.statement.fromPartner", { when: "fromPartner", must: ["amount"] }],
      ["text", "emails.statement.nothingDue", { when: "nothingDue" }],
      ["text", "emails.statement.ask"],
      ["text", "emails.statement.private"],
      ["button", "emails.statement.action"],
      ["text", "emails.statement.closed", { when: "linkClosed" }],
    ],
  }),
  partner_statement_paid: kind({
    payload: z.strictObject({ partnerId: id, statementId: id }),
    owner: "partner",
    to: "accounts",
    urgency: "last",
    isPrivate: true,
    texts: [
      ["subjectHeading", "emails.statementPaid.subject", { when: "toPartner", must: ["month"] }],
      ["text", "emails.statementPaid.text", { when: "toPartner", must: ["amount"] }],
      ["subjectHeading", "emails.statementPaid.received", { when: "fromPartner", must: ["month"] }],
      ["text", "emails.statementPaid.receivedText", { when: "fromPartner", must: ["amount"] }],
      ["subjectHeading", "emails.statementPaid.settled", { when: "nothingDue", must: ["month"] }],
      ["text", "emails.statementPaid.settledText", { when: "nothingDue" }],
      ["text", "emails.statement.private"],
      ["button", "emails.statement.see"],
      ["text", "emails.statement.closed", { when: "linkClosed" }],
    ],
  }),
  partner_statement_answered: kind({
    payload: z.strictObject({ partnerId: id, questionId: id }),
    owner: "partner",
    to: "accounts",
    urgency: "soon",
    isPrivate: true,
    texts: [
      ["subjectHeading", "emails.statementAnswered.subject", { must: ["month"] }],
      ["text", "emails.statementAnswered.text", { may: ["date"] }],
      ["text", "emails.statement.private"],
      ["noteHeading", "emails.statementAnswered.yours"],
      ["noteHeading", "emails.statementAnswered.ours"],
      ["button", "emails.statement.see"],
      ["text", "emails.statement.closed", { when: "linkClosed" }],
    ],
  }),
  staff_statement_question: kind({
    payload: z.strictObject({ statementId: id }),
    owner: "partner",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subjectHeading", "emails.staff.question.subject", { must: ["partner"], may: ["month"] }],
      ["text", "emails.staff.question.text"],
      ["button", "emails.staff.question.action"],
    ],
  }),
  staff_desk_locked: kind({
    payload: z.strictObject({ deviceId: id, at: z.iso.datetime() }),
    owner: "partner",
    to: "staff",
    urgency: "soon",
    texts: [
      ["subjectHeading", "emails.staff.desk.subject", { must: ["desk", "partner"] }],
      ["text", "emails.staff.desk.text"],
      ["button", "emails.staff.desk.action"],
    ],
  }),
};
