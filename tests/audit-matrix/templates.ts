import { randomUUID } from "node:crypto";
import { publishTemplate } from "#src/modules/mail/notifications/publish-template.server.ts";
import { openTemplate } from "#src/modules/mail/notifications/read-templates.server.ts";
import { restoreTemplate } from "#src/modules/mail/notifications/restore-template.server.ts";
import { testMail } from "#src/modules/mail/notifications/test-mail.server.ts";
import { testTemplate } from "#src/modules/mail/notifications/test-template.server.ts";
import { does, granted, type Row, type StaffStage } from "#tests/audit-matrix/stage.ts";

/** Acts on the texts of emails, and emails to oneself. */
export function templateRows(stage: StaffStage): Row[] {
  const needs = ["emails.change"] as const;
  const kind = "booking_link" as const;
  const about = ["email_template", kind] as const;
  const texts = () => ({ en: { "emails.link.title": `Hello ${randomUUID()}` }, es: {} });
  const version = async () => granted(await openTemplate(stage.as("admin"), kind)).template.version;
  const publishes = async () => {
    // where the text was changed by somebody else, a base of before would be a conflict
    const base = await version();
    return granted(await publishTemplate(stage.as("admin"), { kind, base, texts: texts() })).version;
  };
  const restores = async (wish: number) => {
    const base = await publishes();
    return does((ctx) => restoreTemplate(ctx, { kind, version: wish, base }), about);
  };

  return [
    {
      act: "publish the texts of an email",
      of: ["mail/notifications/publish-template"],
      needs,
      leaves: "template.published",
      again: "done",
      prepare: async () => {
        const input = { kind, base: await version(), texts: texts() };
        return does((ctx) => publishTemplate(ctx, input), about);
      },
    },
    {
      act: "bring earlier texts of an email back",
      of: ["mail/notifications/restore-template"],
      needs,
      leaves: "template.restored",
      again: "done",
      prepare: async () => restores(await publishes()),
    },
    {
      act: "bring Ronda’s texts of an email back",
      of: ["mail/notifications/restore-template"],
      needs,
      leaves: "template.reset",
      again: "done",
      prepare: () => restores(1),
    },
    {
      act: "send oneself an email as it would look",
      of: ["mail/notifications/test-template"],
      needs,
      leaves: "template.tested",
      again: "done",
      prepare: async () => {
        const input = {
          kind,
          language: "en",
          texts: texts(),
          reference: "",
          example: true,
          key: randomUUID(),
        } as const;
        return does((ctx) => testTemplate(ctx, input), about);
      },
    },
    {
      act: "send oneself an email that tries the mail server",
      of: ["mail/notifications/test-mail"],
      needs: ["settings.change"],
      leaves: "email.tested",
      again: "done",
      prepare: async () => {
        const input = { key: randomUUID() };
        return does(
          (ctx) => testMail(ctx, input),
          ({ id }) => ["email", id],
        );
      },
    },
  ];
}
