import type { LucideIcon } from "#src/ui/lucide/icon.ts";
import {
  ArchiveRestore,
  BadgePercent,
  TicketPercent,
  Banknote,
  Building2,
  CalendarClock,
  CalendarDays,
  Camera,
  Cookie,
  DoorOpen,
  FileText,
  FileSpreadsheet,
  Fingerprint,
  GalleryThumbnails,
  Gift,
  HandCoins,
  Handshake,
  HeartPulse,
  History,
  House,
  IdCard,
  Lock,
  Images,
  Languages,
  Mail,
  Martini,
  Shirt,
  MessageSquare,
  MoonStar,
  ReceiptText,
  Route,
  Scale,
  ScanLine,
  SlidersHorizontal,
  Star,
  Store,
  Ticket,
  TriangleAlert,
  UserRoundCheck,
  Users,
  UsersRound,
  Wallet,
  Radio,
  Smartphone,
} from "#src/ui/lucide/icons.ts";
import type { MessageId } from "#src/locales/i18n.ts";
import { grants, type Permission, type Standing } from "#src/modules/base/identity/rules/permissions.ts";

/** Number of open tasks, by the page that handles them. */
export type Waiting = Partial<
  Record<
    | "overview"
    | "affiliates"
    | "bookings"
    | "desks"
    | "doorAlerts"
    | "emails"
    | "guides"
    | "health"
    | "invoices"
    | "messages"
    | "payments"
    | "reviews"
    | "tills"
    | "webhooks",
    number
  >
>;

type NavPage = {
  path: string;
  name: MessageId;
  icon: LucideIcon;
  /** Permission to open it; without one all staff may. */
  permission?: Permission;
  count?: keyof Waiting;
  /** Whether its count needs a decision, or is only information. */
  hot?: boolean;
  /** Short name for narrow spaces. */
  short?: MessageId;
  /** The second key after `g`. */
  key?: string;
  /** Whether it stands outside the shell, as a document of its own. */
  isApart?: boolean;
};
export type NavGroup = { name: MessageId; pages: readonly NavPage[] };

/** The pages of the admin in the order of the day. */
const GROUPS: readonly NavGroup[] = [
  {
    name: "admin.nav.tonight",
    pages: [
      { path: "/admin/dashboard", name: "admin.page.overview", icon: MoonStar, count: "overview", hot: true, key: "t" },
      {
        path: "/admin/door-sale",
        name: "admin.page.doorSale",
        short: "admin.page.sell",
        icon: Store,
        permission: "sales.door",
      },
      { path: "/admin/till", name: "admin.page.till", icon: Wallet, permission: "sales.door" },
      {
        path: "/admin/messages",
        name: "admin.page.messages",
        icon: MessageSquare,
        permission: "messages.read",
        count: "messages",
      },
      {
        path: "/admin/ticket-scanner",
        name: "admin.page.door",
        short: "admin.page.scan",
        icon: ScanLine,
        permission: "checkins.record",
        key: "d",
        isApart: true,
      },
      {
        path: "/admin/door-alerts",
        name: "admin.page.doorAlerts",
        icon: TriangleAlert,
        permission: "bookings.read",
        count: "doorAlerts",
        hot: true,
      },
    ],
  },
  {
    name: "admin.nav.sales",
    pages: [
      {
        path: "/admin/bookings",
        name: "admin.page.bookings",
        icon: Ticket,
        permission: "bookings.read",
        count: "bookings",
        key: "b",
      },
      {
        path: "/admin/groups",
        name: "admin.page.groups",
        icon: UsersRound,
        permission: "bookings.read",
      },
      {
        path: "/admin/payments",
        name: "admin.page.payments",
        short: "admin.page.money",
        icon: Banknote,
        permission: "payments.read",
        count: "payments",
        hot: true,
      },
      { path: "/admin/earnings", name: "admin.page.earnings", icon: Scale, permission: "reports.read" },
      {
        path: "/admin/invoices",
        name: "admin.page.invoices",
        icon: ReceiptText,
        permission: "payments.read",
        count: "invoices",
        hot: true,
      },
      {
        path: "/admin/tills",
        name: "admin.page.tills",
        icon: HandCoins,
        permission: "payments.read",
        count: "tills",
        hot: true,
      },
      { path: "/admin/gift-cards", name: "admin.page.giftCards", icon: Gift, permission: "payments.read" },
      { path: "/admin/coupons", name: "admin.page.coupons", icon: BadgePercent, permission: "coupons.read", key: "c" },
      { path: "/admin/price-rules", name: "admin.page.priceRules", icon: TicketPercent, permission: "coupons.read" },
      {
        path: "/admin/affiliates",
        name: "admin.page.affiliates",
        icon: Handshake,
        permission: "affiliates.read",
        count: "affiliates",
      },
      {
        path: "/admin/affiliates/desks",
        name: "admin.page.desks",
        icon: Smartphone,
        permission: "affiliates.read",
        count: "desks",
        hot: true,
      },
    ],
  },
  {
    name: "admin.nav.product",
    pages: [
      {
        path: "/admin/schedule",
        name: "admin.page.schedule",
        icon: CalendarDays,
        permission: "schedule.read",
        key: "s",
      },
      { path: "/admin/my-shifts", name: "admin.page.myShifts", icon: CalendarClock, permission: "checkins.record" },
      { path: "/admin/pub-crawls", name: "admin.page.crawls", icon: Route, permission: "crawls.read" },
      { path: "/admin/cities", name: "admin.page.cities", icon: Building2, permission: "crawls.read" },
      { path: "/admin/bars", name: "admin.page.bars", icon: Martini, permission: "crawls.read" },
      { path: "/admin/add-ons", name: "admin.page.addOns", icon: Shirt, permission: "crawls.read" },
      {
        path: "/admin/restore-pub-crawls",
        name: "admin.page.restore",
        icon: ArchiveRestore,
        permission: "crawls.change",
      },
    ],
  },
  {
    name: "admin.nav.content",
    pages: [
      { path: "/admin/home-content", name: "admin.page.home", icon: House, permission: "content.change" },
      { path: "/admin/pages", name: "admin.page.pages", icon: FileText, permission: "content.change" },
      { path: "/admin/gallery", name: "admin.page.gallery", icon: Images, permission: "content.change" },
      { path: "/admin/media", name: "admin.page.media", icon: GalleryThumbnails, permission: "content.change" },
      { path: "/admin/instagram", name: "admin.page.instagram", icon: Camera, permission: "content.change" },
      { path: "/admin/languages", name: "admin.page.languages", icon: Languages, permission: "content.change" },
      { path: "/admin/emails", name: "admin.page.emails", icon: Mail, permission: "emails.read", count: "emails" },
    ],
  },
  {
    name: "admin.nav.people",
    pages: [
      { path: "/admin/customers", name: "admin.page.customers", icon: Users, permission: "users.read" },
      {
        path: "/admin/feedback",
        name: "admin.page.reviews",
        icon: Star,
        permission: "reviews.read",
        count: "reviews",
      },
      { path: "/admin/devices", name: "admin.page.devices", icon: Smartphone, permission: "checkins.record" },
      {
        path: "/admin/guides",
        name: "admin.page.guides",
        icon: UserRoundCheck,
        permission: "schedule.read",
        count: "guides",
        hot: true,
      },
      { path: "/admin/people", name: "admin.page.people", icon: IdCard, permission: "users.read" },
    ],
  },
  {
    name: "admin.nav.settings",
    pages: [
      { path: "/admin/opening", name: "admin.page.opening", icon: DoorOpen, permission: "settings.change" },
      {
        path: "/admin/general-options",
        name: "admin.page.options",
        icon: SlidersHorizontal,
        permission: "settings.change",
      },
      { path: "/admin/import", name: "admin.page.import", icon: FileSpreadsheet, permission: "imports.change" },
      { path: "/admin/api-keys", name: "admin.page.apiKeys", icon: Lock, permission: "programs.change" },
      { path: "/admin/connections", name: "admin.page.connections", icon: Smartphone },
      { path: "/admin/audit", name: "admin.page.audit", icon: History, permission: "audit.read" },
      { path: "/admin/access", name: "admin.page.access", icon: Fingerprint, permission: "audit.read" },
      { path: "/admin/consents", name: "admin.page.consents", icon: Cookie, permission: "settings.change" },
      {
        path: "/admin/webhooks",
        name: "admin.page.webhooks",
        icon: Radio,
        permission: "settings.change",
        count: "webhooks",
        hot: true,
      },
      {
        path: "/admin/health",
        name: "admin.page.health",
        icon: HeartPulse,
        permission: "health.read",
        count: "health",
        hot: true,
      },
    ],
  },
];

/** Pages that stand in no menu, because others lead to them, and are found by name. */
const BESIDE: readonly Omit<NavPage, "icon">[] = [
  { path: "/admin/messages/replies", name: "admin.page.savedReplies", permission: "messages.read" },
  { path: "/admin/affiliates/qr", name: "admin.page.qrCodes", permission: "affiliates.read" },
  { path: "/admin/affiliates/widget", name: "admin.page.widget", permission: "affiliates.read" },
  { path: "/admin/affiliates/statements", name: "admin.page.statements", permission: "affiliates.read" },
];

/** The group that stands open on every page until it is closed. */
export const FIRST_GROUP: MessageId = "admin.nav.tonight";

/** All pages that somebody may go to by name: those of the menu first. */
export const pagesFor = (me: Standing): Omit<NavPage, "icon">[] => [
  ...groupsFor(me).flatMap(({ pages }) => pages),
  ...BESIDE.filter(({ permission }) => permission === undefined || grants(me, permission)),
];

/** The groups with the pages that somebody may open. */
export const groupsFor = (me: Standing): NavGroup[] =>
  GROUPS.map(({ name, pages }) => ({
    name,
    pages: pages.filter(({ permission }) => permission === undefined || grants(me, permission)),
  })).filter(({ pages }) => pages.length > 0);

const MOST_TABS = 4;

/** The pages of a phone's tab bar, beside "More": a guide's are those of the door. */
export const tabsFor = (me: Standing): NavPage[] => {
  const tabs = [
    "/admin/dashboard",
    "/admin/bookings",
    "/admin/ticket-scanner",
    "/admin/schedule",
    "/admin/payments",
    "/admin/door-sale",
    "/admin/till",
    "/admin/invoices",
  ];
  return groupsFor(me)
    .flatMap(({ pages }) => pages)
    .filter(({ path }) => tabs.includes(path))
    .toSorted((a, b) => tabs.indexOf(a.path) - tabs.indexOf(b.path))
    .slice(0, MOST_TABS);
};
