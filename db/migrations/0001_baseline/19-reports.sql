-- What was sold each day, and how many visits came to each step of buying, as sums: charts of a year would otherwise read a
-- million bookings. They hold nothing that the bookings and the books don't say; days that changed since daily_sales_counted.at
-- are counted from those.

create table daily_sales (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  bookings integer not null,
  guests integer not null,
  revenue bigint not null,
  primary key (basis, day, crawl_id, currency, test)
);

create table daily_coupons (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  coupon_id uuid not null,
  uses integer not null,
  discount bigint not null,
  primary key (basis, day, crawl_id, currency, test, coupon_id)
);

-- Of the bookings that have a partner or a campaign, with the people who came. '' is no campaign.
create table daily_partners (
  basis text not null check (basis in ('sale', 'service')),
  day date not null,
  crawl_id uuid not null,
  currency text not null,
  test boolean not null,
  partner_id uuid,
  campaign text not null,
  bookings integer not null,
  guests integer not null,
  came integer not null,
  revenue bigint not null,
  unique nulls not distinct (basis, day, crawl_id, currency, test, partner_id, campaign)
);
create index daily_partners_of_one on daily_partners (partner_id, basis, day);

create table daily_sales_counted (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

-- How many visits come to each step of buying, as counts alone (docs/decisions/171).
create table funnel_days (
  day date not null,
  step text not null check (step in ('saw', 'chose', 'checkout', 'proceeded', 'started', 'paid')),
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  language text not null check (language in ('en', 'es')),
  source text not null check (source in ('direct', 'partner', 'search', 'social', 'link', 'unknown')),
  test boolean not null default false,
  count integer not null check (count > 0),
  primary key (day, step, device, language, source, test)
);

-- By what kind of device and source a booking came that isn't paid yet, until it is paid or over: then it is a count too.
create table funnel_bookings (
  booking_id uuid primary key references bookings on delete cascade,
  device text not null check (device in ('phone', 'tablet', 'desktop')),
  source text not null check (source in ('direct', 'partner', 'search', 'social', 'link', 'unknown')),
  started boolean not null default false
);
