import { Fragment } from "react";
import { useText } from "#src/locales/use-text.ts";
import { hrefIn, type Inline, linkedRuns } from "#src/modules/site/content/rules/inline.ts";
import { LINK } from "#src/ui/button.tsx";

/** A text with its links and what is bold in it. */
export function RichText({ text }: { text: string }) {
  const { locale } = useText();
  return linkedRuns(text).map(({ href, runs }, at) =>
    href === undefined ? (
      <Runs key={at} runs={runs} />
    ) : (
      <a key={at} href={hrefIn(href, locale)} className={`${LINK} wrap-anywhere`}>
        <Runs runs={runs} />
      </a>
    ),
  );
}

const Runs = ({ runs }: { runs: readonly Inline[] }) =>
  runs.map(({ text, isBold }, at) =>
    isBold ? <strong key={at}>{text}</strong> : <Fragment key={at}>{text}</Fragment>,
  );
