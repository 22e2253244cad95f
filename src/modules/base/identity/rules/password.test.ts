import fc from "fast-check";
import { expect, test } from "vitest";
import { charactersOf } from "#src/modules/base/identity/rules/password-length.ts";
import { passwordError } from "#src/modules/base/identity/rules/password.ts";
import { COMMON, LEAKED } from "#src/modules/base/identity/rules/usual-passwords.ts";

test.each([
  ["1234567", "password_short"],
  ["áéíóúñü", "password_short"],
  ["🎉🎉🎉🎊🎊🎊🎈", "password_short"], // 7 characters, 14 units
  ["🎉🍹🌵💀🌮🎺🪅🍋", null],
  ["x".repeat(129), "password_long"],
  ["🌵💀".repeat(64) + "🌮", "password_long"],
  ["password", "password_common"],
  ["Password1", "password_common"],
  ["P@ssw0rd!", "password_common"],
  ["  dragon2024!!", "password_common"],
  ["12345678", "password_common"],
  ["987654321", "password_common"],
  ["qwertyuiop", "password_common"],
  ["ytrewq2024", "password_common"],
  ["1q2w3e4r", "password_common"],
  ["aaaaaaaa", "password_common"],
  ["abcabcabc", "password_common"],
  ["TeQuiero123", "password_common"],
  ["Contraseña1", "password_common"],
  ["Ronda2026!", "password_common"],
  ["Tequila-2026", "password_common"],
  ["trustno1", "password_common"],
  ["Mustang69", "password_common"],
  ["goldfish", "password_common"],
  ["sofia.navarro@example.test", "password_common"],
  ["Sofia.Navarro", "password_common"],
  ["ronda-demo-2026", null],
  ["correct horse battery", null],
  ["tres tequilas en la azotea", null],
  ["dragonfly over the lake", null],
  ["zK8#mQ2x", null],
  [" all spaces are mine ", null],
])("the new password %s is refused for %s", (password, fieldError) => {
  expect(passwordError(password, "sofia.navarro@example.test")).toBe(fieldError);
});

test("every common word is refused with the usual numbers around it", () => {
  expect(COMMON.size * 3).toBeGreaterThan(1000);
  for (const word of [...COMMON].filter((one) => /^\p{L}+$/u.test(one)))
    for (const form of [`${word}2026`, `${word.toUpperCase()}1234!`, `1234${word}!!`])
      if (form.length >= 8) expect(passwordError(form), form).toBe("password_common");
});

test("the three thousand that leaked most often and are long enough are refused, however they are capitalised", () => {
  const most = [...LEAKED].slice(0, 3000);
  expect(most).toHaveLength(3000);
  for (const password of most) expect(passwordError(password.toUpperCase()), password).toBe("password_common");
});

test("what is random is not refused, whatever it is made of", () => {
  const random = fc.string({ unit: "grapheme", minLength: 20, maxLength: 100 });
  fc.assert(
    fc.property(
      random.filter((text) => new Set(text).size > 10),
      (text) => passwordError(text) === null || charactersOf(text) > 128,
    ),
  );
});
