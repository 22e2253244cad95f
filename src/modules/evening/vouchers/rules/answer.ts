import type { MessageId } from "#src/locales/i18n.ts";
import type { Values } from "#src/locales/message.ts";

/** The answer to a bar's tap: how it ended, in a word and a sentence; `use` is what can be taken back. */
export type BarAnswer = {
  tone: "done" | "used" | "no";
  title: MessageId;
  text: MessageId | null;
  values: Values;
  use: string | null;
};

type Done = { use: string; used: number; of: number; isInside: boolean };

/** What a redeemed voucher says. Who isn't checked in gets the drink all the same. */
export const redeemed = ({ use, used, of, isInside }: Done): BarAnswer => ({
  tone: "done",
  title: "vouchers.done.title",
  text: isInside ? "vouchers.done.text" : "vouchers.done.notInside",
  values: { used, of },
  use,
});

export const undone: BarAnswer = { tone: "used", title: "vouchers.undone", text: null, values: {}, use: null };

const REFUSED: Readonly<Record<string, Pick<BarAnswer, "tone" | "title" | "text">>> = {
  all_used: { tone: "used", title: "vouchers.allUsed.title", text: "vouchers.allUsed.text" },
  ticket_invalid: { tone: "no", title: "vouchers.invalid.title", text: "vouchers.invalid.text" },
  not_here_tonight: { tone: "no", title: "vouchers.elsewhere.title", text: "vouchers.elsewhere.text" },
  no_vouchers: { tone: "no", title: "vouchers.none.title", text: "vouchers.none.text" },
  too_many_tries: { tone: "no", title: "vouchers.tries.title", text: "vouchers.tries.text" },
  too_late: { tone: "no", title: "vouchers.tooLate.title", text: null },
};

/** What a refusal says; null where the link itself opens nothing, which the page says. */
export function refusedAtBar(reason: string, values: Values): BarAnswer | null {
  const refused = REFUSED[reason];
  return refused ? { ...refused, values, use: null } : null;
}

/** The answer to a tap that didn't reach the server: sent again, it counts once. */
export const notReached: BarAnswer = {
  tone: "no",
  title: "vouchers.failed.title",
  text: "vouchers.failed.text",
  values: {},
  use: null,
};
