import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { requestContext } from "#src/platform/context.server.ts";
import { requestAt } from "#tests/accounts.ts";
import { freshDatabase } from "#tests/database.ts";

// Each form of guests as its page posts it is understood, and answered with the status and in the shape of all forms: by pages that
// know nothing of the booking, link or account that it is about.

const database = freshDatabase();
const routes = import.meta.glob<{ action: (input: object) => Promise<unknown> }>([
  "../src/routes/account/*.tsx",
  "../src/routes/public/**/*.tsx",
]);

const ID = "0b6c8f0e-6a31-4c55-9a27-0d1f6f0c2a11";
const PASSWORD = "a night in Roma Norte";
const NAMES = { first_name: "Ana", last_name: "Ríos" };

async function post(page: string, form: Record<string, string>) {
  const ctx = requestAt(database.services);
  const context = new RouterContextProvider();
  context.set(requestContext, ctx);
  const request = new Request("http://localhost/?token=none", { method: "POST", body: new URLSearchParams(form) });
  const { action } = await routes[`../src/routes/${page}.tsx`]!();
  const answer: unknown = await action({
    context,
    request,
    params: { token: "none", bookingId: ID, entryId: ID, quoteId: ID },
  }).catch((thrown: unknown) => thrown);
  const { data, init } = answer as { data: unknown; init: { status: number; headers?: Record<string, string> } };
  return { status: init.status, data, isKept: init.headers?.["cache-control"] !== "no-store" };
}

const field = (id: string, message: string) => ({ fieldErrors: [{ id, message }] });

test.each<[page: string, form: Record<string, string>, status: number, reply: object]>([
  ["account/login", { email: "ana", password: "x" }, 422, field("email", "errors.email")],
  ["account/login", { email: "ana@people.test", password: "x" }, 401, { formError: "errors.sign_in_failed" }],
  ["account/login-code", { code: " " }, 422, field("code", "errors.code")],
  ["account/forgot-password", { email: "ana" }, 422, { formValues: { email: "ana" } }],
  ["account/forgot-password", { email: "ana@people.test" }, 200, { done: true, email: "ana@people.test" }],
  ["account/reset-password", { password: "x" }, 422, field("password", "errors.password_short")],
  ["account/reset-password", { password: PASSWORD }, 410, { over: true }],
  ["account/verify-email", { password: PASSWORD }, 410, { over: true }],
  [
    "account/signup",
    { ...NAMES, email: "ana@people.test", password: "password123456", marketing: "yes" },
    422,
    {
      formValues: { ...NAMES, one_name: "", email: "ana@people.test", marketing: "yes" },
      ...field("password", "errors.password_common"),
    },
  ],
  ["account/invitation", { ...NAMES, password: "x" }, 422, field("password", "errors.password_short")],
  ["account/invitation", { ...NAMES, password: PASSWORD }, 410, { formValues: { ...NAMES, one_name: "" } }],
  ["public/bar", { intent: "redeem", key: ID, code: "ABC123" }, 200, { key: ID, next: expect.any(String) }],
  ["public/bar", { intent: "undo", use: ID }, 200, { next: expect.any(String) }],
  ["public/desk-bind", { name: "Reception", pin: "12", again: "12" }, 422, field("pin", "desk.error.pin")],
  [
    "public/desk-bind",
    { name: "Reception", pin: "274913", again: "274913" },
    410,
    { formError: "desk.refused.bind_over" },
  ],
  ["public/own-waiting-list", { entry: ID }, 409, { formError: "waiting.error.entry_not_found" }],
  ["public/group-quote", { intent: "accept" }, 409, { formError: "groups.quote.changed" }],
  ["public/group-quote", { intent: "decline" }, 409, { formError: "groups.quote.changed" }],
  ["public/unsubscribe", { intent: "stop" }, 404, {}],
  ["public/unsubscribe", { "List-Unsubscribe": "One-Click" }, 404, {}],
  ["public/unsubscribe", { intent: "undo" }, 404, {}],
  ["public/confirmation/page", { intent: "link" }, 200, { done: true }],
  ["public/confirmation/page", { intent: "account" }, 200, { done: true }],
  [
    "public/confirmation/page",
    { intent: "names", version: "1", "name-2": "Luz" },
    404,
    { formError: "errors.booking_not_found" },
  ],
  ["public/confirmation/page", { intent: "credit" }, 404, { formError: "errors.booking_not_found" }],
  ["public/confirmation/page", { intent: "refund" }, 404, { formError: "errors.booking_not_found" }],
  ["public/confirmation/page", { intent: "move", back: "0", currency: "MXN" }, 409, { formError: "errors.invalid" }],
])("%s answers %o with %i", async (page, form, status, reply) => {
  const answer = await post(page, form);
  expect(answer.status).toBe(status);
  expect(answer.isKept).toBe(false);
  expect(answer.data).toMatchObject({ intent: form["intent"] ?? "", id: "", at: expect.any(Number), ...reply });
});

test.each([
  ["public/bar", { intent: "redeem", key: "again", code: "ABC123" }, 400],
  ["public/own-waiting-list", { entry: "mine" }, 400],
  ["public/group-quote", { intent: "haggle" }, 400],
  ["public/unsubscribe", { intent: "more" }, 400],
  ["public/confirmation/page", { intent: "everything" }, 400],
  ["public/shifts", { answer: "maybe", shift_id: "all", seen: "" }, 400],
  ["public/shifts", { answer: "accept", shift_id: "all", seen: "" }, 404],
])("%s has no answer to %o: %i", async (page, form, status) => {
  expect(await post(page, form)).toMatchObject({ status, data: null });
});
