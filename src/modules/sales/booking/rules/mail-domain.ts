// Whose mail domain is counted (docs/decisions/060). Who owns a domain reads the mail of as many mailboxes as they like; at a public
// provider each costs an account. A list, because nothing in a domain's name or records tells the two apart.

/** Providers with one name in many countries. Endings are listed: an ending left open could be somebody's own domain. */
const FAMILIES: Record<string, string> = {
  outlook:
    "com es fr de it pt at be cl cz dk hu ie in jp kr lv my ph sa sg sk co.id co.il co.th com.ar com.au com.br com.gr com.tr com.vn",
  hotmail:
    "com es fr de it be ca ch cl cz dk fi gr hu lt lv my nl no ph rs se sg sk co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.hk com.tr com.tw com.vn",
  live: "com at be ca cl cn de dk fi fr hk ie in it jp nl no ru se co.kr co.uk co.za com.ar com.au com.mx com.my com.ph com.pt com.sg",
  yahoo:
    "com ca cl cn de dk es fi fr gr hu ie in it nl no pl pt ro se co.id co.il co.in co.jp co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.cn com.co com.hk com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ve com.vn",
  gmx: "de net at ch com fr es it eu li us co.uk",
  yandex: "ru com by kz ua uz com.tr",
  aol: "com de fr it es co.uk com.br com.mx",
};

const OTHERS =
  "gmail.com googlemail.com msn.com passport.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me " +
  "ymail.com rocketmail.com aim.com ya.ru mail.ru bk.ru list.ru inbox.ru internet.ru rambler.ru ukr.net " +
  "web.de t-online.de freenet.de arcor.de bluewin.ch aon.at seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl abv.bg walla.co.il " +
  "qq.com foxmail.com 163.com 126.com yeah.net sina.com sohu.com naver.com hanmail.net daum.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp i.softbank.jp " +
  "orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr telenet.be skynet.be proximus.be " +
  "libero.it virgilio.it alice.it tin.it tim.it tiscali.it inwind.it iol.it sapo.pt telefonica.net movistar.es " +
  "terra.com terra.com.br terra.com.mx terra.es uol.com.br bol.com.br ig.com.br globo.com r7.com prodigy.net.mx infinitummail.com speedy.com.ar fibertel.com.ar " +
  "comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net charter.net earthlink.net rogers.com shaw.ca bell.net sympatico.ca telus.net videotron.ca " +
  "btinternet.com virginmedia.com sky.com talktalk.net ntlworld.com blueyonder.co.uk bigpond.com optusnet.com.au xtra.co.nz " +
  "ziggo.nl kpnmail.nl planet.nl home.nl hetnet.nl telia.com online.no rediffmail.com";

const PUBLIC: ReadonlySet<string> = new Set([
  ...OTHERS.split(" "),
  ...Object.entries(FAMILIES).flatMap(([name, endings]) => endings.split(" ").map((ending) => `${name}.${ending}`)),
]);

/** What stands before a country's ending without being anybody's domain: `com.mx`, `co.uk`. */
const SECOND_LEVEL = new Set("ac co com edu go gob gouv gov gub ltd mil ne net nom or org plc sch".split(" "));

/**
 * The domain of an email whose owner may have any number of mailboxes, null at a public provider. Subdomains count as one domain:
 * they cost nothing.
 */
export function ownDomainOf(email: string): string | null {
  const domain = email.trim().toLowerCase().split("@").at(-1) as string;
  if (PUBLIC.has(domain)) return null;
  const labels = domain.split(".");
  const isNational = (labels.at(-1) as string).length === 2 && SECOND_LEVEL.has(labels.at(-2) ?? "");
  return labels.slice(isNational ? -3 : -2).join(".");
}
