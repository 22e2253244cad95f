// Prints what each script of package.json is for (npm run help); a test compares both. Plain JavaScript, for Node 20 as well.
const HELP = {
  "Run it": {
    start: "builds, starts PostgreSQL, loads the demo data, serves http://localhost:3000",
    dev: "the same from the sources, with hot reload, on the same database",
    "dev:stripe": "dev, paying at a mock of Stripe; its dashboard is on port 12111",
    "dev:paypal": "dev, paying at a mock of PayPal",
    build: "builds for production",
    ronda: "an operator's verbs: backup, restore, create-admin … (npm run ronda -- --help)",
  },
  "Check it": {
    check: "the loop while working, in 90 seconds: types, lint, laws, unit tests, database tests of what changed",
    test: "everything that CI runs, browser tests included (docs/testing.md)",
    "test:nightly": "everything at full size, a load test, mutants of the rules, other days, each benchmark small",
    types: "type check",
    format: "checks the formatting (npx oxfmt mends it)",
    lint: "linter, laws of tests, dead references, owners of tables",
    boundaries: "who may import whom, kinds of files, words that were given up",
    dead: "unused files, exports and packages",
    unit: "unit tests (npm run unit -- price: those of some files)",
    database: "tests on a real PostgreSQL",
    e2e: "browser tests of the built product",
    mutation: "changes rules and fails where no test notices (npm run mutation -- till)",
  },
  "Measure it": {
    measure: "how many lines, files and functions the sources have, and how long they are",
    bench: "requests, bookings and jobs against the floor of bare Node and PostgreSQL",
    "bench:pages": "what public pages weigh, and how soon they can be used",
    "bench:render": "what a page costs that isn't answered from memory",
    "bench:admin": "the admin's pages with 1,000,000 bookings",
    "bench:first-start": "loading the demo data at the first start",
    "bench:friends": "friends of one table who book and pay at the same moment",
    "bench:emails": "confirmations with tickets and receipt, by their own job",
    "bench:memory": "the memory of a server at rest, after pages, after bookings, over an hour",
    "bench:money": "starting and settling payments, and answering providers",
    "bench:programs": "what programs wait for, what a key costs, and bookings while a slow endpoint is told of them",
    "bench:session": "what it costs a page to know its user",
    "bench:sign-in": "signing in, and others beside it, also under attack",
    "bench:holds": "how many places somebody keeps without paying",
    "bench:flood": "floods of pages and forms, also of another checkout",
    "bench:door": "the server of the door",
    "bench:scanner": "the scanner on a slow phone",
    "bench:backup": "backup and restore",
    soak: "the reliability table at full size, for hours (npm run soak -- 3 4: some rows)",
  },
  "Make files": {
    db: "db dump: db/schema.sql and db/tables.ts from the migrations",
    pictures: "public/pictures from pictures/*.svg (npm run pictures oaxaca: one of them)",
    icons: "the icons of the site from the logo",
    cards: "the pictures that links show in other apps",
    lucide: "copies an icon of Lucide (npm run lucide -- MapPin)",
    "papel-picado": "the cut-paper patterns",
    fonts: "the fonts of pages, cut to what is used",
    names: "the fonts that PDFs write names with",
    screenshots: "pictures of every page, to look at",
  },
  Other: { help: "this table" },
};

const columns = Math.max(...Object.values(HELP).flatMap((part) => Object.keys(part).map((name) => name.length)));
for (const [title, part] of Object.entries(HELP)) {
  console.log(`\n${title}`);
  for (const [name, text] of Object.entries(part)) console.log(`  ${name.padEnd(columns)}  ${text}`);
}
