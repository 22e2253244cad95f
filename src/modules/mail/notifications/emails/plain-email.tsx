import { Section } from "@react-email/section";
import { Fragment } from "react";
import {
  ActionButton,
  COLOURS,
  Facts,
  Gap,
  Layout,
  type EmailContext,
  Line,
  OnPaper,
  Point,
  Sheet,
  Title,
} from "#src/modules/mail/notifications/emails/layout.tsx";

export type PlainEmailText = {
  preview: string;
  title: string;
  paragraphs: readonly string[];
  /** what the reader types elsewhere: large, after the first paragraph */
  code?: string;
  facts?: readonly (readonly [label: string, value: string])[];
  points?: readonly (readonly [title: string, text: string, link?: { href: string; label: string }])[];
  action?: { href: string; label: string };
  /** why the recipient gets it, where it isn't for their own booking */
  reason?: string;
};

/** Every email that isn't a ticket: calm, one message, one action. */
export function PlainEmail({ context, text }: { context: EmailContext; text: PlainEmailText }) {
  const { paragraphs, code, facts = [], points = [], action } = text;
  return (
    <Layout context={context} preview={text.preview} {...(text.reason ? { reason: text.reason } : {})}>
      <Sheet context={context} band={context.reference}>
        <OnPaper style={{ paddingBottom: 20 }}>
          <Title>{text.title}</Title>
          {paragraphs.map((paragraph, i) => (
            <Fragment key={i}>
              <Line style={{ marginTop: 14, color: COLOURS.quiet }}>{paragraph}</Line>
              {i === 0 && code && (
                <Line style={{ marginTop: 14, fontSize: 32, lineHeight: "40px", fontWeight: 700, letterSpacing: 4 }}>
                  {code}
                </Line>
              )}
            </Fragment>
          ))}
          {facts.length > 0 && <Gap height={18} />}
          {facts.length > 0 && <Facts facts={facts} />}
        </OnPaper>
      </Sheet>
      <Section style={{ margin: "22px 0 0" }}>
        {points.map(([title, words, link]) => (
          <Point key={title} title={title} {...(link ? { link } : {})}>
            {words}
          </Point>
        ))}
      </Section>
      {action && (
        <Section style={{ marginBottom: 28 }}>
          <ActionButton context={context} href={action.href}>
            {action.label}
          </ActionButton>
        </Section>
      )}
    </Layout>
  );
}
