import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { ScannerPhone } from "#src/modules/evening/door/admin/use-scanner.ts";
import { latestEntries, openScanner } from "#src/modules/evening/door/admin/use-scanner.ts";
import { PATIENCE_MS } from "#src/modules/evening/door/rules/queue.ts";
import { actsOf } from "#src/modules/evening/door/rules/result.ts";
import type { DoorEvent, DoorList, EventAnswer, FoundBooking } from "#src/modules/evening/door/schema.ts";
import { formatToken, signedPart } from "#src/modules/evening/tickets/rules/ticket.ts";
import { doorGuest, doorList, doorNight, ENTRY } from "#tests/door-list.ts";

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
const guest = doorGuest({
  tickets: [
    { id: FIRST, code: "K7M2PQ", name: "Sofía" },
    { id: SECOND, code: "X3NF8J", name: "Zoe" },
  ],
});
const departure = doorNight({ id: HERE, guests: [guest] });
const list = doorList([departure], { keys: { KEY123: x } });

let held: DoorList;
let found: FoundBooking[] | "offline" | "too_many";
let message: DoorEvent[];
let request: string[][];
let answerTo: (ids: readonly string[]) => Promise<EventAnswer[] | null>;
let phone: ScannerPhone;
let at: string | null;
const answer = (ticket: string, over: Partial<EventAnswer> = {}): EventAnswer => ({
  id: `for ${ticket}`,
  result: "stored",
  verdict: null,
  reason: null,
  entry: null,
  ...over,
});

beforeEach(() => {
  [message, request, held, found, at] = [[], [], list, [], HERE];
  answerTo = async (ids) => ids.map((id) => answer(id));
  const create: ScannerPhone["made"] = (event) => ({
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
    request.push([...ids]);
    return { events: ids.map((ticket_id) => create({ kind: "in", way, ticket_id })), answers: await answerTo(ids) };
  };
  phone = {
    snapshot: () => ({
      phase: "ready",
      list: held,
      at,
      device: "Door 1",
      unsent: 0,
      offlineSince: null,
      listAt: null,
      clockOff: null,
      storage: "kept",
      muted: true,
      refused: false,
      notTaken: 0,
    }),
    isOnline: true,
    made: create,
    ask,
    enter: ask,
    tell: async (events) => void message.push(...events),
    move: async () => ({ ok: true }),
    whyNotMove: async () => null,
    now: () => Date.parse("2026-11-21T02:30:00.000Z"),
    renewList: async () => {},
    find: async () => found,
  };
});

type Scanner = ReturnType<typeof openScanner>;
const render = (scanner: Scanner) => {
  const now = scanner.snapshot();
  return now.at === "result" ? `${now.result.kind} ${now.result.reason}` : now.at;
};
const scan = async (scanner: Scanner, ticket: string) => {
  void scanner.read(await sign(ticket), { at: 0, readMs: 0, decodeMs: 0 });
  await vi.waitFor(() => expect(scanner.snapshot().at).toBe("result"), { timeout: 20_000 });
  return render(scanner);
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
        entry: ENTRY,
      }),
    ],
    "already_in inside",
  ],
  ["gets no answer", null, "wrong_night unknown_ticket"],
])("a genuine ticket that isn't on the phone %s", async (_, answers, expected) => {
  answerTo = async () => answers;
  const scanner = openScanner(phone);
  expect(await scan(scanner, UNLISTED)).toBe(expected);
  expect(request).toEqual([[UNLISTED]]);
  scanner.next();
  expect(message, "nobody was turned away").toEqual([]);
});

test.each([
  ["on the list, moved since", FIRST],
  ["not on the list", UNLISTED],
])("the server says which night a ticket is for: %s", async (_, ticket) => {
  const night = { id: "n", date: "2026-11-21", start: "20:00", title: "Centro", title_es: null };
  answerTo = async () => [answer(ticket, { result: "refused", verdict: "wrong_night", reason: "later_night", night })];
  const scanner = openScanner(phone);
  expect(await scan(scanner, ticket)).toBe("wrong_night later_night");
  expect(scanner.snapshot()).toMatchObject({ result: { night } });
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
  expect(request).toEqual([[FIRST, SECOND]]);
});

test("a typed code waits for the server no longer than any ticket does", async () => {
  phone.find = () => new Promise(() => {});
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const scanner = openScanner(phone);
  const typing = scanner.typed("ABC 234");
  await vi.advanceTimersByTimeAsync(PATIENCE_MS);
  await typing;
  expect(render(scanner)).toBe("wrong_night unknown_ticket");
});

test("a typed code of a night long over is no forgery", async () => {
  phone.find = async () => "elsewhere";
  const scanner = openScanner(phone);
  await scanner.typed("ABC 234");
  expect(render(scanner)).toBe("wrong_night elsewhere");
});

test("a code is answered also where every night near is called off", async () => {
  [at, held] = [null, doorList([{ ...departure, cancelled: true }])];
  const scanner = openScanner(phone);
  await scanner.typed("K7M2PQ");
  expect(render(scanner)).toBe("no_place night_cancelled");
  scanner.next(latest(scanner));
  expect([render(scanner), message], "at no door").toEqual(["camera", []]);
  held = doorList([]);
  await scanner.typed("K7M2PQ");
  expect(render(scanner)).toBe("not_genuine unknown_code");
});

test("a party is shown by one of those who came in, with those who didn't", async () => {
  answerTo = async () => [answer(FIRST, { result: "refused", verdict: "no_place", reason: "removed" }), answer(SECOND)];
  const scanner = openScanner(phone);
  await scanner.party(guest, departure);
  expect(scanner.snapshot()).toMatchObject({
    result: { kind: "admitted", found: { ticket: { id: SECOND } }, refused: [FIRST] },
  });
});

describe("who pays at the door", () => {
  const paying = { ...guest, state: "pending" as const, tickets: [] };
  const pays = (tickets: typeof guest.tickets) => {
    held = doorList([{ ...departure, guests: [{ ...guest, tickets }] }]);
  };
  const waits = async () => {
    held = doorList([{ ...departure, guests: [paying] }]);
    const scanner = openScanner(phone);
    await scanner.party(paying, departure);
    scanner.follow();
    expect(render(scanner)).toBe("no_place unpaid");
    return scanner;
  };

  test("is let in as soon as the phone hears of it", async () => {
    const scanner = await waits();
    pays(guest.tickets);
    scanner.follow();
    await vi.waitFor(() => expect(render(scanner)).toBe("admitted ok"), { timeout: 20_000 });
    expect(request).toEqual([[FIRST, SECOND]]);
  });

  test("by one ticket of a party comes in with that one", async () => {
    const pending = { ...guest, state: "pending" as const };
    held = { ...list, departures: [{ ...departure, guests: [pending] }] };
    const scanner = openScanner(phone);
    await scan(scanner, SECOND);
    pays(guest.tickets);
    scanner.follow();
    await vi.waitFor(() => expect(render(scanner)).toBe("admitted ok"), { timeout: 20_000 });
    expect(request).toEqual([[SECOND]]);
  });

  test("and was let in by the payment is shown as in, and can be taken back", async () => {
    const scanner = await waits();
    pays(guest.tickets.map((ticket) => ({ ...ticket, in: { ...ENTRY, event: `of ${ticket.id}` } })));
    scanner.follow();
    expect(render(scanner)).toBe("admitted ok");
    expect(latest(scanner).events).toEqual({ [FIRST]: `of ${FIRST}`, [SECOND]: `of ${SECOND}` });
    expect(request).toEqual([]);
  });
});

test("what may be taken back tells a party's guests of one name apart", () => {
  const tickets = guest.tickets.map((ticket) => ({ ...ticket, name: "", in: ENTRY }));
  const entries = latestEntries(doorList([{ ...departure, guests: [{ ...guest, tickets }] }]), HERE);
  expect(entries.map(({ name, guest: who }) => [name, who])).toEqual([
    ["Sofía", { n: 2, code: "X3NF8J" }],
    ["Sofía", { n: 1, code: "K7M2PQ" }],
  ]);
});

test("an undo closes only the result that it takes back", async () => {
  const scanner = openScanner(phone);
  await scan(scanner, FIRST);
  const now = scanner.snapshot();
  const result = now.at === "result" ? now.result : null;
  const what = { name: "", at: "", entries: [{ ticket: SECOND, event: "e", departure: HERE }] };
  await scanner.undo(what, "by mistake", null);
  await scanner.undo(what, "by mistake", result && { ...result, id: "an earlier one" });
  expect(render(scanner)).toBe("admitted ok");
  await scanner.undo(what, "by mistake", result);
  expect(render(scanner)).toBe("camera");
});

const latest = (scanner: Scanner) => {
  const now = scanner.snapshot();
  if (now.at !== "result") throw new Error(now.at);
  return now.result;
};
/** The result that is shown, once the server has said whether its booking may be moved. */
const settled = async (scanner: Scanner) => {
  await vi.waitFor(() => expect(latest(scanner).move).not.toBe("asking"), { timeout: 20_000 });
  return latest(scanner);
};

describe("a move to tonight", () => {
  const shows = async (why: string | null, ends_at = "2026-11-22T07:00:00.000Z") => {
    phone.whyNotMove = vi.fn(async () => why);
    const scanner = openScanner(phone);
    await scanner.party(guest, doorNight({ id: "other", date: "2026-11-21", ends_at }));
    return { scanner, result: await settled(scanner) };
  };

  test.each<[string, string | null, string[]]>([
    ["the server would do", null, ["move", "next"]],
    ["the server would refuse", "price_differs", ["next"]],
  ])("that %s", async (_, why, acts) =>
    expect(actsOf((await shows(why)).result, departure, { online: true, now: Date.now() })).toEqual(acts),
  );

  test("of a night that is over isn't even asked for", async () => {
    const { result } = await shows(null, "2026-11-21T02:00:00.000Z");
    expect(phone.whyNotMove).not.toHaveBeenCalled();
    expect(actsOf(result, departure, { online: true, now: Date.now() })).toEqual(["next"]);
  });

  test("is sent once by two taps, and not offered again once it was refused", async () => {
    const { scanner, result } = await shows(null);
    phone.move = vi.fn(async () => ({ ok: false as const, reason: "sold_out" }));
    const both = await Promise.all([scanner.move(result), scanner.move(latest(scanner))]);
    expect(both.filter(Boolean)).toEqual(["sold_out"]);
    expect(phone.move).toHaveBeenCalledTimes(1);
    expect(actsOf(latest(scanner), departure, { online: true, now: Date.now() })).toEqual(["next"]);
  });
});

test("a party moved to tonight comes in by the ticket that was shown", async () => {
  answerTo = async (ids) =>
    ids.map((id) => answer(id, { result: "refused", verdict: "wrong_night", reason: "later_night" }));
  const scanner = openScanner(phone);
  await scan(scanner, FIRST);
  const result = await settled(scanner);
  answerTo = async (ids) => ids.map((id) => answer(id));
  await scanner.move(result);
  expect(request).toEqual([[FIRST], [FIRST]]);
  expect(render(scanner)).toBe("admitted ok");
});

test("a party moved to tonight from the list comes in whole", async () => {
  const other = doorNight({ id: "other", date: "2026-11-21", guests: [guest] });
  held = doorList([doorNight({ id: HERE }), other]);
  const scanner = openScanner(phone);
  await scanner.party(guest, other);
  const result = await settled(scanner);
  held = list;
  await scanner.move(result);
  expect([request, render(scanner)]).toEqual([[[FIRST, SECOND]], "admitted ok"]);
});

describe("a booking of other nights", () => {
  const { tickets: _tickets, mail: _mail, ...party } = doorGuest({ id: "other" });
  const { id, title, city, date, start } = doorNight({ id: "tomorrow", date: "2026-11-21" });
  const booking: FoundBooking = { ...party, departure: { id, title, city, date, start } };
  const moved = doorList([doorNight({ id: HERE, guests: [doorGuest({ id: "other" })] })]);
  const opens = async () => {
    const scanner = openScanner(phone);
    await scanner.found(booking);
    return scanner;
  };

  test("says that it is another night, and comes in whole once it was moved", async () => {
    const scanner = await opens();
    expect(render(scanner)).toBe("wrong_night later_night");
    expect(request).toEqual([]);
    phone.move = async () => {
      held = moved;
      return { ok: true };
    };
    await scanner.move(await settled(scanner));
    expect([request, render(scanner)]).toEqual([[["t1", "t2"]], "admitted ok"]);
  });

  test.each<[string, string, string[][]]>([
    ["by a ticket's code, comes in by that ticket", "X3N F8J", [["t2"]]],
    ["by its reference, comes in whole", "7K2M4P", [["t1", "t2"]]],
    ["by a code that it hasn't any more, lets nobody in", "ABC 234", []],
  ])("moved to tonight %s", async (_, code, expected) => {
    [found, held] = [[booking], doorList([doorNight({ id: HERE })])];
    const scanner = openScanner(phone);
    await scanner.typed(code);
    phone.move = async () => {
      held = moved;
      return { ok: true };
    };
    await scanner.move(await settled(scanner));
    expect([request, render(scanner)]).toEqual([expected, expected.length > 0 ? "admitted ok" : "camera"]);
  });

  test.each<[FoundBooking["state"], string]>([
    ["pending", "no_place unpaid"],
    ["refunded", "no_place refunded"],
  ])("that is %s says so", async (state, expected) => {
    const scanner = openScanner(phone);
    await scanner.found({ ...booking, state });
    expect(render(scanner)).toBe(expected);
  });

  test("that belongs here by now comes in by the newer list, or not at all", async () => {
    const here = { ...booking, departure: { ...booking.departure, id: HERE } };
    const scanner = openScanner(phone);
    await scanner.found(here);
    expect([request, render(scanner)]).toEqual([[], "wrong_night unrecorded"]);
    scanner.next();
    phone.renewList = async () => {
      held = moved;
    };
    await scanner.found(here);
    expect([request, render(scanner)]).toEqual([[["t1", "t2"]], "admitted ok"]);
  });

  test("is judged once by two taps, while the list is renewed", async () => {
    const renewed = Promise.withResolvers<void>();
    phone.renewList = async () => {
      await renewed.promise;
      held = moved;
    };
    const here = { ...booking, departure: { ...booking.departure, id: HERE } };
    const scanner = openScanner(phone);
    const both = [scanner.found(here), scanner.found(here)];
    expect(render(scanner)).toBe("reading");
    renewed.resolve();
    await Promise.all(both);
    expect([request, render(scanner)]).toEqual([[["t1", "t2"]], "admitted ok"]);
  });

  test.each<[string, typeof found, string]>([
    ["of another night", [booking], "wrong_night later_night"],
    ["of nobody", [], "not_genuine unknown_code"],
    ["without a line", "offline", "wrong_night unknown_ticket"],
    ["after too many", "too_many", "wrong_night unknown_ticket"],
  ])("is found by a typed code: %s", async (_, answers, expected) => {
    found = answers;
    const scanner = openScanner(phone);
    await scanner.typed("ABC 234");
    expect(render(scanner)).toBe(expected);
  });
});
