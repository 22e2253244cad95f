import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";
import type { FormAnswer, Reply } from "#src/ui/form/answer.ts";

/** What the answer to a bar's tap has besides the word that says how it ended (`flash`): a sentence, and what can be taken back. */
export type BarExtra = {
  tone: "done" | "used" | "no";
  text: MessageId;
  use: string;
  /** The key of the next tap: with the answer, or the form would be emptied again while a code is typed. */
  next: string;
};
export type BarAnswer = FormAnswer<BarExtra>;

type BarReply = Reply<BarExtra>;

type Done = { use: string; used: number; of: number; isInside: boolean };

/** What a redeemed voucher says. Who isn't checked in gets the drink all the same. */
export const redeemed = ({ use, used, of, isInside }: Done): BarReply => ({
  tone: "done",
  flash: "vouchers.done.title",
  text: isInside ? "vouchers.done.text" : "vouchers.done.notInside",
  values: { used, of },
  use,
});

export const undone: BarReply = { tone: "used", flash: "vouchers.undone" };

const REFUSED: Readonly<Record<string, BarReply>> = {
  all_used: { tone: "used", flash: "vouchers.allUsed.title", text: "vouchers.allUsed.text" },
  ticket_invalid: { tone: "no", flash: "vouchers.invalid.title", text: "vouchers.invalid.text" },
  not_here_tonight: { tone: "no", flash: "vouchers.elsewhere.title", text: "vouchers.elsewhere.text" },
  no_vouchers: { tone: "no", flash: "vouchers.none.title", text: "vouchers.none.text" },
  too_many_tries: { tone: "no", flash: "vouchers.tries.title", text: "vouchers.tries.text" },
  too_late: { tone: "no", flash: "vouchers.tooLate.title" },
};

/** What a refusal says; nothing where the link itself opens nothing, which the page says. */
export const refusedAtBar = (reason: string, values: Values = {}): BarReply => ({ ...REFUSED[reason], values });

/** The answer to a tap that didn't reach the server: sent again, it counts once. */
export const notReached: BarReply = { tone: "no", flash: "vouchers.failed.title", text: "vouchers.failed.text" };
