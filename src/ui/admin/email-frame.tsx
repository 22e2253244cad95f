import { useRef } from "react";

type EmailFrameProps = { title: string; html: string; className?: string };

/** An email as its reader sees it, in a sandboxed frame without scripts. Other contents of it are shown at the same height. */
export function EmailFrame({ title, html, className = "h-[65vh]" }: EmailFrameProps) {
  const top = useRef(0);
  return (
    // no scripts: same-origin only lets the email load the display font
    <iframe
      title={title}
      srcDoc={html}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      className={`w-full rounded-md border border-border ${className}`}
      onLoad={({ currentTarget: { contentWindow: inside } }) => {
        inside?.scrollTo(0, top.current);
        inside?.addEventListener("scroll", () => (top.current = inside.scrollY));
      }}
    />
  );
}
