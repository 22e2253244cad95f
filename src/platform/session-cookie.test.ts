import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { PURPOSES, sign, signInSecret } from "#src/platform/secrets.server.ts";
import { sessionCookie, sessionTokenOf, setSession } from "#src/platform/session-cookie.server.ts";

const ctx = { settings: { BASE_URL: "https://ronda.test" }, secret: "a secret of this test" };
const TOKEN = "Aa0_-".padEnd(32, "x");
const cookie = setSession(ctx, TOKEN, 60).split(";")[0]!;
const name = sessionCookie(ctx.settings.BASE_URL);
/** As a browser would send it: base64, not base64url. */
const sent = (text: string, signature: string) =>
  `${name}=${encodeURIComponent(`${text}.${Buffer.from(signature, "base64url").toString("base64")}`)}`;
const signedWith = (secret: string, text: string) => createHmac("sha256", secret).update(text).digest("base64url");

test("a session's cookie is read back, and one that another secret signed is not", () => {
  expect(sessionTokenOf(ctx, `theme=dark; ${cookie}`)).toBe(TOKEN);
  expect(sessionTokenOf({ ...ctx, secret: "another" }, cookie)).toBeNull();
  expect(sessionTokenOf(ctx, cookie.replace("Aa0", "Aa1"))).toBeNull();
});

describe.each(PURPOSES)("what is signed as %s", (purpose) => {
  const [part] = ["x".repeat(32)];
  const signature = sign(ctx.secret, purpose, part);

  test("is no session", () => {
    for (const text of [part, `${purpose}:${part}`]) expect(sessionTokenOf(ctx, sent(text, signature))).toBeNull();
    expect(signedWith(ctx.secret, `${purpose}:${part}`), "but its signature is that of this text").toBe(signature);
  });

  test.each(PURPOSES.filter((other) => other !== purpose))("doesn't pass as %s", (other) => {
    expect(sign(ctx.secret, other, part)).not.toBe(signature);
    expect(sign(ctx.secret, other, purpose, part)).not.toBe(signature);
    expect(other.includes(":") || purpose.includes(":")).toBe(false);
  });
});

test("only what is signed with the sign-in library's own secret is a session", () => {
  expect(sessionTokenOf(ctx, sent(TOKEN, signedWith(signInSecret(ctx.secret), TOKEN)))).toBe(TOKEN);
  expect(sessionTokenOf(ctx, sent(TOKEN, signedWith(ctx.secret, TOKEN)))).toBeNull();
});
