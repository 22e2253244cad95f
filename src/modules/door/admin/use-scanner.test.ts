import { beforeEach, expect, test, vi } from "vitest";
import type { ScannerPhone } from "#src/modules/door/admin/use-scanner.ts";
import { openScanner } from "#src/modules/door/admin/use-scanner.ts";
import type { DoorEvent, DoorGuest, DoorList, EventAnswer } from "#src/modules/door/schema.ts";
import { formatToken, signedPart } from "#src/modules/tickets/rules/ticket.ts";

const { publicKey, privateKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
const { x = "" } = await crypto.subtle.exportKey("jwk", publicKey);
const HERE = "6f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b02";
const sign = async (ticketId: string) => {
  const claim = { ticketId, departureId: HERE, keyId: "KEY123" };
  const bytes = await crypto.subtle.sign("Ed25519", privateKey, new TextEncoder().encode(signedPart(claim)));
  return formatToken(claim, Buffer.from(bytes).toString("base64url"));
};

const [FIRST, SECOND, UNLISTED] = [1, 2, 3].map((n) => `5f0d6a52-7c1e-4b9a-9d53-1e6a2c8f4b0${n}`) as [
  string,
  string,
  string,
];
const guest: DoorGuest = {
  id: "b",
  reference: "RND-7K2M4P",
  name: "Sofía",
  people: 2,
  language: "es",
  note: "",
  state: "confirmed",
  mail: "",
  tickets: [
    { id: FIRST, code: "K7M2PQ", name: "Sofía" },
    { id: SECOND, code: "X3NF8J", name: "Zoe" },
  ],
};
const departure: DoorList["departures"][number] = {
  id: HERE,
  title: "Roma",
  city: "CDMX",
  date: "2026-11-20",
  start: "20:00",
  starts_at: "2026-11-21T02:00:00.000Z",
  ends_at: "2026-11-21T07:00:00.000Z",
  zone: "America/Mexico_City",
  cancelled: false,
  total: 40,
  free: 2,
  tonight: true,
  guests: [guest],
};
const list: DoorList = { version: "1", now: "", salt: "", keys: { KEY123: x }, departures: [departure] };

let told: DoorEvent[];
let asked: string[][];
let answerTo: (ids: readonly string[]) => Promise<EventAnswer[] | null>;
let phone: ScannerPhone;
const answer = (ticket: string, over: Partial<EventAnswer> = {}): EventAnswer => ({
  id: `for ${ticket}`,
  result: "stored",
  verdict: null,
  reason: null,
  entry: null,
  ...over,
});

beforeEach(() => {
  [told, asked] = [[], []];
  answerTo = async (ids) => ids.map((id) => answer(id));
  const made: ScannerPhone["made"] = (event) => ({
    id: `for ${event.ticket_id}`,
    departure_id: HERE,
    ticket_id: null,
    of_event: null,
    device_at: "",
    offline: true,
    reason: "",
    ...event,
  });
  const ask: ScannerPhone["ask"] = async (ids, way) => {
    asked.push([...ids]);
    return { events: ids.map((ticket_id) => made({ kind: "in", way, ticket_id })), answers: await answerTo(ids) };
  };
  phone = {
    snapshot: () => ({
      phase: "ready",
      list,
      at: HERE,
      device: "Door 1",
      unsent: 0,
      offlineSince: null,
      listAt: null,
      clockOff: null,
      storage: "kept",
      muted: true,
      refused: false,
    }),
    isOnline: true,
    made,
    ask,
    enter: ask,
    tell: async (events) => void told.push(...events),
    move: async () => ({ ok: true }),
    renewList: async () => {},
  };
});

type Scanner = ReturnType<typeof openScanner>;
const shown = (scanner: Scanner) => {
  const now = scanner.snapshot();
  return now.at === "result" ? `${now.result.kind} ${now.result.reason}` : now.at;
};
const scan = async (scanner: Scanner, ticket: string) => {
  scanner.read(await sign(ticket), { at: 0, readMs: 0, decodeMs: 0 });
  await vi.waitFor(() => expect(scanner.snapshot().at).toBe("result"));
  return shown(scanner);
};

test.each<[string, EventAnswer[] | null, string]>([
  ["is let in by the server", [answer(UNLISTED)], "admitted ok"],
  [
    "was let in before",
    [
      answer(UNLISTED, {
        result: "refused",
        verdict: "already_in",
        reason: "inside",
        entry: { event: "e", at: "2026-11-21T02:00:00.000Z", by: "", device: "", id_seen: false },
      }),
    ],
    "already_in inside",
  ],
  ["gets no answer", null, "wrong_night unknown_ticket"],
])("a genuine ticket that isn't on the phone %s", async (_, answers, expected) => {
  answerTo = async () => answers;
  const scanner = openScanner(phone);
  expect(await scan(scanner, UNLISTED)).toBe(expected);
  expect(asked).toEqual([[UNLISTED]]);
  scanner.next();
  expect(told, "nobody was turned away").toEqual([]);
});

test("what fails ends in a result", async () => {
  phone.enter = () => Promise.reject(new Error("a bug"));
  expect(await scan(openScanner(phone), FIRST)).toBe("wrong_night unrecorded");
  phone.ask = () => Promise.reject(new Error("a bug"));
  expect(await scan(openScanner(phone), UNLISTED)).toBe("wrong_night unrecorded");
});

test("a second tap asks nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<EventAnswer[]>();
  answerTo = () => promise;
  const scanner = openScanner(phone);
  const first = scanner.party(guest, departure);
  await scanner.party(guest, departure);
  await scanner.typed("K7M2PQ");
  resolve([answer(FIRST), answer(SECOND)]);
  await first;
  expect(asked).toEqual([[FIRST, SECOND]]);
});

test("a party is shown by one of those who came in, with those who didn't", async () => {
  answerTo = async () => [answer(FIRST, { result: "refused", verdict: "no_place", reason: "removed" }), answer(SECOND)];
  const scanner = openScanner(phone);
  await scanner.party(guest, departure);
  expect(scanner.snapshot()).toMatchObject({
    result: { kind: "admitted", found: { ticket: { id: SECOND } }, refused: [FIRST] },
  });
});

test("an undo closes only the result that it takes back", async () => {
  const scanner = openScanner(phone);
  await scan(scanner, FIRST);
  const now = scanner.snapshot();
  const result = now.at === "result" ? now.result : null;
  const what = { name: "", at: "", entries: [{ ticket: SECOND, event: "e", departure: HERE }] };
  await scanner.undo(what, "by mistake", null);
  await scanner.undo(what, "by mistake", result && { ...result, id: "an earlier one" });
  expect(shown(scanner)).toBe("admitted ok");
  await scanner.undo(what, "by mistake", result);
  expect(shown(scanner)).toBe("camera");
});

test("a party moved to tonight comes in by the ticket that was shown", async () => {
  answerTo = async (ids) =>
    ids.map((id) => answer(id, { result: "refused", verdict: "wrong_night", reason: "later_night" }));
  const scanner = openScanner(phone);
  await scan(scanner, FIRST);
  const now = scanner.snapshot();
  answerTo = async (ids) => ids.map((id) => answer(id));
  await scanner.move((now as Extract<typeof now, { at: "result" }>).result);
  expect(asked).toEqual([[FIRST], [FIRST]]);
  expect(shown(scanner)).toBe("admitted ok");
});
