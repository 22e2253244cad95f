import { Fragment } from "react";
import { localizedPath } from "#src/kernel/localized.ts";
import { useText } from "#src/locales/use-text.ts";
import { inlineOf } from "#src/modules/content/rules/inline.ts";
import { LINK } from "#src/ui/button.tsx";

/** A text with its links and what is bold in it. */
export function RichText({ text }: { text: string }) {
  const { locale } = useText();
  return inlineOf(text).map(({ text: words, href, isBold }, at) => {
    const run = href ? (
      <a href={href.startsWith("/") ? localizedPath(href, locale) : href} className={`${LINK} wrap-anywhere`}>
        {words}
      </a>
    ) : (
      words
    );
    return isBold ? <strong key={at}>{run}</strong> : <Fragment key={at}>{run}</Fragment>;
  });
}
