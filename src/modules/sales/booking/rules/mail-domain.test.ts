import { expect, test } from "vitest";
import { ownDomainOf } from "#src/modules/sales/booking/rules/mail-domain.ts";

test.each([
  "sofia@gmail.com",
  "SOFIA+two@GoogleMail.com",
  "sofia@outlook.es",
  "sofia@hotmail.com",
  "sofia@live.com.mx",
  "sofia@msn.com",
  "sofia@yahoo.com.mx",
  "sofia@yahoo.co.uk",
  "sofia@icloud.com",
  "sofia@me.com",
  "sofia@mac.com",
  "sofia@proton.me",
  "sofia@pm.me",
  "sofia@gmx.net",
  "sofia@web.de",
  "sofia@aol.com",
  "sofia@mail.ru",
  "sofia@yandex.ru",
  "sofia@qq.com",
  "sofia@163.com",
  "sofia@naver.com",
  "sofia@orange.fr",
  "sofia@free.fr",
  "sofia@laposte.net",
  "sofia@libero.it",
  "sofia@terra.com.br",
  "sofia@uol.com.br",
  "sofia@prodigy.net.mx",
])("%s is at a public provider", (email) => expect(ownDomainOf(email)).toBeNull());

test.each([
  ["catch7@evil.test", "evil.test"],
  ["catch7@Deep.Down.Evil.test", "evil.test"],
  ["catch7@a.evil.com.mx", "evil.com.mx"],
  ["catch7@a.evil.co.uk", "evil.co.uk"],
  ["catch7@evil.mx", "evil.mx"],
  ["catch7@com.mx", "com.mx"],
  // nobody else's domain passes for a provider's
  ["catch7@gmail.evil.test", "evil.test"],
  ["catch7@live.ninja", "live.ninja"],
  ["catch7@yahoo.zone", "yahoo.zone"],
  ["catch7@mail.gmail.com", "gmail.com"],
  ["catch7@notgmail.com", "notgmail.com"],
  ["catch7@localhost", "localhost"],
])("%s is counted as %s", (email, domain) => expect(ownDomainOf(email)).toBe(domain));
