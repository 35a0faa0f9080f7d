/** The parameters in an address of the office: `/office/register/:id` has an `id`. */
export type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** Builds an address: `register({ id: 3 })`. The part after `?` holds a list's filters. */
export interface OfficeAddress<Path extends string = string> {
  (...values: [NamesIn<Path>] extends [never] ? [] : [Record<NamesIn<Path>, string | number>]): string
  path: Path
}

const at = <const Path extends string>(path: Path): OfficeAddress<Path> =>
  Object.assign(
    (values?: object) =>
      path.replace(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent(String((values as Record<string, unknown> | undefined)?.[name])),
      ),
    { path },
  ) as OfficeAddress<Path>

export const today = at('/office')

export const signIn = at('/office/sign-in')
/** The invitation's secret follows a `#`, so that browsers never send it to a server. */
export const welcome = at('/office/welcome')
export const recover = at('/office/recover')
export const mySignIn = at('/office/my-sign-in')
export const ownSessions = at('/office/sessions')

export const planner = at('/office/planner')
export const terms = at('/office/planner/terms')
export const term = at('/office/planner/term/:id')
export const newClass = at('/office/planner/new-class')
export const plannedClass = at('/office/planner/class/:id')
/** One date: its register. `?day=2026-11-28` shows another day of a camp. */
export const session = at('/office/session/:id')
/** The other tabs of a date: details or history. */
export const sessionTab = at('/office/session/:id/:tab')

/** The page of dates that were cancelled together: their Undo, and their settlement. */
export const cancelledDates = at('/office/cancelled-dates/:id')

export const registers = at('/office/registers')
/** The former address of a register, which leads to its date. */
export const register = at('/office/register/:id')
/** The accidents and other incidents that were written down in registers. */
export const incidents = at('/office/registers/incidents')
/** One incident, as a form to print and sign. */
export const incident = at('/office/incident/:id')
/** The fire list: who is at a venue now. */
export const fireList = at('/office/fire/:id')

export const families = at('/office/families')
export const family = at('/office/family/:id')
/** The tab: children, bookings, orders, credits, notes or history. */
export const familyTab = at('/office/family/:id/:tab')
export const newFamily = at('/office/families/new')
export const duplicates = at('/office/families/duplicates')
export const orders = at('/office/orders')
/** The orders of products to be sent. */
export const toSend = at('/office/orders/to-send')
/** Books for a family. `?session=3` preselects a date. */
export const newBooking = at('/office/orders/new')
export const order = at('/office/order/:number')
/** The page of the money received and refunded. */
export const money = at('/office/money')
/** The page of what the classes of a period earned. */
export const revenue = at('/office/money/revenue')
/** The page that shows the VAT of a period and closes the period. */
export const vat = at('/office/money/vat')
/** The pages of reports: places taken, marks in registers, waiting lists, and how families heard of the business. */
export const occupancy = at('/office/reports/occupancy')
export const attendance = at('/office/reports/attendance')
export const demand = at('/office/reports/waiting')
export const sources = at('/office/reports/sources')
export const waiting = at('/office/waiting')
export const waitingPeople = at('/office/waiting/people')
export const enquiries = at('/office/enquiries')
/** The texts with which an answer can begin. */
export const replyTexts = at('/office/enquiries/texts')

export const messages = at('/office/messages')
export const newMessage = at('/office/messages/new')
/** The automatic mails: the day before, not paid yet, after a trial. */
export const automaticMails = at('/office/messages/automatic')
/** The addresses that visitors left on the site to be sent offers. */
export const subscriptions = at('/office/messages/addresses')
/** One message: what became of it. */
export const message = at('/office/message/:id')

export const types = at('/office/catalogue/types')
export const venues = at('/office/catalogue/venues')
export const rooms = at('/office/catalogue/rooms')
export const ages = at('/office/catalogue/ages')
export const packs = at('/office/catalogue/packs')
export const products = at('/office/catalogue/products')
export const categories = at('/office/catalogue/categories')
export const codes = at('/office/catalogue/codes')
export const pictures = at('/office/catalogue/pictures')

export const texts = at('/office/site/texts')
export const articles = at('/office/site/articles')
export const promoPages = at('/office/site/promo-pages')
export const promoItems = at('/office/site/promo-items')

export const business = at('/office/settings/business')
export const staff = at('/office/settings/staff')
export const importing = at('/office/settings/import')
export const importRun = at('/office/settings/import/:id')
export const health = at('/office/settings/health')
export const log = at('/office/settings/log')
/** The step of the setup (spec 3 §2.4): business, look, payments, mail, venues … */
export const setUp = at('/office/set-up/:step')

/** The guide for those who run the business. */
export const help = at('/office/help')
/** One topic of the guide: refunds, registers … */
export const helpTopic = at('/office/help/:topic')
