import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { OUTBOXES } from "#src/modules/evening/door/rules/outboxes.ts";
import { type KeptTap, type Line, type Send, TapBox } from "#src/modules/evening/stops/admin/tap-box.ts";
import { STOPS_REFUSALS } from "#src/modules/evening/stops/rules/refusals.ts";
import type { Flash } from "#src/ui/admin/use-flash.ts";
import type { Tap, TapResult } from "#src/modules/evening/stops/schema.ts";
import { Outbox } from "#src/ui/outbox/outbox.ts";

const AGAIN_MS = 10_000;
const PATIENCE_MS = 15_000;
/** So long the page waits to show what was sent as the server now has it. */
const REREAD_MS = 3000;

/** A tap as a page makes it: its id and its time are added. */
export type NewTap = Tap extends infer One ? (One extends Tap ? Omit<One, "id" | "at"> : never) : never;

export type Taps = {
  kept: readonly KeptTap[];
  line: Line;
  isKept: boolean;
  tap: (what: NewTap) => void;
  dismiss: (id: string) => void;
};

type TapSource = { night: string; me: string; path: string };

/**
 * Taps of a guide on a night: each is kept on the phone before anything else, sent to `path` at once or as soon as there is a line,
 * and shown until the server has it. `told` is what is said of the last one that was sent.
 */
export function useTaps({ night, me, path }: TapSource): Taps & { told: Flash | null } {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<Pick<Taps, "kept" | "line" | "isKept">>({ kept: [], line: "ok", isKept: true });
  const [flash, setFlash] = useState<Flash | null>(null);
  const box = useRef<TapBox>(null);
  const onSent = useEffectEvent(async (taps: readonly KeptTap[], results: readonly TapResult[]) => {
    const last = results.at(-1);
    const kind = taps.find(({ id }) => id === last?.id)?.kind;
    if (last && kind) setFlash(saidOf(last, kind));
    await Promise.race([revalidate(), new Promise((go) => setTimeout(go, REREAD_MS))]);
  });
  // an effect because the phone's storage and its line are outside of React
  useEffect(() => {
    const one = new TapBox(
      { night, userId: me },
      {
        store: new Outbox(OUTBOXES.way),
        send: sender(path, me),
        tell: () => setState({ kept: one.taps, line: one.line, isKept: one.isKept }),
        onSent: (results) => onSent(one.taps, results),
      },
    );
    box.current = one;
    void one.open();
    const again = () => void one.flush();
    const asking = setInterval(again, AGAIN_MS);
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(asking);
      removeEventListener("online", again);
      document.removeEventListener("visibilitychange", again);
    };
  }, [night, me, path]);
  return {
    ...state,
    told: flash,
    tap: (what) => {
      const tap = { id: crypto.randomUUID(), at: new Date().toISOString(), night, userId: me, refused: null };
      void box.current?.add({ ...what, ...tap });
    },
    dismiss: (id) => void box.current?.dismiss(id),
  };
}

function saidOf({ refused, bar, missing }: TapResult, kind: Tap["kind"]): Flash {
  if (refused !== null) return { flash: STOPS_REFUSALS[refused] ?? STOPS_REFUSALS.failed, bad: true };
  if (kind === "out" || kind === "in") return { flash: "stops-admin.heads.flash", values: { missing } };
  if (kind === "handed_out" || kind === "taken_back")
    return { flash: `stops-admin.flash.${kind}`, values: { name: bar } };
  return { flash: kind === "arrived" ? "stops-admin.flash.arrived" : "stops-admin.flash.undone", values: { bar } };
}

/** What the server answers to a form that it can't read, or that is too long. */
const UNREAD = [413, 422];

/** Sends taps as a form. Whatever isn't an answer of ours says that there is no line. */
const sender =
  (path: string, user: string): Send =>
  async (taps) => {
    const body = new URLSearchParams({ sent_at: new Date().toISOString(), user, taps: JSON.stringify(taps) });
    const request = { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) } as const;
    const answer = await fetch(path, request).catch(() => null);
    if (answer === null) return { line: "waiting" };
    if (answer.type === "opaqueredirect" || answer.status === 401 || answer.status === 403)
      return { line: "signed_out" };
    if (!answer.ok) return { line: UNREAD.includes(answer.status) ? "refused" : "waiting" };
    const reply = (await answer.json().catch(() => null)) as { results: TapResult[] } | null;
    return reply === null ? { line: "waiting" } : { line: "ok", results: reply.results };
  };
