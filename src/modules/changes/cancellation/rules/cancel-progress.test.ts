import { expect, test } from "vitest";
import {
  moneyOfRow,
  progressOf,
  stateOfStep,
  type ProgressRow,
  type RefundStep,
} from "#src/modules/changes/cancellation/rules/cancel-progress.ts";

const refund = (status: RefundStep["status"]) => ({
  id: status,
  status,
  waits: null,
  money: { amount: 100, currency: "MXN" as const },
  error: null,
});
const row = (name: string, over: Partial<ProgressRow> = {}): ProgressRow => ({
  id: name,
  reference: name,
  name,
  people: 2,
  ended: true,
  paid: { money: [], credit: [] },
  refunds: [refund("succeeded")],
  email: { status: "sent", error: null },
  ...over,
});

test("problems come first, then what is under way, then what is done", () => {
  const rows = [
    row("Done"),
    row("Waits", { ended: false, refunds: [], email: null }),
    row("Bounced", { email: { status: "failed", error: "no such mailbox" } }),
    row("Sending", { refunds: [refund("submitted")] }),
    row("Declined", { refunds: [refund("manual")] }),
    row("Cash", { refunds: [refund("hand_over")] }),
    row("Free", { refunds: [], email: { status: "queued", error: null } }),
  ];
  expect(progressOf(rows)).toMatchObject({
    rows: ["Bounced", "Declined", "Cash", "Free", "Sending", "Waits", "Done"].map((name) => ({ name })),
    bookings: { done: 6, open: 1, failed: 0, all: 7 },
    refunds: { done: 2, open: 2, failed: 1, all: 5 },
    emails: { done: 4, open: 1, failed: 1, all: 6 },
    problems: 2,
    live: true,
  });
});

test.each([
  [row("all done"), false],
  [row("by hand", { refunds: [refund("manual")] }), false],
  [row("to hand over", { refunds: [refund("hand_over")] }), false],
  [row("to hand over, unsent email", { refunds: [refund("transfer")], email: null, ended: false }), true],
  [row("tried again", { refunds: [refund("failed")] }), true],
  [row("on its way", { refunds: [refund("requested")] }), true],
  [row("email waits", { email: { status: "retry", error: null } }), true],
  [row("is choosing", { refunds: [{ ...refund("requested"), waits: "choice" }] }), false],
  [row("became credit", { refunds: [refund("credited")] }), false],
])("whether looking again is worth it: $name", (one, live) => expect(progressOf([one]).live).toBe(live));

test.each([
  [{ open: 0, failed: 0, all: 0 }, 0, "none"],
  [{ open: 0, failed: 0, all: 0 }, 1, "open"],
  [{ open: 0, failed: 0, all: 2 }, 1, "open"],
  [{ open: 0, failed: 0, all: 2 }, 0, "done"],
  [{ open: 1, failed: 0, all: 2 }, 0, "open"],
  [{ open: 1, failed: 1, all: 2 }, 1, "failed"],
])("a step of %j with %d bookings still to be cancelled is %s", (step, waiting, state) => {
  const tally = (over: { open: number; failed: number; all: number }) => ({
    ...over,
    done: over.all - over.open - over.failed,
  });
  expect(stateOfStep(tally(step), tally({ open: waiting, failed: 0, all: 3 }))).toBe(state);
});

const pesos = { amount: 80_000, currency: "MXN" } as const;
const dollars = { amount: 4000, currency: "USD" } as const;
test.each([
  ["goes back", {}, { kind: "back", money: [{ amount: 100, currency: "MXN" }] }],
  [
    "waits to be ended, and is paid",
    { ended: false, refunds: [], paid: { money: [dollars], credit: [] } },
    { kind: "paid", money: [dollars] },
  ],
  ["waits to be ended, and isn't paid", { ended: false, refunds: [] }, { kind: "unpaid" }],
  [
    "ended, and its money stays with us",
    { refunds: [], paid: { money: [pesos], credit: [] } },
    { kind: "paid", money: [pesos] },
  ],
  ["was paid with credit", { refunds: [], paid: { money: [], credit: [pesos] } }, { kind: "credit", money: [pesos] }],
  ["ended unpaid", { refunds: [] }, { kind: "never" }],
] as const)("what is said of the money of a row that %s", (_, over, expected) => {
  expect(moneyOfRow(row("A", over as Partial<ProgressRow>))).toEqual(expected);
});
