import { Body } from "@react-email/body";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Html } from "@react-email/html";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { Locale } from "#src/kernel/localized.ts";
import type { Text as Texts } from "#src/locales/i18n.ts";

/** What every email needs: language, the operator's colors and, where it is about a booking, its reference. */
export type EmailContext = {
  locale: Locale;
  t: Texts;
  /** the operator's name */
  name: string;
  brand: { colour: string; dark: string; text: string };
  /** size of the picture `cid:logo@ronda` in CSS pixels; null where the name stands for it */
  logo: { width: number; height: number } | null;
  /** URL of the display font, for programs that load fonts (Apple's, Thunderbird) */
  fontUrl: string;
  reference: string;
  /** what of practice it is about: a booking, or a statement of such bookings */
  practice: "booking" | "statement" | null;
  /** where its reader refuses emails like it; null where it is about their own booking or account */
  unsubscribe: string | null;
  /** whether staff sent it to themselves */
  trial: boolean;
};

export const COLOURS = { ink: "#1d1016", quiet: "#5a444c", ground: "#f6e1d1", paper: "#fffdf9", marigold: "#ffb000" };
// without quotation marks, each of which is six letters of HTML in every line
const FACE = "Instrument Sans,Helvetica Neue,Helvetica,Arial,sans-serif";
const DISPLAY = "Truculenta Variable,Arial Narrow,Helvetica Neue,Helvetica,Arial,sans-serif";

/** Full width of the column without a gap below: pictures of emails are edge to edge. */
export const whole: CSSProperties = { display: "block", width: "100%", height: "auto" };
const text: CSSProperties = { margin: 0, fontFamily: FACE, fontSize: 16, lineHeight: "25px", color: COLOURS.ink };

export const Line = ({ children, style }: { children: ReactNode; style?: CSSProperties }) => (
  <p style={{ ...text, ...style }}>{typeof children === "string" ? inLines(children) : children}</p>
);

/** A text of several lines: email programs ignore line breaks that aren't elements. */
const inLines = (words: string): ReactNode =>
  words.includes("\n")
    ? words.split("\n").map((line, i) => (
        <Fragment key={i}>
          {i > 0 && <br />}
          {line}
        </Fragment>
      ))
    : words;

/** So many letters a list of emails shows of one at most. */
const PREVIEW = 150;
/** A letter's room in such a list, and nothing in it: a joiner, a mark and a space that aren't dropped. */
const BLANK = "\u034f\u200c\u00a0";

/** What lists of emails show beside the subject, and after it nothing: not the first words of the email. */
const Preview = ({ children }: { children: string }) => (
  <div
    data-skip-in-text="true"
    style={{ display: "none", overflow: "hidden", lineHeight: "1px", opacity: 0, maxHeight: 0, maxWidth: 0 }}
  >
    {children.slice(0, PREVIEW)}
    <div>{BLANK.repeat(Math.max(0, PREVIEW - children.length))}</div>
  </div>
);

export const Title = ({ children, as = "h1", size = 34 }: { children: ReactNode; as?: "h1" | "h2"; size?: number }) => (
  <Heading
    as={as}
    style={{
      margin: 0,
      fontFamily: DISPLAY,
      fontSize: size,
      lineHeight: 1.08,
      fontWeight: 800,
      letterSpacing: "-0.01em",
      color: COLOURS.ink,
    }}
  >
    {children}
  </Heading>
);

/** Full-width rows: email programs support tables best. */
export const Table = ({ children, style }: { children: ReactNode; style?: CSSProperties }) => (
  <table role="presentation" width="100%" border={0} cellPadding={0} cellSpacing={0} style={style}>
    <tbody>{children}</tbody>
  </table>
);

/** Vertical space that text versions leave out. */
export const Gap = ({ height }: { height: number }) => (
  <div data-skip-in-text="true" style={{ height, lineHeight: `${height}px` }}>
    &nbsp;
  </div>
);

type PointProps = { title: string; link?: { href: string; label: string }; children: ReactNode };

/** A section under a heavy rule. */
export const Point = ({ title, link, children }: PointProps) => (
  <Table style={{ borderTop: `3px solid ${COLOURS.ink}`, marginBottom: 22 }}>
    <tr>
      <td style={{ paddingTop: 12 }}>
        <Line style={{ fontWeight: 700, fontSize: 18 }}>{title}</Line>
        <Line style={{ color: COLOURS.quiet }}>{children}</Line>
        {link && (
          <Link href={link.href} style={{ ...text, fontWeight: 700, textDecoration: "underline" }}>
            {link.label}
          </Link>
        )}
      </td>
    </tr>
  </Table>
);

type Fact = readonly [label: string, value: string];

/** A code or an address in half of a phone's width would be broken into pieces, or make the email wider than the phone. */
const needsRow = ([, value]: Fact) => value.length > 16 && !value.includes(" ");

/** Two facts per row, in their order; one that needs a row has it. */
function rowsOf(facts: readonly Fact[]): Fact[][] {
  const rows: Fact[][] = [];
  for (const fact of facts) {
    const row = rows.at(-1);
    if (row?.length === 1 && ![...row, fact].some(needsRow)) row.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

/** Label over value, two per row. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const rows = rowsOf(facts);
  return (
    <Table>
      {rows.map((row) => (
        <tr key={row[0]?.[0]}>
          {row.map(([label, value]) => (
            <td
              key={label}
              {...(row.length === 1 ? { colSpan: 2 } : { width: "50%" })}
              valign="top"
              style={{ padding: "0 12px 14px 0" }}
            >
              <Line style={{ fontSize: 14, lineHeight: "20px", color: COLOURS.quiet }}>{label}</Line>
              <Line style={{ fontWeight: 700, lineHeight: "22px", wordBreak: "break-word" }}>{value}</Line>
            </td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

export const ActionButton = ({
  context,
  href,
  children,
}: {
  context: EmailContext;
  href: string;
  children: string;
}) => (
  <table role="presentation" cellPadding={0} cellSpacing={0}>
    <tbody>
      <tr>
        <td
          style={{
            backgroundColor: context.brand.colour,
            borderRadius: 8,
            borderBottom: `4px solid ${context.brand.dark}`,
            textAlign: "center",
          }}
        >
          <Link
            href={href}
            style={{
              ...text,
              display: "inline-block",
              padding: "13px 26px",
              fontWeight: 700,
              color: context.brand.text,
              textDecoration: "none",
            }}
          >
            {children}
          </Link>
        </td>
      </tr>
    </tbody>
  </table>
);

/** The brand-coloured band on top of a ticket or an email, cut into the paper below. */
const Band = ({ context, children }: { context: EmailContext; children?: ReactNode }) => (
  <Table style={{ backgroundColor: context.brand.colour, borderRadius: "14px 14px 0 0" }}>
    <tr>
      <td style={{ padding: "16px 0 12px 24px" }}>
        {context.logo ? (
          <Img src="cid:logo@ronda" alt={context.name} {...context.logo} style={{ display: "block" }} />
        ) : (
          <Line
            style={{
              fontFamily: DISPLAY,
              fontWeight: 800,
              fontSize: 26,
              lineHeight: "34px",
              color: context.brand.text,
            }}
          >
            {context.name}
          </Line>
        )}
      </td>
      <td align="right" style={{ padding: "16px 24px 12px 0" }}>
        <Line style={{ fontWeight: 700, fontSize: 15, color: context.brand.text }}>{children}</Line>
      </td>
    </tr>
    <tr>
      <td colSpan={2}>
        <Img src="cid:edge@ronda" alt="" width={576} style={whole} />
      </td>
    </tr>
  </Table>
);

/** The sheet of paper under a band, ending in the cut edge. */
export const Sheet = ({
  context,
  band,
  children,
}: {
  context: EmailContext;
  band?: ReactNode;
  children: ReactNode;
}) => (
  <>
    <Band context={context}>{band}</Band>
    {children}
    <Img src="cid:foot@ronda" alt="" width={576} style={whole} />
  </>
);

export const OnPaper = ({ children, style }: { children: ReactNode; style?: CSSProperties }) => (
  <Table style={{ backgroundColor: COLOURS.paper }}>
    <tr>
      <td style={{ padding: "12px 24px 8px", ...style }}>{children}</td>
    </tr>
  </Table>
);

/** The notice above a test email, or an email of practice mode. */
function noticeOf({ trial, practice }: EmailContext) {
  if (trial) return "emails.trial";
  return practice === "statement" ? "emails.testStatement" : "emails.test";
}

type LayoutProps = { context: EmailContext; preview: string; reason?: string; festive?: boolean; children: ReactNode };

/** The frame of every email. `festive` hangs the bunting. */
export function Layout({ context, preview, reason, festive = false, children }: LayoutProps) {
  const { t, locale, reference, practice, trial, unsubscribe } = context;
  const small: CSSProperties = { fontSize: 13, lineHeight: "20px", color: COLOURS.quiet };
  return (
    <Html lang={locale}>
      <Head>
        <meta name="color-scheme" content="light only" />
        <meta name="supported-color-schemes" content="light only" />
        {/* inside @media, because Outlook would otherwise set text in an unknown font as Times */}
        <style>{`@media screen{@font-face{font-family:"Truculenta Variable";font-weight:900;src:url(${context.fontUrl}) format("woff2")}}`}</style>
      </Head>
      <Preview>{preview}</Preview>
      <Body style={{ margin: 0, padding: 0, backgroundColor: COLOURS.ground }}>
        <Container style={{ maxWidth: 600, margin: "0 auto", padding: "0 12px" }}>
          {festive ? <Img src="cid:bunting@ronda" alt="" width={576} style={whole} /> : <Gap height={28} />}
          {(practice !== null || trial) && (
            <Table style={{ backgroundColor: COLOURS.marigold, borderRadius: 8, margin: "12px 0" }}>
              <tr>
                <td style={{ padding: "9px 16px" }}>
                  <Line style={{ fontWeight: 700, fontSize: 15 }}>{t(noticeOf(context))}</Line>
                </td>
              </tr>
            </Table>
          )}
          {children}
          <Table style={{ margin: "8px 0 36px" }}>
            <tr>
              <td style={{ borderTop: "1px solid #d9bfae", paddingTop: 16 }}>
                {!reason && <Line style={small}>{t("emails.questions")}</Line>}
                <Line style={small}>{reason ?? t("emails.reason", { reference })}</Line>
                {!reason && <Line style={small}>{t("emails.care")}</Line>}
                {unsubscribe && (
                  <Link href={unsubscribe} style={{ ...text, ...small, textDecoration: "underline" }}>
                    {t("emails.unsubscribe")}
                  </Link>
                )}
              </td>
            </tr>
          </Table>
        </Container>
      </Body>
    </Html>
  );
}
