/** What is said between two machines on the way (RFC 9110, section 7.6.1), what a message itself sets, and who it passed through. */
const RESERVED =
  /^(connection|keep-alive|proxy-.*|te|trailers?|transfer-encoding|upgrade|http2-settings|host|content-.*|expect|user-agent|date|webhook-.*|via|forwarded|x-forwarded-.*|x-real-ip)$/;
const NAME = /^[a-z0-9!#$%&'*+.^_`|~-]{1,60}$/;
const VALUE = /^[\t\u0020-\u007e]{0,2000}$/;
const MOST = 10;
/** Of all of them as JSON: sealed they are a third longer, and a server that is told reads so much as a rule. */
const MOST_LETTERS = 8000;

/** Whether messages may carry these headers besides their own: names that nothing on the way and no message of ours has. */
export function areOwnHeaders(headers: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(headers).map((name) => name.toLowerCase());
  const isFree = names.every((name) => NAME.test(name) && !RESERVED.test(name));
  return (
    names.length <= MOST &&
    new Set(names).size === names.length &&
    isFree &&
    Object.values(headers).every((value) => VALUE.test(value)) &&
    JSON.stringify(headers).length <= MOST_LETTERS
  );
}
