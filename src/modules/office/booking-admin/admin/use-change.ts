import { useState } from "react";
import { useAct, useQuote } from "#src/modules/office/booking-admin/admin/use-act.ts";
import { askedAs, type MoneyChoice, moneyChoices } from "#src/modules/office/booking-admin/rules/admin-money.ts";
import { parseAmount } from "#src/kernel/amount.ts";
import { hasReference } from "#src/kernel/pay-method.ts";
import { SMALLEST_CHARGE } from "#src/modules/sales/booking/rules/quote.ts";
import type { Panel } from "#src/modules/office/booking-admin/rules/panel.ts";

type Wish =
  | { kind: "date"; departure_id: string }
  | { kind: "add"; names: string[] }
  | { kind: "remove"; positions: number[] }
  /** each as `id:quantity` */
  | { kind: "add_ons"; add_ons: string[] };

/** A change that is priced first and then made as priced; an outdated price is requested again. */
export function useChange(panel: Panel, onDone: () => void) {
  const [wish, setWish] = useState<Wish | null>(null);
  const [chosen, choose] = useState<MoneyChoice | null>(null);
  const [reference, setReference] = useState("");
  const [typed, setTyped] = useState("");
  // one idempotency key per change
  const [key, setKey] = useState("");
  const { quote, refused: noQuote, asking, ask } = useQuote(panel.id);
  const act = useAct(panel.id, { onDone, onStale: () => wish && ask(searchOf(wish)) });
  const quotes = wish && quote?.about === "change" ? quote : null;
  const choice = quotes && choiceFor(quotes.price.difference.amount_minor);
  // people who are added may cost what was agreed
  const isAgreed = wish?.kind === "add" && typed.trim() !== "";
  const agreed = isAgreed ? parseAmount(typed) : null;
  const isTooLittle = agreed !== null && agreed > 0 && agreed < SMALLEST_CHARGE[panel.currency];
  function choiceFor(difference: number): MoneyChoice {
    const choices = moneyChoices(difference, panel.currency, panel.may.refund);
    return chosen && choices.includes(chosen) ? chosen : choices[0]!;
  }
  return {
    wish,
    quotes,
    choice,
    choose,
    reference: { value: reference, set: setReference, error: act.errorOf("reference") },
    /** What is left to enter before it can be made. */
    isIncomplete:
      (choice !== null && hasReference(choice) && reference.trim() === "") ||
      (isAgreed && choice !== "keeps" && (agreed === null || isTooLittle)),
    /** What was agreed on for people who are added, as it was typed and in minor units; null for other changes. */
    agreed:
      wish?.kind === "add"
        ? { text: typed, set: setTyped, amount: agreed, isWrong: isAgreed && (agreed === null || isTooLittle) }
        : null,
    asking: wish !== null && asking,
    busy: act.busy,
    refused: act.refused ?? (wish && noQuote),
    price: (next: Wish | null) => {
      setWish(next);
      setTyped("");
      setKey(crypto.randomUUID());
      if (next) ask(searchOf(next));
    },
    make: () => {
      if (!wish || !quotes || !choice) return;
      const { money, collect } = askedAs(choice);
      const { version, difference } = money === "keeps" ? quotes.keeps : quotes.price;
      const quoted = {
        ...(money === "price" && agreed !== null
          ? { money: "agreed", difference: agreed }
          : { money, difference: difference.amount_minor }),
        version,
        currency: difference.currency,
      };
      const paid = { collect, reference: hasReference(collect) ? reference : "" };
      act.post({ act: "change", key, ...quoted, ...wish, ...(wish.kind === "remove" ? {} : paid) });
    },
  };
}

function searchOf(wish: Wish): string {
  const search = new URLSearchParams({ about: "change", kind: wish.kind });
  if (wish.kind === "date") search.set("departure_id", wish.departure_id);
  if (wish.kind === "add_ons") for (const one of wish.add_ons) search.append("add_ons", one);
  if (wish.kind === "add") for (const name of wish.names) search.append("names", name);
  if (wish.kind === "remove") for (const position of wish.positions) search.append("positions", String(position));
  return search.toString();
}
