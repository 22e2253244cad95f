import { randomUUID } from "node:crypto";
import { RouterContextProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { accessToken } from "#src/modules/sales/booking/grant-access.server.ts";
import { type Context, type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { loader as confirmation } from "#src/routes/public/confirmation/page.tsx";
import { freshDatabase } from "#tests/database.ts";
import { payingStage } from "#tests/paying.ts";
import { addDeparture, seedMinimal } from "#tests/seeds.ts";

const database = freshDatabase();
const { at, books, goesToPay, provider } = payingStage(database);
let crawlId: string;
beforeAll(async () => {
  ({ crawlId } = await seedMinimal(database.services.db));
});

/** Opens a confirmation as its guest's phone does: what the page says, or where it leads, with the cookies it sets. */
async function opens(ctx: Context, bookingId: string, { query = "", cookie = "", path = "" } = {}) {
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  const address = `http://ronda.test${path}/booking-confirmation/${bookingId}${query}`;
  const request = new Request(address, { headers: { cookie } });
  try {
    const answer = await confirmation({ context, request, params: { bookingId } } as never);
    const cookies = new Headers(answer.init?.headers).getSetCookie();
    return { data: answer.data as { kind: string; tickets: unknown[] | null }, cookies, to: null };
  } catch (error) {
    if (!(error instanceof Response)) throw error;
    return { data: null, cookies: [], to: error.headers.get("location") };
  }
}

test.each(["", "/es"])(
  "who paid a booking on their own phone, from its link, sees the tickets at once (%s)",
  async (path) => {
    const bookingId = await books(await addDeparture(database.services.db, crawlId));
    const guest = (minutes: number) => at(minutes, { browser: randomUUID() });
    const token = accessToken(database.services.secret, bookingId);
    const { data, cookies } = await opens(guest(1), bookingId, { path, query: `?token=${token}` });
    expect(data).toMatchObject({ kind: "pending", tickets: null });
    expect(cookies.map((one) => /Path=(\S+);/.exec(one)?.[1])).toEqual([
      `/booking-confirmation/${bookingId}`,
      `/es/booking-confirmation/${bookingId}`,
    ]);
    expect(cookies[0]).toContain("HttpOnly");
    const cookie = cookies[0]!.split(";")[0]!;
    const { externalId } = await goesToPay(bookingId, 2);
    provider.pays(externalId);
    // the provider's way back, and any other that lost the token
    for (const query of ["?payment=returned", ""]) {
      const { to } = await opens(guest(4), bookingId, { path, query, cookie });
      const led = new URL(to!, "http://ronda.test");
      expect([led.pathname, led.searchParams.get("token")]).toEqual([
        `${path}/booking-confirmation/${bookingId}`,
        token,
      ]);
      const result = await opens(guest(4), bookingId, { path, query: led.search });
      expect(result.data).toMatchObject({ kind: "success", tickets: [{}, {}] });
      // paid, nothing is kept any more
      expect(result.cookies).toEqual([]);
    }
    // another phone has only the address
    expect((await opens(guest(4), bookingId, { path })).data).toMatchObject({ kind: "success", tickets: null });
    const foreign = { path, cookie: `ronda_way_back=${accessToken(database.services.secret, randomUUID())}` };
    expect((await opens(guest(4), bookingId, foreign)).data).toMatchObject({ tickets: null });
  },
);
