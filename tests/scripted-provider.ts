import type { Money } from "#src/kernel/money.ts";
import type { Attempt, PaymentProvider, RefundState, RemoteState } from "#src/platform/payment-provider.server.ts";

/** A payment company for tests: it keeps state as a real one does, and the test decides what happens there. */
export type ScriptedProvider = PaymentProvider & {
  /** every attempt opened, by external id; one per payment, however often it is asked for */
  opened: Map<string, Attempt>;
  /** every refund accepted or declined there, by the id that it was sent under */
  refunds: Map<string, { externalId: string; money: Money; state: RefundState }>;
  /** how often each call was made */
  calls: Record<"createAttempt" | "fetchState" | "expire" | "refund", number>;
  /** the guest pays: the whole price unless told otherwise */
  pays: (externalId: string, over?: Partial<Money>) => void;
  says: (externalId: string, state: RemoteState) => void;
  /** the next refunds are answered so; afterwards they succeed */
  answersRefunds: (...states: ("succeeded" | "submitted" | "failed")[]) => void;
  /** a refund that was answered goes on to this state */
  refundBecomes: (refundId: string, state: "succeeded" | "failed") => void;
  /** from now on calls fail, or never return until `wakes` */
  fails: () => void;
  hangs: () => void;
  wakes: () => void;
};

export function scriptedProvider(name = "sandbox"): ScriptedProvider {
  const states = new Map<string, RemoteState>();
  const answers: RefundState["status"][] = [];
  let trouble: (() => Promise<void>) | undefined;
  let wake = () => {};
  const refundState = (status: RefundState["status"], id: string): RefundState =>
    status === "failed" ? { status, reason: "declined by the bank" } : { status, externalId: `re_${id}` };
  const call = async <T>(what: keyof ScriptedProvider["calls"], answer: () => T): Promise<T> => {
    it.calls[what]++;
    await trouble?.();
    return answer();
  };
  const stateOf = (externalId: string): RemoteState => {
    const state = states.get(externalId);
    if (!state) throw new Error(`${name} knows no ${externalId}`);
    return state;
  };
  const it: ScriptedProvider = {
    name,
    opened: new Map(),
    refunds: new Map(),
    calls: { createAttempt: 0, fetchState: 0, expire: 0, refund: 0 },
    createAttempt: (attempt) =>
      call("createAttempt", () => {
        const externalId = `${name}_${attempt.paymentId}`;
        it.opened.set(externalId, attempt);
        if (!states.has(externalId)) states.set(externalId, { status: "open" });
        return { externalId, redirectUrl: `https://pay.example/${externalId}` };
      }),
    fetchState: (externalId) => call("fetchState", () => stateOf(externalId)),
    expire: (externalId) =>
      call("expire", () => {
        if (stateOf(externalId).status === "open") states.set(externalId, { status: "expired", reason: "expired" });
        return stateOf(externalId);
      }),
    refund: ({ externalId, refundId, money }) =>
      call("refund", () => {
        const known = it.refunds.get(refundId);
        const state = known?.state ?? refundState(answers.shift() ?? "succeeded", refundId);
        it.refunds.set(refundId, { externalId, money, state });
        return state;
      }),
    parseWebhook: async (rawBody, headers) =>
      headers.get("x-signature") === "good"
        ? (JSON.parse(rawBody) as { eventId: string; type: string; externalId: string })
        : null,
    pays: (externalId, over = {}) => {
      const { money } = it.opened.get(externalId)!;
      states.set(externalId, { status: "paid", money: { ...money, ...over } });
    },
    says: (externalId, state) => void states.set(externalId, state),
    answersRefunds: (...list) => void answers.push(...list),
    refundBecomes: (refundId, status) => {
      it.refunds.get(refundId)!.state = refundState(status, refundId);
    },
    fails: () => (trouble = () => Promise.reject(new Error(`${name} can't be reached`))),
    hangs: () => {
      const awake = new Promise<void>((resolve) => (wake = resolve));
      trouble = () => awake;
    },
    wakes: () => {
      trouble = undefined;
      wake();
    },
  };
  return it;
}
