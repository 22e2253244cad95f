import { convert, type HtmlToTextOptions } from "html-to-text";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

// what email programs expect before table markup
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

// keeps related lines together, and headings in their own case
const tight = { leadingLineBreaks: 1, trailingLineBreaks: 1 };
const apart = { leadingLineBreaks: 2, trailingLineBreaks: 2, uppercase: false };
const AS_TEXT: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text=true]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "p", options: tight },
    { selector: "table", format: "block", options: apart },
    { selector: "td", format: "block", options: tight },
    { selector: "h1", options: apart },
    { selector: "h2", options: apart },
  ],
};

/** An email as HTML and as plain text. `@react-email/render` does the same, but brings a code formatter of 11 MB. */
export function renderEmail(element: ReactElement): { html: string; text: string } {
  // no email program loads ahead
  const markup = renderToStaticMarkup(element).replaceAll(/<link rel="preload"[^>]*>/g, "");
  return { html: DOCTYPE + markup, text: convert(markup, AS_TEXT) };
}
