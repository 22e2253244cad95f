import login from "./login.json";
import book from "./book.json";
import bookings from "./bookings.json";
import cities from "./cities.json";
import crawls from "./crawls.json";
import credits from "./credits.json";
import campaigns from "./campaigns.json";
import calendar from "./calendar.json";
import checkout from "./checkout.json";
import common from "./common.json";
import confirmation from "./confirmation.json";
import consent from "./consent.json";
import contact from "./contact.json";
import errors from "./errors.json";
import home from "./home.json";
import mailbox from "./mailbox.json";
import manage from "./manage.json";
import money from "./money.json";
import profile from "./profile.json";
import rating from "./rating.json";
import receipt from "./receipt.json";
import sandbox from "./sandbox.json";
import site from "./site.json";
import tickets from "./tickets.json";

export default {
  ...login,
  ...common,
  ...site,
  ...home,
  ...book,
  ...bookings,
  ...cities,
  ...crawls,
  ...credits,
  ...campaigns,
  ...calendar,
  ...checkout,
  ...confirmation,
  ...consent,
  ...contact,
  ...errors,
  ...mailbox,
  ...manage,
  ...money,
  ...profile,
  ...rating,
  ...receipt,
  ...sandbox,
  ...tickets,
};
