import { dateIn, HOME_ZONE, instantOf } from "#src/kernel/local-time.ts";
import type { GuideNight } from "#src/modules/evening/guides/schema.ts";
import type { BookingSubject, EmailSubject } from "#src/modules/mail/notifications/read-subject.server.ts";
import type { Case } from "#src/modules/mail/notifications/rules/template-texts.ts";
import {
  isAccountEmail,
  isBookingEmail,
  isHoldEmail,
  isInvitationEmail,
  isMessageMail,
  isPartnerAlert,
  isTillEmail,
  isPartnerEmail,
  isShiftEmail,
  isWaitingEmail,
  type PartnerEmailKind,
  type ShiftEmailKind,
  type TemplateKind,
} from "#src/modules/mail/notifications/schema.ts";

const NOBODY = "00000000-0000-4000-8000-000000000000";
/** Where a code or a key would stand: nothing that opens anything. */
export const NO_CODE = "XXXXXX";
const DAY_MS = 24 * 3_600_000;

type Booked = NonNullable<BookingSubject["booking"]>;

/** An example of what an email of this kind is about, in a case of it: invented people, amounts and codes. */
export function exampleOf(kind: TemplateKind, at: Case | null, now: Date): EmailSubject {
  const soon = new Date(now.getTime() + DAY_MS).toISOString();
  const secret = { token: NO_CODE, until: soon };
  if (isBookingEmail(kind)) return inCase({ ...exampleBooking(now), kind }, at, now);
  if (isMessageMail(kind)) return { about: "message", kind, message: exampleMessage(now), answer: exampleAnswer(now) };
  if (isHoldEmail(kind)) {
    const episode = {
      id: NOBODY,
      started_at: now,
      seen_at: now,
      ended_at: null,
      unpaid: 42,
      paid: 3,
      everywhere: true,
      departures: [],
    };
    if (kind === "booking_code") return { about: "hold", kind, payload: secret, episode: undefined, now };
    return { about: "hold", kind, payload: { episodeId: NOBODY }, episode, now };
  }
  if (isInvitationEmail(kind)) {
    const invitation = { role: "support", accepted_at: null, revoked_at: null, expires_at: new Date(soon) };
    return {
      about: "invitation",
      kind,
      payload: { invitationId: NOBODY, ...secret },
      invitation: invitation as never,
      now,
    };
  }
  if (isAccountEmail(kind)) {
    const account = { id: NOBODY, email: "sofia@example.com", emailVerified: true, language: null };
    const payload = {
      account_verify: { userId: NOBODY, ...secret },
      account_reset: { userId: NOBODY, ...secret },
      account_exists: { userId: NOBODY },
      account_guessed: { userId: NOBODY, what: at === "codeGuessed" ? "code" : "password" },
      account_password_changed: { userId: NOBODY, by: at === "byLink" ? "link" : "owner" },
      account_email_change: { userId: NOBODY, newEmail: "sofia.ruiz@example.com", ...secret },
      account_email_changed: { userId: NOBODY, newEmail: "sofia.ruiz@example.com" },
      account_second_factor: { userId: NOBODY, enabled: at !== "off" },
    }[kind];
    return { about: "account", kind, payload, account, now } as EmailSubject;
  }
  if (isWaitingEmail(kind)) {
    const night = { title: "Centro Histórico Crawl", city: "Mexico City", crawl: "Centro Histórico Crawl" };
    const entry = { id: NOBODY, state: "waiting", people: 2, ahead: 1, offer: null } as const;
    const hours = {
      date: dateIn(new Date(now.getTime() + 10 * DAY_MS), HOME_ZONE),
      start_time: "20:00",
      end_time: "00:30",
      zone: HOME_ZONE,
    };
    const payload = { entryIds: [NOBODY] };
    return { about: "waiting", kind, payload, entries: [{ ...night, ...entry, ...hours }], link: "#" };
  }
  if (isShiftEmail(kind)) return exampleShift(kind, at, now);
  if (isTillEmail(kind)) {
    const till = { night: dateIn(now, HOME_ZONE), test: false, city: "Mexico City", city_es: "Ciudad de México" };
    const payload = { userId: NOBODY, tillId: NOBODY, round: 1 };
    return { about: "till", kind, payload, till: { ...till, by: "Mateo Ríos" } };
  }
  if (isPartnerEmail(kind)) return examplePartner(kind, at, now);
  if (isPartnerAlert(kind)) {
    const payload = {
      staff_statement_question: { statementId: NOBODY },
      staff_desk_locked: { deviceId: NOBODY, at: now.toISOString() },
    }[kind];
    const question = { id: NOBODY, booking_id: NOBODY, question: "Three of them came, not two.", asked_at: now };
    return {
      about: "partnerAlert",
      kind,
      payload,
      statement: exampleStatement(null, now),
      questions: [{ ...question, reference: "RND-EXAMPLE", answer: null, answered_at: null }],
      desk: { name: "Tablet", partner: "Hostal Ejemplo", locked_at: now, revoked_at: null },
    } as EmailSubject;
  }
  const lost = at === "moneyLost";
  const event = {
    provider: "stripe",
    type: "charge.succeeded",
    event_id: "evt_example",
    external_id: "pi_example",
    dead_reason: lost ? "money_without_booking" : "failed",
    last_error: null,
  };
  const run = {
    id: NOBODY,
    provider: "stripe",
    day: dateIn(now, HOME_ZONE),
    ranAt: now.toISOString(),
    movements: 12,
    lookedAt: null,
    differences: [
      {
        id: NOBODY,
        kind: "charge_differs",
        externalId: "pi_example",
        reference: "RND-EXAMPLE",
        ours: { amount: 80_000, currency: "MXN" },
        theirs: { amount: 79_000, currency: "MXN" },
        mended: false,
      },
    ],
  };
  const tills = [
    {
      booking_id: null,
      account: "office_cash",
      provider: null,
      found_at: now,
      currency: "MXN" as const,
      expected: 80_000,
      actual: 79_000,
    },
  ];
  return { about: "money", kind, event: event as never, run: run as never, tills };
}

/** A statement of last month, and a question about it. */
function examplePartner(kind: PartnerEmailKind, at: Case | null, now: Date): EmailSubject {
  const statement = exampleStatement(at, now);
  const payload = {
    partner_link: { partnerId: NOBODY, version: 1 },
    partner_statement: { partnerId: NOBODY, statementId: NOBODY },
    partner_statement_paid: { partnerId: NOBODY, statementId: NOBODY },
    partner_statement_answered: { partnerId: NOBODY, questionId: NOBODY },
  }[kind];
  const email = "hola@hostal.example";
  const url = at === "linkClosed" ? null : "#";
  const question = {
    month: statement.month,
    test: false,
    date: `${statement.month}-20`,
    question: "Three of them came, not two.",
    answer: "You’re right: we let the third one in by hand. It’s on your next statement.",
  };
  const partner = { name: "Hostal Ejemplo", email, version: 1, isActive: true, language: "es", url };
  return { about: "partner", kind, payload, partner, recipient: email, statement, question } as EmailSubject;
}

function exampleStatement(at: Case | null, now: Date) {
  const month = Temporal.PlainDate.from(dateIn(now, HOME_ZONE)).subtract({ months: 1 }).toString().slice(0, 7);
  const cash = at === "fromPartner" ? 160_000 : at === "nothingDue" ? 96_000 : 40_000;
  return {
    id: NOBODY,
    partnerId: NOBODY,
    name: "Hostal Ejemplo",
    code: "EJEMPLO",
    language: "es",
    month,
    number: `${month}-04`,
    state: "draft",
    people: 24,
    bookings: 9,
    commission: 96_000,
    cash,
    due: 96_000 - cash,
    agreedAt: null,
    agreedBy: null,
    paidAt: null,
    reference: "SPEI 0123456",
    questions: 1,
    doubts: 0,
    test: false,
  };
}

/** A night in ten days that a guide is asked for, or two. */
function exampleShift(kind: ShiftEmailKind, at: Case | null, now: Date): EmailSubject {
  const nightIn = (days: number): GuideNight => ({
    shiftId: NOBODY,
    departureId: NOBODY,
    title: "Centro Histórico Crawl",
    city: "Mexico City",
    zone: HOME_ZONE,
    date: dateIn(new Date(now.getTime() + days * DAY_MS), HOME_ZONE),
    start: "20:00",
    end: "00:30",
    startsAt: new Date(now.getTime() + days * DAY_MS).toISOString(),
    meeting: { place: "Plaza Garibaldi 12", map: "#" },
    guests: 14,
    part: at === "asBackup" ? "backup" : "guide",
    state: "asked",
    isCancelled: false,
    note: "",
    mark: "",
    whyNot: null,
    mayDecline: true,
  });
  const was = { date: nightIn(9).date, start_time: "21:00", end_time: "01:30" };
  const payload = {
    shift_asked: { userId: NOBODY, requestId: NOBODY, shiftIds: [NOBODY], again: at === "askedAgain" },
    shift_moved: { userId: NOBODY, requestId: NOBODY, shiftId: NOBODY, was },
    shift_ended: { userId: NOBODY, shiftId: NOBODY, why: at === "nightOff" ? "cancelled" : "withdrawn" },
  }[kind];
  const nights = at === "several" ? [nightIn(10), nightIn(11)] : [nightIn(10)];
  return { about: "shift", kind, payload, nights, isGuide: true, now } as EmailSubject;
}

const CHANGES: Partial<Record<Case, BookingSubject["change"]>> = {
  changed: "date",
  dateMoved: "date",
  grew: "add",
  shrank: "remove",
  weMoved: "moved",
  replaced: "replaced",
};

/** In which cases the guest of a night that we called off has a choice. */
const CHOICES: readonly (Case | null)[] = ["choosing", "choosingCash", "choosingDate", "reminded"];

/** What a case changes of the booking that an email is about. */
const BOOKED: Partial<Record<Case, (now: Date) => Partial<Booked>>> = {
  byGuest: () => ({ cancel_reason: "customer" }),
  byUs: () => ({ cancel_reason: "admin" }),
  nightOff: () => ({ cancel_reason: "departure_cancelled" }),
  choosing: () => ({ cancel_reason: "departure_cancelled" }),
  choosingCash: () => ({ cancel_reason: "departure_cancelled" }),
  choosingDate: () => ({ cancel_reason: "departure_cancelled" }),
  reminded: () => ({ cancel_reason: "departure_cancelled" }),
  noRefund: () => ({ cancel_reason: "customer" }),
  unpaid: () => ({ status: "pending", confirmed_at: null }),
  tooLate: (now) => ({ starts_at: new Date(now.getTime() + 3_600_000) }),
  refundable: (now) => ({ starts_at: new Date(now.getTime() + 9 * DAY_MS) }),
  free: () => ({ total_price: 0, subtotal: 0 }),
};

/** A booking's email as it is in a case of its kind. */
export function inCase(about: BookingSubject, at: Case | null, now: Date): BookingSubject {
  if (at === null || !about.booking) return about;
  const [refund] = exampleBooking(now).refunds;
  return {
    ...about,
    booking: { ...about.booking, ...BOOKED[at]?.(now) },
    ...(CHANGES[at] ? { change: CHANGES[at] } : {}),
    ...(CHOICES.includes(at) && {
      choice: {
        money: at !== "choosingDate",
        until: new Date(now.getTime() + 3 * DAY_MS),
        isLast: at === "reminded",
      },
      refunds: at === "choosingDate" ? [] : [refund!],
      inCash: at === "choosingCash",
    }),
    ...(at === "refunded" || at === "inCash" ? { refunds: [refund!], inCash: at === "inCash" } : {}),
    ...(at === "disputed" ? { refunds: [{ ...refund!, waits_for_bank: true }] } : {}),
    ...(at === "noRefund" || at === "unpaid" ? { refunds: [], creditBack: null } : {}),
    ...(at === "paidTwice" ? { refund: { ...about.refund!, reason: "duplicate" } } : {}),
    ...(at === "toCredit" ? { refunds: [], creditBack: { code: NO_CODE, amount: 80_000, currency: "MXN" } } : {}),
  };
}

/** A booking of two in ten days, with every fact that an email about a booking may tell. */
export function exampleBooking(now: Date): BookingSubject {
  const date = dateIn(new Date(now.getTime() + 10 * DAY_MS), HOME_ZONE);
  const zone = "America/Mexico_City";
  const booking = {
    id: NOBODY,
    reference: "RND-EXAMPLE",
    status: "confirmed",
    cancel_reason: "customer",
    language: "en",
    email: "sofia@example.com",
    test: false,
    confirmed_at: now,
    link_version: 1,
    first_name: "Sofía",
    last_name: "Ruiz",
    number_of_people: 2,
    additional_names: ["Diego"],
    currency: "MXN",
    subtotal: 80_000,
    add_ons: 0,
    discount: 0,
    total_price: 80_000,
    refund_rule: "24h",
    departure_id: NOBODY,
    date,
    start_time: "20:00",
    end_time: "00:00",
    starts_at: instantOf(date, "20:00", zone),
    ends_at: instantOf(date, "23:59", zone),
    title: "Centro Histórico Crawl",
    title_es: "Recorrido por el Centro Histórico",
    meeting_place: "Plaza Garibaldi 12",
    meeting_place_es: "Plaza Garibaldi 12",
    city: "Mexico City",
    city_es: "Ciudad de México",
    time_zone: zone,
  } as unknown as Booked;
  const payment = {
    id: NOBODY,
    amount: 80_000,
    currency: "MXN",
    provider: "stripe",
    external_id: "pi_example",
    voucher_until: new Date(now.getTime() + 2 * DAY_MS),
    bank_since: now,
    expires_at: new Date(now.getTime() + 3 * DAY_MS),
    redirect_url: null,
  };
  const refund = {
    id: NOBODY,
    payment_id: NOBODY,
    reason: "unplaced",
    idempotency_key: "cancelled:example",
    status: "succeeded",
    amount: 80_000,
    currency: "MXN",
    due_at: new Date(now.getTime() + DAY_MS),
    waits_for_bank: false,
  };
  const expires_at = new Date(now.getTime() + 365 * DAY_MS).toISOString();
  const told = {
    about: "booking",
    kind: "booking_confirmation",
    booking,
    reason: "dispute",
    rated: false,
    change: null,
    invoice: {
      status: "requested",
      rfc: "PME010101AB1",
      legal_name: "PULQUES Y MEZCALES",
      tax_regime: "601",
      postal_code: "06000",
      cfdi_use: "G03",
      email: booking.email,
      refused_at: null,
      refusal: "The tax certificate shows another postal code.",
      issued: { fiscal_uuid: NOBODY },
    },
    differences: [{ account: "clearing", provider: "stripe", currency: "MXN", expected: 80_000, actual: 79_000 }],
    review: { stars: 2, comment: "The second bar was too loud to talk." },
    reply: { text: "Thank you. We’ll change that bar.", comment: "The second bar was too loud to talk." },
    credit: { code: NO_CODE, amount: 80_000, left: 80_000, currency: "MXN", expires_at },
    choice: null,
    creditBack: null,
    moving: { newEmail: "sofia.ruiz@example.com", token: NO_CODE },
    signIn: { token: NO_CODE },
    written: { subject: "About your night", text: "We meet ten minutes earlier than planned." },
    note: null,
    offeredUntil: new Date(now.getTime() + 1_800_000).toISOString(),
    byHand: {
      until: new Date(now.getTime() + 10 * DAY_MS).toISOString(),
      door: true,
      transfer: "Banco Uno, CLABE 000000000000000000",
    },
    stops: [
      { at: "20:00", name: "Cantina Uno", address: "Calle Ejemplo 1", map_url: null },
      { at: "21:30", name: "Terraza Dos", address: "Calle Ejemplo 2", map_url: null },
    ],
    refunds: [refund],
    inCash: false,
    disputeLost: false,
    payment,
    refund,
  };
  return told as unknown as BookingSubject;
}

const exampleMessage = (now: Date) => ({
  id: NOBODY,
  name: "Sofía",
  email: "sofia@example.com",
  subject: "A group of twelve",
  message: "Can we come as a group of twelve?",
  language: "en",
  site_tag: "cdmx",
  status: "open",
  created_at: now,
});

const exampleAnswer = (now: Date) => ({ text: "Of course. Book two groups of six.", created_at: now }) as never;
