import type http from "node:http";
import type { Account } from "#tests/mocks/stripe/account.ts";
import { dashboardPage, does } from "#tests/mocks/stripe/dashboard-page.ts";
import { hostedPage } from "#tests/mocks/stripe/hosted-page.ts";
import { type Decline, DECLINES } from "#tests/mocks/stripe/sessions.ts";

type Request = http.IncomingMessage;
type Response = http.ServerResponse;

/** Stripe's pages: the payment page for guests, and a dashboard with actions on payments for the merchant. */
export function pagesOf(account: Account) {
  return async (request: Request, response: Response): Promise<void> => {
    const { pathname } = new URL(request.url!, "http://localhost");
    const id = /^\/c\/pay\/(cs_test_\w+)$/.exec(pathname)?.[1];
    if (id) return servePayment(id, request, response);
    // a separate page, as the finished checkout shows no voucher
    if (/^\/voucher\/\w+$/.test(pathname)) return html(response, "<!doctype html><title>OXXO</title><h1>OXXO</h1>");
    if (pathname === "/dashboard") return serveDashboard(request, response);
    response.writeHead(404).end();
  };

  async function servePayment(id: string, request: Request, response: Response): Promise<void> {
    const show = (refused: boolean) => html(response, hostedPage(account.session(id), account.nameOn(id), refused));
    if (request.method !== "POST" || account.session(id).status !== "open") return show(false);
    const outcome = new URLSearchParams(await bodyOf(request)).get("outcome") ?? "pay";
    if (DECLINES.includes(outcome as Decline)) {
      account.declines(id, outcome as Decline);
      return show(true);
    }
    const take = outcome === "voucher" ? account.takesVoucher : outcome === "account" ? account.takesAccount : null;
    const { success_url: back } = take ? take(id) : account.pays(id);
    response.writeHead(303, { location: back }).end();
  }

  async function serveDashboard(request: Request, response: Response): Promise<void> {
    if (request.method !== "POST") return html(response, dashboardPage(account));
    const form = new URLSearchParams(await bodyOf(request));
    does(account, form.get("act") ?? "", form.get("id") ?? "");
    response.writeHead(303, { location: "/dashboard" }).end();
  }
}

function html(response: Response, page: string): void {
  response.writeHead(200, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }).end(page);
}

export async function bodyOf(request: Request): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
