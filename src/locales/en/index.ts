import audit from "./audit.json";
import dashboard from "./dashboard.json";
import login from "./login.json";
import book from "./book.json";
import bookings from "./bookings.json";
import cities from "./cities.json";
import crawleditor from "./crawleditor.json";
import crawls from "./crawls.json";
import credits from "./credits.json";
import admin from "./admin.json";
import campaigns from "./campaigns.json";
import calendar from "./calendar.json";
import cancelling from "./cancelling.json";
import checkout from "./checkout.json";
import common from "./common.json";
import confirmation from "./confirmation.json";
import consent from "./consent.json";
import contact from "./contact.json";
import coupons from "./coupons.json";
import departures from "./departures.json";
import customers from "./customers.json";
import errors from "./errors.json";
import feedback from "./feedback.json";
import home from "./home.json";
import mailbox from "./mailbox.json";
import manage from "./manage.json";
import messages from "./messages.json";
import money from "./money.json";
import people from "./people.json";
import profile from "./profile.json";
import rating from "./rating.json";
import receipt from "./receipt.json";
import sales from "./sales.json";
import reservation from "./reservation.json";
import sandbox from "./sandbox.json";
import site from "./site.json";
import tickets from "./tickets.json";

export default {
  ...audit,
  ...dashboard,
  ...login,
  ...common,
  ...site,
  ...home,
  ...book,
  ...bookings,
  ...cities,
  ...crawleditor,
  ...crawls,
  ...credits,
  ...admin,
  ...campaigns,
  ...calendar,
  ...cancelling,
  ...checkout,
  ...confirmation,
  ...consent,
  ...contact,
  ...coupons,
  ...departures,
  ...customers,
  ...errors,
  ...feedback,
  ...mailbox,
  ...manage,
  ...messages,
  ...money,
  ...people,
  ...profile,
  ...rating,
  ...receipt,
  ...sales,
  ...reservation,
  ...sandbox,
  ...tickets,
};
