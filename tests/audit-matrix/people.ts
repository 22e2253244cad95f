import { randomUUID } from "node:crypto";
import { answerMessage } from "#src/modules/site/messages/answer-message.server.ts";
import { closeMessage } from "#src/modules/site/messages/close-message.server.ts";
import { deleteReply } from "#src/modules/site/messages/delete-reply.server.ts";
import { saveReply } from "#src/modules/site/messages/save-reply.server.ts";
import { judgeMessage } from "#src/modules/site/messages/judge-message.server.ts";
import { changeRole } from "#src/modules/base/identity/change-role.server.ts";
import { invitePerson } from "#src/modules/base/identity/invite-person.server.ts";
import { revokeInvitation } from "#src/modules/base/identity/revoke-invitation.server.ts";
import { revokeSessions } from "#src/modules/base/identity/revoke-sessions.server.ts";
import { erasePerson, foreseeErasure } from "#src/modules/office/privacy/erase-person.server.ts";
import { answerReview } from "#src/modules/evening/reviews/answer-review.server.ts";
import { reviewToken } from "#src/modules/evening/reviews/grant-review.server.ts";
import { handleReview } from "#src/modules/evening/reviews/handle-review.server.ts";
import { hideReview } from "#src/modules/evening/reviews/hide-review.server.ts";
import { publishReview } from "#src/modules/evening/reviews/publish-review.server.ts";
import { submitReview } from "#src/modules/evening/reviews/submit-review.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";
import { bookDeparture } from "#tests/booked-departure.ts";
import { depositRef } from "#src/modules/changes/groups/rules/deposit.ts";
import { startPayment } from "#src/modules/money/payments/start-payment.server.ts";
import { release } from "#src/modules/sales/booking/release-hold.server.ts";
import { takeDeposit } from "#src/modules/changes/groups/take-deposit.server.ts";
import { offerChange } from "#src/modules/changes/groups/offer-change.server.ts";
import { refundDeposit } from "#src/modules/changes/groups/refund-deposit.server.ts";
import { sendQuote } from "#src/modules/changes/groups/send-quote.server.ts";
import { closeRequest } from "#src/modules/changes/groups/close-request.server.ts";
import { NOON } from "#tests/database.ts";
import { beginSession } from "#tests/signed-in.ts";

/** Acts on what guests write. */
export function guestRows(stage: StaffStage): Row[] {
  const ofMessages = { needs: ["messages.change"] } as const;
  const ofReviews = { needs: ["reviews.change"] } as const;

  const replyOf = (id: string) => ({ id, name: `Groups ${id}`, text_en: "We love groups.", text_es: "" });

  const message = async (is_suspect = false) => {
    const input = { subject: "Somos treinta", message: "¿Hay una noche para nosotros?", language: "es" };
    const sender = { name: "Sofía Núñez", email: "sofia@guest.test", site_tag: "cdmx" };
    const { id } = await stage
      .db()
      .insertInto("contact_messages")
      .values({ form_key: randomUUID(), request_hash: "", ...sender, ...input, is_suspect, created_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const groupRequest = async () => {
    const asker = { name: "Sofía Núñez", email: "sofia@guest.test", phone: "", language: "es", site_tag: "cdmx" };
    const { id } = await stage
      .db()
      .insertInto("group_requests")
      .values({ form_key: randomUUID(), ...asker, people: 30, occasion: "trip", words: "", created_at: NOON })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  /** The deposit of a group's booking, unpaid. */
  const deposit = async () => {
    const booking = await stage.books(await stage.newDeparture());
    const { reference, crawl_id } = await stage.bookingRow(booking);
    const offer = { people: 2, date: "2027-01-20", start_time: "20:00", end_time: "23:00", included: "Dos bares." };
    const days = { valid_until: "2026-12-01", deposit_by: "2026-12-10", pay_by: "2027-01-10" };
    const request = await groupRequest();
    await stage.db().updateTable("group_requests").set({ state: "accepted" }).where("id", "=", request).execute();
    const { id: quote } = await stage
      .db()
      .insertInto("group_quotes")
      .values({
        ...offer,
        ...days,
        request_id: request,
        version: 1,
        form_key: randomUUID(),
        crawl_id,
        total: 80_000,
        currency: "MXN",
        deposit: 20_000,
        booking_id: booking,
        created_at: NOON,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { id } = await stage
      .db()
      .insertInto("group_deposits")
      .values({
        quote_id: quote,
        booking_id: booking,
        reference,
        currency: "MXN",
        amount: 20_000,
        site_tag: "cdmx",
        language: "es",
        crawl_id,
        name: "Sofía Núñez",
        email: "sofia@guest.test",
        test: true,
        created_at: NOON,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { id, booking, request };
  };
  /** That of one which was paid, and whose guest has cancelled. */
  const keptDeposit = async () => {
    const { id, booking } = await deposit();
    const way = { of: depositRef(id), provider: "sandbox", method: "card" } as const;
    const { payment_id: payment } = granted(await startPayment(stage.at(0), way, randomUUID()));
    stage.provider.pays(`sandbox_${payment}`);
    await stage.webhook(`sandbox_${payment}`, 1);
    await stage
      .db()
      .transaction()
      .execute((tx) => release(stage.at(2), tx, { id: booking, reason: "customer", from: ["pending"] }));
    return id;
  };
  const closes = (id: string, done: boolean) => does((ctx) => closeMessage(ctx, { id, done }), ["message", id]);

  const review = async () => {
    const ctx = stage.database.ctx({ now: new Date(+NOON + 3 * 86_400_000) });
    const bookingId = await bookDeparture(stage.database.ctx());
    const input = { stars: 2, comment: "Nos dejaron esperando", consent: true, language: "es" } as const;
    granted(await submitReview(ctx, { ...input, bookingId, token: reviewToken(ctx.secret, bookingId) }));
    const ratingId = stage.db().selectFrom("ratings").select("id").where("booking_id", "=", bookingId);
    return (await ratingId.executeTakeFirstOrThrow()).id;
  };
  const handles = (id: string, done: boolean) => does((ctx) => handleReview(ctx, { id, done }), ["rating", id]);
  const publishes = (id: string, published: boolean) =>
    does((ctx) => publishReview(ctx, { id, published }), ["rating", id]);
  const hides = (id: string, hidden: boolean) => does((ctx) => hideReview(ctx, { id, hidden }), ["rating", id]);

  return [
    {
      act: "erase a person",
      of: ["office/privacy/erase-person"],
      needs: ["settings.change"],
      leaves: "person.erased",
      again: "done",
      prepare: async () => {
        const of = { kind: "message", id: await message() } as const;
        await stage
          .db()
          .updateTable("contact_messages")
          .set({ email: `${of.id}@guest.test` })
          .where("id", "=", of.id)
          .execute();
        const { erasure } = granted(await foreseeErasure(stage.as("admin"), of));
        return does((ctx) => erasePerson(ctx, { of, seen: erasure.seen }), ["message", of.id]);
      },
    },
    ...([true, false] as const).map((closed) => ({
      act: `${closed ? "close" : "reopen"} a group's request`,
      of: ["changes/groups/close-request"],
      needs: ["bookings.change"] as const,
      leaves: closed ? "group_request.closed" : "group_request.reopened",
      again: "done" as const,
      prepare: async () => {
        const id = await groupRequest();
        if (!closed) granted(await closeRequest(stage.as("admin"), { id, closed: true }));
        return does((ctx) => closeRequest(ctx, { id, closed }), ["group_request", id]);
      },
    })),
    {
      act: "offer a group a night",
      of: ["changes/groups/send-quote"],
      needs: ["bookings.change"],
      leaves: "group_request.quoted",
      again: "done",
      prepare: async () => {
        const id = await groupRequest();
        const crawl = stage.db().selectFrom("pub_crawls").select("id").where("is_active", "=", true).limit(1);
        const day = (days: number) => new Date(+NOON + days * 86_400_000).toISOString().slice(0, 10);
        const offer = {
          id,
          key: randomUUID(),
          crawl_id: (await crawl.executeTakeFirstOrThrow()).id,
          people: 30,
          date: day(40),
          start_time: "20:00",
          end_time: "00:30",
          total: 2_400_000,
          currency: "MXN" as const,
          deposit: null,
          deposit_by: null,
          places: null,
          pay_by: day(30),
          valid_until: day(7),
          included: "Dos bares.",
        };
        return does((ctx) => sendQuote(ctx, offer), ["group_request", id]);
      },
    },
    {
      act: "offer a group a change of what it has accepted",
      of: ["changes/groups/offer-change"],
      needs: ["bookings.change"],
      leaves: "group_request.quoted",
      again: "done",
      prepare: async () => {
        const { request: id } = await deposit();
        const offer = {
          id,
          key: randomUUID(),
          people: 3,
          total: 90_000,
          valid_until: "2027-01-05",
          included: "Tres bares.",
        };
        return does((ctx) => offerChange(ctx, offer), ["group_request", id]);
      },
    },
    {
      act: "record a group's deposit as received",
      of: ["changes/groups/take-deposit"],
      needs: ["bookings.change"],
      leaves: "payment.taken_by_hand",
      along: ["credit.given", "credit.reserved", "booking.kept", "booking.deposit_paid", "payment.succeeded"],
      again: "done",
      prepare: async () => {
        const { id } = await deposit();
        const wish = { id, key: randomUUID(), way: "transfer" as const, reference: "SPEI 7" };
        const bill = { amount: 20_000, currency: "MXN" as const };
        return does((ctx) => takeDeposit(ctx, { ...wish, ...bill }), ["group_deposit", id]);
      },
    },
    {
      act: "refund a group's deposit that was kept",
      of: ["changes/groups/refund-deposit", "money/payments/refund-part"],
      needs: ["bookings.change", "payments.change"],
      leaves: "refund.requested",
      again: "done",
      prepare: async () => {
        const id = await keptDeposit();
        return does((ctx) => refundDeposit(ctx, { id }), ["group_deposit", id]);
      },
    },
    {
      act: "answer a message",
      of: ["site/messages/answer-message"],
      ...ofMessages,
      leaves: "message.answered",
      again: "done",
      prepare: async () => {
        const answer = { id: await message(), text: "¡Claro que sí!", key: randomUUID(), seen: 0, done: true };
        return does((ctx) => answerMessage(ctx, answer), ["message", answer.id]);
      },
    },
    {
      act: "save a reply for messages",
      of: ["site/messages/save-reply"],
      ...ofMessages,
      leaves: "reply.created",
      again: "done",
      prepare: async () => {
        const reply = replyOf(randomUUID());
        return does((ctx) => saveReply(ctx, reply), ["reply", reply.id]);
      },
    },
    {
      act: "change a reply for messages",
      of: ["site/messages/save-reply"],
      ...ofMessages,
      leaves: "reply.updated",
      again: "done",
      prepare: async () => {
        const reply = replyOf(randomUUID());
        granted(await saveReply(stage.as("admin"), reply));
        const changed = { ...reply, text_es: "Nos encantan." };
        return does((ctx) => saveReply(ctx, changed), ["reply", reply.id]);
      },
    },
    {
      act: "delete a reply for messages",
      of: ["site/messages/delete-reply"],
      ...ofMessages,
      leaves: "reply.deleted",
      again: "done",
      prepare: async () => {
        const reply = replyOf(randomUUID());
        granted(await saveReply(stage.as("admin"), reply));
        return does((ctx) => deleteReply(ctx, reply), ["reply", reply.id]);
      },
    },
    {
      act: "close a message",
      of: ["site/messages/close-message"],
      ...ofMessages,
      leaves: "message.done",
      again: "done",
      prepare: async () => closes(await message(), true),
    },
    {
      act: "open a message again",
      of: ["site/messages/close-message"],
      ...ofMessages,
      leaves: "message.reopened",
      again: "done",
      prepare: async () => {
        const id = await message();
        granted(await closeMessage(stage.as("admin"), { id, done: true }));
        return closes(id, false);
      },
    },
    {
      act: "say that a message is no spam",
      of: ["site/messages/judge-message"],
      ...ofMessages,
      leaves: "message.trusted",
      again: "done",
      prepare: async () => {
        const id = await message(true);
        return does((ctx) => judgeMessage(ctx, { id }), ["message", id]);
      },
    },
    {
      act: "answer a review",
      of: ["evening/reviews/answer-review"],
      ...ofReviews,
      leaves: "rating.answered",
      again: "done",
      prepare: async () => {
        const answer = { id: await review(), text: "Lo sentimos, Sofía.", key: randomUUID(), seen: 0 };
        return does((ctx) => answerReview(ctx, answer), ["rating", answer.id]);
      },
    },
    {
      act: "look after a review",
      of: ["evening/reviews/handle-review"],
      ...ofReviews,
      leaves: "rating.handled",
      again: "done",
      prepare: async () => handles(await review(), true),
    },
    {
      act: "open a review again",
      of: ["evening/reviews/handle-review"],
      ...ofReviews,
      leaves: "rating.reopened",
      again: "done",
      prepare: async () => {
        const id = await review();
        granted(await handleReview(stage.as("admin"), { id, done: true }));
        return handles(id, false);
      },
    },
    {
      act: "publish a review",
      of: ["evening/reviews/publish-review"],
      ...ofReviews,
      leaves: "rating.published",
      again: "done",
      prepare: async () => publishes(await review(), true),
    },
    {
      act: "take a review off the home page",
      of: ["evening/reviews/publish-review"],
      ...ofReviews,
      leaves: "rating.unpublished",
      again: "done",
      prepare: async () => {
        const id = await review();
        granted(await publishReview(stage.as("admin"), { id, published: true }));
        return publishes(id, false);
      },
    },
    {
      act: "take a review off the site",
      of: ["evening/reviews/hide-review"],
      ...ofReviews,
      leaves: "rating.hidden",
      again: "done",
      prepare: async () => hides(await review(), true),
    },
    {
      act: "let a crawl's page show a review again",
      of: ["evening/reviews/hide-review"],
      ...ofReviews,
      leaves: "rating.shown",
      again: "done",
      prepare: async () => {
        const id = await review();
        granted(await hideReview(stage.as("admin"), { id, hidden: true }));
        return hides(id, false);
      },
    },
  ];
}

/** Acts on staff. */
export function staffRows(stage: StaffStage): Row[] {
  const needs = ["roles.change"] as const;
  const offer = (email: string) => ({ email, role: "guide", language: "es", cities: null }) as const;
  const invited = async (email: string) => granted(await invitePerson(stage.as("admin"), offer(email))).id;
  const invites = (email: string) =>
    does(
      (ctx) => invitePerson(ctx, offer(email)),
      ({ id }) => ["invitation", id],
    );
  const newAddress = () => `${randomUUID()}@guest.test`;

  return [
    {
      act: "invite somebody",
      of: ["base/identity/invite-person"],
      needs,
      leaves: "invitation.sent",
      again: "another act",
      prepare: async () => invites(newAddress()),
    },
    {
      act: "invite somebody anew",
      of: ["base/identity/invite-person"],
      needs,
      leaves: "invitation.sent",
      // this ends the open one
      along: ["invitation.revoked"],
      again: "another act",
      prepare: async () => {
        const email = newAddress();
        await invited(email);
        return invites(email);
      },
    },
    {
      act: "take an invitation back",
      of: ["base/identity/revoke-invitation"],
      needs,
      leaves: "invitation.revoked",
      again: "done",
      prepare: async () => {
        const id = await invited(newAddress());
        return does((ctx) => revokeInvitation(ctx, { invitation_id: id }), ["invitation", id]);
      },
    },
    {
      act: "change a role",
      of: ["base/identity/change-role"],
      needs,
      leaves: "role.changed",
      again: "changed_meanwhile",
      prepare: async () => {
        const id = await stage.colleague("guide");
        const wish = {
          user_id: id,
          was: "guide",
          role: "support",
          sure: false,
          cities: null,
          was_cities: null,
        } as const;
        return does((ctx) => changeRole(ctx, wish), ["user", id]);
      },
    },
    {
      act: "sign somebody out everywhere",
      of: ["base/identity/revoke-sessions"],
      needs,
      leaves: "session.revoked",
      again: "done",
      prepare: async () => {
        const id = await stage.colleague("guide");
        const { secret, settings } = stage.database.services;
        const browser = { secret, baseUrl: settings.BASE_URL, expires: new Date(+NOON + 86_400_000) };
        for (const userAgent of ["one", "two"]) await beginSession(stage.db(), id, { ...browser, userAgent });
        return does((ctx) => revokeSessions(ctx, { user_id: id }), ["user", id]);
      },
    },
  ];
}
