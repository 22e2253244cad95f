import { afterEach, expect, test } from "vitest";
import { homeContent } from "#src/modules/site/content/queries.server.ts";
import { appSettings, forgetSettings } from "#src/modules/base/settings/queries.server.ts";
import { parseAppSettings, SETTING_KEYS } from "#src/modules/base/settings/rules/app-settings.ts";
import { freshDatabase } from "#tests/database.ts";

const database = freshDatabase();
const defaults = parseAppSettings([]);
const run = (statement: string) => database.services.pool.query(statement);

afterEach(async () => {
  await run("alter table if exists unreadable rename to app_settings");
  await run("delete from app_settings");
  forgetSettings(database.services);
});

test("settings that can't be read are the defaults, and stop no page", async () => {
  await run("alter table app_settings rename to unreadable");
  forgetSettings(database.services);
  expect(await appSettings(database.services)).toEqual(defaults);
  expect(await homeContent(database.ctx())).toMatchObject({ footer: {} });
});

test("stored values that are none are the defaults", async () => {
  const values = SETTING_KEYS.map((key) => ({ key, value: "<img onerror=alert(1)>\n{{constructor}}" }));
  await database.services.db.insertInto("app_settings").values(values).execute();
  forgetSettings(database.services);
  expect(await appSettings(database.services)).toEqual(defaults);
});

test("the footer gives the contact of the settings where it has none of its own", async () => {
  const { db } = database.services;
  const content = { email: "footer@ronda.test" };
  await db
    .insertInto("home_page_content")
    .values({ section_key: "footer", site_tag: "cdmx", content: JSON.stringify(content) })
    .execute();
  const values = [
    { key: "contact_email", value: "settings@ronda.test" },
    { key: "contact_phone", value: "+52 55 0000 0000" },
  ];
  await db.insertInto("app_settings").values(values).execute();
  forgetSettings(database.services);
  expect((await homeContent(database.ctx())).footer).toEqual({ ...content, phone: "+52 55 0000 0000" });
});
