import { createContext } from "react";

/**
 * The style rules that keep the focus of pictures in view. The server gives them beside the page's data, which would write them a
 * second time; the browser keeps what the document brought.
 */
export const FocusRules = createContext(
  import.meta.env.SSR ? "" : (document.querySelector("style[data-focus]")?.textContent ?? ""),
);
