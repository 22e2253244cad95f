-- Settings that the operator changes, and the rates of currencies.

create table app_settings (
  key text primary key,
  value text not null
);

create trigger pages_changed after insert or update or delete or truncate on app_settings
  for each statement execute function tell_pages_changed();

create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  per_usd numeric(18, 8) not null check (per_usd > 0),
  date date not null
);

create trigger pages_changed after insert or update or delete or truncate on currency_rates
  for each statement execute function tell_pages_changed();
