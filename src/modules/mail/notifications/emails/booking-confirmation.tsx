import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Section } from "@react-email/section";
import {
  ActionButton,
  COLOURS,
  Facts,
  Layout,
  type EmailContext,
  Line,
  OnPaper,
  Point,
  Sheet,
  Table,
  Title,
  whole,
} from "#src/modules/mail/notifications/emails/layout.tsx";

export type ConfirmationEmail = EmailContext & {
  title: string;
  intro: string;
  people: number;
  heading: string;
  /** The date, as used inside a sentence. */
  date: string;
  hours: string;
  start: string;
  crawl: string;
  /** where it begins, and a map of it; null where no place is known yet */
  meeting: { place: string; map: string } | null;
  facts: readonly (readonly [label: string, value: string])[];
  /** label and amount; the last line is the total; empty for a free booking */
  receipt: readonly (readonly [label: string, amount: string])[];
  change: string;
  link: string;
  tickets: readonly { cid: string; name: string; code: string; of: string }[];
};

/** Booked: the tickets, what a guest must know tonight, and how to change plans. */
export function BookingConfirmation({ context }: { context: ConfirmationEmail }) {
  const { t, people, meeting, start } = context;
  return (
    <Layout context={context} festive preview={t("emails.confirmation.preview", { hours: context.hours, people })}>
      <Section style={{ margin: "20px 0 22px" }}>
        <Title>{context.title}</Title>
        {meeting && (
          <Line style={{ marginTop: 10, fontSize: 17, fontWeight: 700 }}>
            {meeting.place} ·{" "}
            <Link href={meeting.map} style={{ color: COLOURS.ink, textDecoration: "underline" }}>
              {t("emails.reminder.map")}
            </Link>
          </Line>
        )}
        <Line style={{ marginTop: 10, fontSize: 17, color: COLOURS.quiet }}>{context.intro}</Line>
      </Section>
      <Sheet context={context} band={t("emails.confirmation.tickets", { people })}>
        <OnPaper>
          <Title as="h2" size={28}>
            {context.heading}
          </Title>
          <Line style={{ margin: "4px 0 18px", fontWeight: 600, color: COLOURS.quiet }}>{context.crawl}</Line>
          <Facts facts={context.facts} />
        </OnPaper>
        <Img src="cid:tear@ronda" alt="" width={576} style={whole} />
        <Stubs context={context} />
      </Sheet>
      <Section style={{ margin: "18px 0 30px" }}>
        <ActionButton context={context} href={context.link}>
          {t("emails.seeBooking")}
        </ActionButton>
        <Line style={{ marginTop: 12, fontSize: 14, lineHeight: "21px", color: COLOURS.quiet }}>
          {t("emails.linkIsKey")} {t("emails.confirmation.calendar")}
        </Line>
      </Section>
      {meeting && (
        <Point
          title={t("emails.confirmation.placeTitle")}
          link={{ href: meeting.map, label: t("emails.reminder.map") }}
        >
          {t("emails.confirmation.place", { place: meeting.place, time: start })}
        </Point>
      )}
      <Point title={t("emails.confirmation.changeTitle")}>{context.change}</Point>
      <Point title={t("emails.confirmation.bringTitle")}>{t("emails.confirmation.bring")}</Point>
      {context.receipt.length > 0 && <Receipt lines={context.receipt} title={t("emails.confirmation.paid")} />}
    </Layout>
  );
}

/** One ticket stub per guest, two side by side where there is room (inline blocks instead of a media query). */
function Stubs({ context }: { context: ConfirmationEmail }) {
  return (
    <OnPaper style={{ padding: "10px 12px 4px", textAlign: "center" }}>
      {context.tickets.map(({ cid, name, code, of }) => (
        <div key={cid} style={{ display: "inline-block", width: 258, verticalAlign: "top", padding: "6px 0 20px" }}>
          <Img
            src={`cid:${cid}`}
            alt={of}
            width={225}
            height={225}
            style={{ display: "block", margin: "0 auto 8px" }}
          />
          <Line style={{ fontWeight: 700, fontSize: 18 }}>{name}</Line>
          <Line style={{ fontWeight: 700, letterSpacing: "0.04em" }}>{code}</Line>
          <Line style={{ fontSize: 14, lineHeight: "20px", color: COLOURS.quiet }}>
            {of} · {context.t("ticket.show")}
          </Line>
        </div>
      ))}
    </OnPaper>
  );
}

function Receipt({ lines, title }: { lines: ConfirmationEmail["receipt"]; title: string }) {
  return (
    <Table style={{ borderTop: `3px solid ${COLOURS.ink}`, marginBottom: 26 }}>
      <tr>
        <td colSpan={2} style={{ padding: "12px 0 4px" }}>
          <Line style={{ fontWeight: 700, fontSize: 18 }}>{title}</Line>
        </td>
      </tr>
      {lines.map(([label, amount], i) => (
        <tr key={label}>
          <td style={{ paddingTop: 4 }}>
            <Line style={i === lines.length - 1 ? { fontWeight: 700 } : { color: COLOURS.quiet }}>{label}</Line>
          </td>
          <td align="right" style={{ paddingTop: 4 }}>
            <Line style={i === lines.length - 1 ? { fontWeight: 700 } : { color: COLOURS.quiet }}>{amount}</Line>
          </td>
        </tr>
      ))}
    </Table>
  );
}
