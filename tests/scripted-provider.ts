import type { Money } from "#src/kernel/money.ts";
import {
  type Attempt,
  type DisputeState,
  EVENT_TOPICS,
  type Movement,
  type PaymentProvider,
  type Payout,
  ProviderRefused,
  type RefundState,
  type RemoteState,
} from "#src/platform/payment-provider.server.ts";

/** A payment provider for tests: stateful like a real one, and the test decides what happens there. */
export type ScriptedProvider = PaymentProvider & {
  /** every attempt opened, by external id; one per payment, however often requested */
  opened: Map<string, Attempt>;
  /** every refund accepted or declined there, by the id it was sent under */
  refunds: Map<string, { externalId: string; money: Money; state: RefundState }>;
  /** number of calls by method */
  calls: Record<"createAttempt" | "fetchState" | "expire" | "refund" | "fetchDispute", number>;
  /** disputes by id, and the reported movements */
  disputes: Map<string, DisputeState>;
  movements: Movement[];
  /** payouts, with the charges that they are made of */
  payouts: (Payout & { charges: string[] })[];
  /** the guest pays: the whole price unless stated otherwise */
  pays: (externalId: string, over?: Partial<Money>) => void;
  says: (externalId: string, state: RemoteState) => void;
  /** it knows an attempt no more, and refuses whatever is asked about it */
  forgets: (externalId: string) => void;
  /** responses to the next refunds; later ones succeed */
  answersRefunds: (...states: ("succeeded" | "submitted" | "failed" | "manual")[]) => void;
  /** an answered refund moves to this state */
  refundBecomes: (refundId: string, state: "succeeded" | "failed") => void;
  /** someone refunds in the provider's own dashboard; returns the id for `refundBecomes` */
  refundsElsewhere: (externalId: string, amount: number, status?: "submitted" | "succeeded") => string;
  /** what could still be refunded there */
  leftOf: (externalId: string) => number;
  /** from now on calls fail, or never return until `wakes` */
  fails: () => void;
  hangs: () => void;
  wakes: () => void;
};

const ELSEWHERE = "dashboard-";

export function scriptedProvider(name = "sandbox"): ScriptedProvider {
  const states = new Map<string, RemoteState>();
  const answers: RefundState["status"][] = [];
  let failure: (() => Promise<void>) | undefined;
  let wake = () => {};
  const refundState = (status: RefundState["status"], id: string): RefundState =>
    status === "failed" || status === "manual"
      ? { status, reason: "declined by the bank" }
      : { status, externalId: `re_${id}` };
  const call = async <T>(what: keyof ScriptedProvider["calls"], answer: () => T): Promise<T> => {
    it.calls[what]++;
    await failure?.();
    return answer();
  };
  const stateOf = (externalId: string): RemoteState => {
    const state = states.get(externalId);
    if (!state) throw new ProviderRefused(`${name} knows no ${externalId}`);
    return state;
  };
  /** What the provider could still refund of what it captured. */
  const leftOf = (externalId: string): number => {
    const state = states.get(externalId);
    const gone = [...it.refunds.values()].filter((one) => one.externalId === externalId && "externalId" in one.state);
    const paid = state?.status === "paid" ? state.money.amount : 0;
    return paid - gone.reduce((sum, one) => sum + one.money.amount, 0);
  };
  const it: ScriptedProvider = {
    name,
    opened: new Map(),
    refunds: new Map(),
    calls: { createAttempt: 0, fetchState: 0, expire: 0, refund: 0, fetchDispute: 0 },
    disputes: new Map(),
    movements: [],
    payouts: [],
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
        const refund = it.refunds.get(refundId);
        const fits = refund !== undefined || money.amount <= leftOf(externalId);
        const state = refund?.state ?? refundState(fits ? (answers.shift() ?? "succeeded") : "failed", refundId);
        it.refunds.set(refundId, { externalId, money, state });
        return state;
      }),
    listRefunds: async ({ externalId }) =>
      stateOf(externalId) &&
      [...it.refunds].flatMap(
        ([
          refundId,
          {
            externalId: of,
            money,
            state: { status },
          },
        ]) =>
          of === externalId && status !== "manual"
            ? {
                externalId: `re_${refundId}`,
                refundId: refundId.startsWith(ELSEWHERE) ? null : refundId,
                money,
                status,
              }
            : [],
      ),
    fetchDispute: (id) =>
      call("fetchDispute", () => {
        const dispute = it.disputes.get(id);
        if (!dispute) throw new Error(`${name} knows no dispute ${id}`);
        return dispute;
      }),
    listMovements: async () => it.movements,
    listPayouts: async () => it.payouts.map(({ id, arrives }) => ({ id, arrives })),
    chargesOfPayout: async (id) => it.payouts.find((one) => one.id === id)!.charges,
    parseWebhook: async (rawBody, headers) => {
      if (headers.get("x-signature") !== "good") return null;
      const { eventId, type, externalId } = JSON.parse(rawBody) as Record<"eventId" | "type" | "externalId", string>;
      const topic = EVENT_TOPICS.find((one) => type.startsWith(one)) ?? "other";
      return { eventId, type, topic, refs: { externalId, disputeId: externalId } };
    },
    pays: (externalId, over = {}) => {
      const { money } = it.opened.get(externalId)!;
      states.set(externalId, { status: "paid", money: { ...money, ...over }, chargeId: `ch_${externalId}` });
    },
    says: (externalId, state) => void states.set(externalId, state),
    forgets: (externalId) => void states.delete(externalId),
    answersRefunds: (...list) => void answers.push(...list),
    refundBecomes: (refundId, status) => {
      it.refunds.get(refundId)!.state = refundState(status, refundId);
    },
    refundsElsewhere: (externalId, amount, status = "succeeded") => {
      const id = `${ELSEWHERE}${it.refunds.size}`;
      const paid = states.get(externalId);
      const { currency } = paid?.status === "paid" ? paid.money : it.opened.get(externalId)!.money;
      it.refunds.set(id, { externalId, money: { amount, currency }, state: refundState(status, id) });
      return id;
    },
    leftOf,
    fails: () => (failure = () => Promise.reject(new Error(`${name} can't be reached`))),
    hangs: () => {
      const awake = new Promise<void>((resolve) => (wake = resolve));
      failure = () => awake;
    },
    wakes: () => {
      failure = undefined;
      wake();
    },
  };
  return it;
}
