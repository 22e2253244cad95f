import { generateIdentity, identityToRecipient } from "age-encryption";
import { expect, test } from "vitest";
import { isBackupKey } from "#src/platform/backup-key.ts";

test("keys of age pass, and none with one letter changed, left out or in another case", async () => {
  for (let round = 0; round < 20; round++) {
    const secret = await generateIdentity();
    for (const key of [secret, await identityToRecipient(secret)]) {
      expect(isBackupKey(key)).toBe(true);
      const at = key.length - 1 - (round % 40);
      const other = key[at]!.toLowerCase() === "q" ? "p" : "q";
      const changed = key === secret ? other.toUpperCase() : other;
      expect(isBackupKey(key.slice(0, at) + changed + key.slice(at + 1)), key).toBe(false);
      expect(isBackupKey(key.slice(0, at) + key.slice(at + 1)), key).toBe(false);
      expect(isBackupKey(key === secret ? key.toLowerCase() : key.toUpperCase())).toBe(false);
    }
  }
});

test.each(["age1zzzz", "age1", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-", "ssh-ed25519 AAAA", ""])("%j is none", (text) =>
  expect(isBackupKey(text)).toBe(false),
);
