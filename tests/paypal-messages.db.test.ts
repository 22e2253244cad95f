import http from "node:http";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiOn } from "#tests/api-client.ts";
import { freshDatabase, NOON } from "#tests/database.ts";
import { certify, paypalChain, SIGNER_NAME } from "#tests/mocks/paypal/certificates.ts";
import type { Signed } from "#tests/mocks/paypal/sign-message.ts";
import { startPaypal } from "#tests/mocks/paypal/start-paypal.ts";

// What reaches /webhooks/paypal: the product's own wiring, which trusts PayPal and nobody else.

const paypal = await startPaypal({ clock: () => NOON });
const { root, authority, signer } = paypal.chain;
const believed = tls.getCACertificates("default");
tls.setDefaultCACertificates([...believed, root.pem]);

const database = freshDatabase({
  PAYPAL_CLIENT_ID: paypal.keys.clientId,
  PAYPAL_CLIENT_SECRET: paypal.keys.clientSecret,
  PAYPAL_WEBHOOK_ID: paypal.keys.webhookId,
  PAYPAL_API_URL: paypal.origin,
});

/** A server that must not be called. */
let requests = 0;
const canary = http.createServer((_, res) => (requests++, res.end(signer.pem + authority.pem)));
await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
const elsewhere = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/v1/notifications/certs/CERT-double-1`;

afterAll(async () => {
  tls.setDefaultCACertificates(believed);
  canary.close();
  await paypal.stop();
});

let call: ReturnType<typeof apiOn>;
beforeAll(() => void (call = apiOn(database)));

let events = 0;
const aBody = () =>
  JSON.stringify({
    id: `WH-${events++}`,
    event_type: "CHECKOUT.ORDER.APPROVED",
    resource: { id: "5O190127TN364715T" },
  });
const post = ({ body, headers }: Signed) => call("/webhooks/paypal", { raw: body, headers });

async function stored(): Promise<number> {
  const { rows } = await database.services.pool.query<{ n: number }>(
    `select (select count(*) from provider_events)::int
       + (select count(*) from graphile_worker._private_jobs)::int as n`,
  );
  return rows[0]!.n;
}

const good = () => paypal.signed(aBody());
const without = (header: string): Signed => {
  const { body, headers } = good();
  return { body, headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== header)) };
};
const withHeader = (name: string, value: string): Signed => {
  const { body, headers } = good();
  return { body, headers: { ...headers, [name]: value } };
};
/** Signed by the certificate served under a name at PayPal's own address. */
function servedAs(name: string, served: { pem: string } | { location: string }, by = signer): Signed {
  paypal.certificates.set(name, served);
  return paypal.signed(aBody(), {
    signer: by,
    certificateUrl: `${paypal.origin}/v1/notifications/certs/${name}`,
  });
}
const chainOf = (...parts: { pem: string }[]) => ({ pem: parts.map(({ pem }) => pem).join("") });
const minutes = (n: number) => new Date(NOON.getTime() + n * 60_000);
const DAYS_3_AND_AN_HOUR = (3 * 24 + 1) * 60;

test("a message of PayPal's is stored once, however often it comes", async () => {
  const before = await stored();
  const message = good();
  expect(await post(message)).toMatchObject({ status: 200, text: "" });
  expect(await post(message)).toMatchObject({ status: 200 });
  expect(await post(paypal.signed(message.body)), "signed anew, as for another try").toMatchObject({ status: 200 });
  expect(await stored()).toBe(before + 2); // the message and its job
});

test("its certificate is fetched once for many messages", async () => {
  await post(good());
  const fetches = () => paypal.requests.filter(({ path }) => path.includes("/certs/CERT-double-1")).length;
  const before = fetches();
  await Promise.all(Array.from({ length: 5 }, () => post(good())));
  expect(fetches()).toBe(before);
});

test.each([
  ["three days and an hour old", () => paypal.signed(aBody(), { at: minutes(-DAYS_3_AND_AN_HOUR) })],
  ["five minutes ahead", () => paypal.signed(aBody(), { at: minutes(5) })],
  ["with no address in it", () => paypal.signed(JSON.stringify({ id: `WH-${events++}`, event_type: "SOMETHING.NEW" }))],
  ["with accents in it", () => paypal.signed(JSON.stringify({ id: `WH-ñ${events++}`, event_type: "SOMETHING.NEW" }))],
])("a message %s is believed", async (_, message) => {
  expect(await post(message())).toMatchObject({ status: 200 });
});

describe("what is not to be believed gets 400 and changes nothing:", () => {
  const stranger = paypalChain();
  const other = certify({ name: "messageverificationcerts.example.test", issuer: authority });
  const notAuthority = certify({ name: "No authority", issuer: root });
  const underNoAuthority = certify({ name: SIGNER_NAME, issuer: notAuthority });
  const ended = certify({ name: SIGNER_NAME, issuer: authority, until: new Date("2026-11-19") });
  const early = certify({ name: SIGNER_NAME, issuer: authority, from: new Date("2026-11-21") });
  const endedAuthority = certify({ name: "Ended authority", issuer: root, ca: true, until: new Date("2026-11-19") });
  const underEnded = certify({ name: SIGNER_NAME, issuer: endedAuthority });
  const selfSigned = certify({ name: SIGNER_NAME });

  const table: [string, () => Signed][] = [
    ["no id", () => without("paypal-transmission-id")],
    ["no time", () => without("paypal-transmission-time")],
    ["no signature", () => without("paypal-transmission-sig")],
    ["no certificate", () => without("paypal-cert-url")],
    ["no algorithm", () => without("paypal-auth-algo")],
    ["another algorithm", () => withHeader("paypal-auth-algo", "SHA1withRSA")],
    ["a signature of nothing", () => withHeader("paypal-transmission-sig", "")],
    ["a signature that is no base64", () => withHeader("paypal-transmission-sig", "%%%")],
    ["another body", () => ({ ...good(), body: aBody() })],
    ["another time", () => withHeader("paypal-transmission-time", "2026-11-20T17:59:00Z")],
    ["a time that is none", () => withHeader("paypal-transmission-time", "yesterday")],
    ["another webhook", () => paypal.signed(aBody(), { webhookId: "7WH00000000000002" })],
    ["too old", () => paypal.signed(aBody(), { at: minutes(-DAYS_3_AND_AN_HOUR - 1) })],
    ["too far ahead", () => paypal.signed(aBody(), { at: minutes(6) })],
    ["another's key", () => paypal.signed(aBody(), { signer: stranger.signer })],
    ["a certificate elsewhere", () => paypal.signed(aBody(), { certificateUrl: elsewhere })],
    ["a certificate of another path", () => withHeader("paypal-cert-url", `${paypal.origin}/v1/other/CERT-double-1`)],
    [
      "a path that climbs",
      () => withHeader("paypal-cert-url", `${paypal.origin}/v1/notifications/certs/../../../v1/oauth2/token`),
    ],
    [
      "a host behind a name",
      () => withHeader("paypal-cert-url", elsewhere.replace("http://", "http://api.paypal.com@")),
    ],
    ["a certificate that leads elsewhere", () => servedAs("CERT-led-away", { location: elsewhere })],
    ["a certificate that is not there", () => withHeader("paypal-cert-url", `${paypal.certificateUrl}0`)],
    ["what is no certificate", () => servedAs("CERT-none", { pem: "nothing" })],
    ["a certificate too large", () => servedAs("CERT-large", { pem: signer.pem + authority.pem + " ".repeat(70_000) })],
    [
      "a stranger's chain",
      () => servedAs("CERT-forged", chainOf(stranger.signer, stranger.authority), stranger.signer),
    ],
    [
      "a stranger's chain with its root",
      () => servedAs("CERT-rooted", chainOf(stranger.signer, stranger.authority, stranger.root), stranger.signer),
    ],
    ["a certificate of its own making", () => servedAs("CERT-self", chainOf(selfSigned), selfSigned)],
    ["a chain with a part missing", () => servedAs("CERT-short", chainOf(signer))],
    ["an honest certificate of another's name", () => servedAs("CERT-name", chainOf(other, authority), other)],
    [
      "an authority that is none",
      () => servedAs("CERT-no-ca", chainOf(underNoAuthority, notAuthority), underNoAuthority),
    ],
    ["a certificate that has ended", () => servedAs("CERT-ended", chainOf(ended, authority), ended)],
    ["a certificate that is not valid yet", () => servedAs("CERT-early", chainOf(early, authority), early)],
    ["an authority that has ended", () => servedAs("CERT-old-ca", chainOf(underEnded, endedAuthority), underEnded)],
    ["what is no JSON", () => paypal.signed("PayPal says hello")],
    ["a message without a name", () => paypal.signed(JSON.stringify({ event_type: "CHECKOUT.ORDER.APPROVED" }))],
  ];
  test.each(table)("%s", async (_, message) => {
    const before = await stored();
    expect(await post(message())).toMatchObject({ status: 400 });
    expect(await stored()).toBe(before);
    expect(requests).toBe(0);
  });

  test("a megabyte, signed", async () => {
    const before = await stored();
    const body = JSON.stringify({ id: "WH-large", event_type: "X", filler: "x".repeat(1_000_000) });
    expect(await post(paypal.signed(body))).toMatchObject({ status: 413 });
    expect(await stored()).toBe(before);
  });

  test("(the chains of the table are refused for their error alone: a faultless one is believed)", async () => {
    const again = certify({ name: SIGNER_NAME, issuer: authority });
    expect(await post(servedAs("CERT-again", chainOf(again, authority), again))).toMatchObject({ status: 200 });
  });
});

test("many messages with as many certificates don't make this server ask for all of them", async () => {
  paypal.breaks({ path: /CERT-flood/, waits: 200, times: 50 });
  const flood = Array.from({ length: 30 }, (_, n) =>
    paypal.signed(aBody(), { certificateUrl: `${paypal.origin}/v1/notifications/certs/CERT-flood-${n}` }),
  );
  const answers = await Promise.all(flood.map(post));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  expect(paypal.requests.filter(({ path }) => path.includes("CERT-flood")).length).toBeLessThanOrEqual(4);
  expect(await post(good())).toMatchObject({ status: 200 });
});

test("a certificate that can't be fetched now is fetched with the next try", async () => {
  const next = certify({ name: SIGNER_NAME, issuer: authority });
  const message = servedAs("CERT-next", chainOf(next, authority), next);
  paypal.breaks({ path: /CERT-next/, cut: true });
  expect(await post(message)).toMatchObject({ status: 400 });
  expect(await post(message)).toMatchObject({ status: 200 });
});
