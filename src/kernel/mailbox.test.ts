import { expect, test } from "vitest";
import { mailboxOf } from "#src/kernel/mailbox.ts";

test.each([
  ["Sofia@Example.test", "sofia@example.test"],
  ["sofia+two@example.test", "sofia@example.test"],
  ["s.o.fia@example.test", "s.o.fia@example.test"],
  ["S.o.fia+x@GoogleMail.com", "sofia@gmail.com"],
])("%s leads to the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
