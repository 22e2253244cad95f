import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { type RequestContext, requestContext } from "#src/platform/context.server.ts";
import { loader } from "#src/routes/public/home-preview.tsx";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();

test("the preview's footer gives the contact that guests see", async () => {
  const { db } = database.services;
  const content = JSON.stringify({ email: "footer@ronda.test" });
  await db.insertInto("home_page_content").values({ section_key: "footer", site_tag: "cdmx", content }).execute();
  const phone = "+52 55 0000 0000";
  await db.insertInto("app_settings").values({ key: "contact_phone", value: phone }).execute();
  const ctx = database.ctx({ actor: { kind: "user", role: "marketing" } });
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, user: () => Promise.resolve(ctx.actor) } as unknown as RequestContext);
  const request = new Request("http://ronda.test/preview/home?frame");
  const { page } = (await loader({ context, request, params: {} } as never)).data;
  expect(page?.home.content.footer).toMatchObject({ email: "footer@ronda.test", phone });
  expect(page?.home.content.footer).toEqual((await homeContent(ctx)).footer);
  // the frame makes the texts anew as they are typed
  expect(page?.contact.phone).toBe(phone);
});
