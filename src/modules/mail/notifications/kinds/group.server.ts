import { dateIn, dateInSentence, HOME_ZONE } from "#src/kernel/local-time.ts";
import { inLocale, localizedPath } from "#src/kernel/localized.ts";
import { requestOf, type StoredRequest } from "#src/modules/changes/groups/queries.server.ts";
import { sending } from "#src/modules/mail/notifications/kinds/kind.server.ts";
import { daysAfter, NOBODY } from "#src/modules/mail/notifications/make-example.server.ts";
import { queueEmail, queueToStaff } from "#src/modules/mail/notifications/queue-email.server.ts";
import type { Context, Handlers } from "#src/platform/context.server.ts";
import { mayMail } from "#src/platform/limit-mail.server.ts";

type About = { request: StoredRequest | undefined };

const OF_A_REQUEST = {
  read: async (ctx: Context, { payload }: { payload: { requestId: string } }) => ({
    request: await requestOf(ctx.db, payload.requestId),
  }),
  example: (now: Date) => ({ request: exampleRequest(now) }),
};

const required = ({ request }: About): StoredRequest => {
  if (!request) throw new Error("no email about a request that is gone");
  return request;
};

export const GROUP_SENDINGS = {
  /** Never quotes the request: otherwise anyone could make us email any text to any address. */
  group_received: sending("group_received", {
    ...OF_A_REQUEST,
    whyWithheld: ({ request }) => (request ? null : "it is over"),
    words: ({ t }) => ({
      subject: t("emails.group.received.subject"),
      preview: t("emails.group.received.text"),
      title: t("emails.group.received.title"),
      paragraphs: [t("emails.group.received.text"), t("emails.group.received.more")],
      reason: t("emails.group.received.reason"),
    }),
  }),
  staff_group: sending("staff_group", {
    ...OF_A_REQUEST,
    whyWithheld: ({ request }) => (request?.state === "new" ? null : "somebody has looked already"),
    words({ t, locale }, about, { base }) {
      const { id, people, date, city_name: city, city_name_es: cityEs } = required(about);
      return {
        subject: t("emails.staff.group.subject", { people }),
        preview: t("emails.staff.group.text"),
        title: t("emails.staff.group.title"),
        paragraphs: [t("emails.staff.group.text")],
        facts: [
          [t("emails.staff.group.people"), String(people)],
          [t("emails.staff.group.city"), city === null ? t("groups.city.other") : inLocale(locale, city, cityEs)],
          [t("emails.staff.group.date"), date === null ? t("emails.staff.group.open") : dateInSentence(date, locale)],
        ],
        action: {
          href: base + localizedPath(`/admin/groups?open=${id}`, locale),
          label: t("emails.staff.group.action"),
        },
        reason: t("emails.staff.reason"),
      };
    },
  }),
};

function exampleRequest(now: Date): StoredRequest {
  return {
    id: NOBODY,
    state: "new",
    name: "Sofía Ruiz",
    email: "sofia@example.com",
    phone: "",
    language: "en",
    site_tag: "cdmx",
    people: 30,
    city_id: "cdmx",
    city_name: "Mexico City",
    city_name_es: "Ciudad de México",
    date: dateIn(daysAfter(now, 30), HOME_ZONE),
    occasion: "birthday",
    words: "",
    created_at: now,
    closed_at: null,
  };
}

export const GROUP_ANSWERS = {
  "group.requested": [
    // to whoever asks, in the language of the page, unless their mailbox has had enough: anybody can type anybody's
    async (ctx, tx, { requestId }) => {
      const request = await requestOf(tx, requestId);
      if (!request) throw new Error(`no request ${requestId} to confirm`);
      if (!(await mayMail(ctx, tx, "group_received", request.email))) return;
      await queueEmail(ctx, tx, {
        kind: "group_received",
        payload: { requestId },
        bookingId: null,
        dedupeKey: `group.${requestId}.received`,
        language: request.language === "es" ? "es" : "en",
        recipient: request.email,
      });
    },
    (ctx, tx, { requestId }) =>
      queueToStaff(ctx, tx, `group.${requestId}.staff`, {
        kind: "staff_group",
        payload: { requestId },
        bookingId: null,
      }),
  ],
} satisfies Partial<Handlers>;
