import { useCallback, useEffect, useRef, useState } from "react";
import { useText } from "#src/locales/use-text.ts";
import { readDesk, type SaleFields, salesOfDesk, sendAct } from "#src/modules/partners/desk/components/desk-line.ts";
import { IDLE_MS } from "#src/modules/partners/desk/rules/device.ts";
import type { DeskAddOns, DeskAnswer, DeskSaleView, DeskState } from "#src/modules/partners/desk/schema.ts";
import { STORE_MS, within } from "#src/ui/outbox/outbox.ts";

const POLL_MS = 15_000;
/** While a guest pays. */
const POLL_SALE_MS = 3000;
const ASK_AGAIN_MS = 3000;

/**
 * A desk in its browser: what it shows, kept fresh while somebody can see it; its acts, one at a time; and the sales whose answers
 * never came, each of which is asked for again by its own key until it is known how it ended.
 */
export function useDesk(first: DeskState) {
  const { locale } = useText();
  const [state, setState] = useState(first);
  const [sale, setSale] = useState<DeskSaleView | null>(null);
  const [answer, setAnswer] = useState<DeskAnswer | null>(null);
  const [addOns, setAddOns] = useState<DeskAddOns | null>(null);
  const [isLost, setLost] = useState(false);
  const [asking, setAsking] = useState<SaleFields | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [isKept, setKept] = useState(true);
  const [box] = useState(salesOfDesk);
  const used = useRef(0);
  const announcedAt = useRef(0);

  const take = useCallback((lastAnswer: DeskAnswer) => {
    setLost(false);
    if (lastAnswer.state) setState(lastAnswer.state);
    if (lastAnswer.sale) setSale(lastAnswer.sale);
    if (lastAnswer.addOns) setAddOns(lastAnswer.addOns);
  }, []);

  /** Asks for a sale whose answer never came, unless one is asked for already. */
  const askKept = useCallback(async () => {
    const [oldest] = await box.rows();
    if (oldest) setAsking((now) => now ?? oldest.fields);
  }, [box]);

  /** Sends an act; undefined when the line is lost. */
  const act = useCallback(
    async (fields: Record<string, string>): Promise<DeskAnswer | undefined> => {
      setBusy(fields["intent"] ?? "");
      try {
        const result = await sendAct(locale, fields);
        take(result);
        setAnswer(result.done ? null : result);
        return result;
      } catch {
        setLost(true);
        return undefined;
      } finally {
        setBusy(null);
      }
    },
    [locale, take],
  );

  const ask = useCallback(
    async (fields: SaleFields) => {
      const result = await act({ intent: "sell", ...fields });
      // behind the PIN it may be booked or not: asked again once the desk is open; and while others are before us
      if (!result || result.reason === "desk_closed" || result.reason === "busy") return;
      void box.settle(new Map([[fields.key, null]]));
      setAsking(null);
      // also where the refusal comes after its places were taken: the sale says so
      if (result.done || result.sale) setSale(result.sale ?? null);
    },
    [act, box],
  );

  const sell = async (fields: SaleFields) => {
    setAsking(fields);
    setBusy("sell");
    // a device that is full or keeps nothing sells all the same: known to this page alone
    setKept((await within(box.put([{ id: fields.key, fields }]), STORE_MS)) ?? false);
    await ask(fields);
  };

  // effects, because time passes and lines come back by themselves
  const isOpen = state.kind === "open";
  useEffect(() => {
    if (!isOpen) return;
    // after hydration: the server doesn't have what the device stores
    const soon = setTimeout(() => void askKept(), 0);
    return () => clearTimeout(soon);
  }, [isOpen, askKept]);

  const isAlone = asking !== null && !isKept;
  useEffect(() => {
    if (!isAlone) return;
    // with this page the sale would be gone: its answer isn't there yet, and nothing else knows its key
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", stay);
    return () => window.removeEventListener("beforeunload", stay);
  }, [isAlone]);

  const isAsking = asking !== null && isOpen && busy === null;
  useEffect(() => {
    if (!isAsking) return;
    const again = setTimeout(() => void ask(asking), ASK_AGAIN_MS);
    const back = () => void ask(asking);
    window.addEventListener("online", back);
    return () => {
      clearTimeout(again);
      window.removeEventListener("online", back);
    };
  }, [isAsking, asking, ask]);

  const waits = sale?.state === "waiting" ? sale.id : null;
  const isQuiet = busy === null && asking === null;
  useEffect(() => {
    if (!isOpen || !isQuiet) return;
    const poll = async () => {
      if (document.visibilityState !== "visible") return;
      const isUsed = used.current > announcedAt.current;
      announcedAt.current = used.current;
      try {
        if (isUsed && waits === null) take(await sendAct(locale, { intent: "touch" }));
        else take(await readDesk(locale, waits === null ? null : { sale: waits }));
      } catch {
        setLost(true);
      }
    };
    const polling = setInterval(() => void poll(), waits ? POLL_SALE_MS : POLL_MS);
    return () => clearInterval(polling);
  }, [isOpen, isQuiet, waits, locale, take]);

  useEffect(() => {
    if (!isOpen) return;
    used.current = Date.now();
    const touched = () => (used.current = Date.now());
    const events = ["pointerdown", "keydown"] as const;
    for (const name of events) document.addEventListener(name, touched);
    // covers the screen also without a line: the server asks for the PIN by its own clock
    const cover = setInterval(() => {
      if (Date.now() - used.current < IDLE_MS) return;
      setState((now) => (now.kind === "open" ? { kind: "pin", name: now.name, partner: now.partner } : now));
      void sendAct(locale, { intent: "lock" }).catch(() => undefined);
    }, 5000);
    return () => {
      for (const name of events) document.removeEventListener(name, touched);
      clearInterval(cover);
    };
  }, [isOpen, locale]);

  const show = async (id: string | null) => {
    setAnswer(null);
    if (id === null) {
      setSale(null);
      // one that another tab left unsettled, or an earlier one of this tab
      return askKept();
    }
    try {
      take(await readDesk(locale, { sale: id }));
    } catch {
      setLost(true);
    }
  };

  /** Asks what is sold beside the places of a night; without a line nothing is. */
  const look = useCallback(
    (night: string) =>
      readDesk(locale, { night })
        .then(take)
        .catch(() => setLost(true)),
    [locale, take],
  );

  return { state, sale, addOns, answer, isLost, isKept, asking, busy, act, sell, ask, show, look };
}
