import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { SitePart } from '#domain/site-parts.ts'

/** Where a page lives. Called with what its address carries it gives the whole address: `product({ productId: 3 })`. */
export interface Address<Name extends string = never> {
  (values?: Partial<Record<Name, string | number>>): string
  path: string
  /** Of what the business may not have, if any: then nothing leads here (record 075). */
  part: SitePart | undefined
  /** What an address carries; '' for what it does not. */
  read: (search: URLSearchParams) => Record<Name, string>
}

/** Paths are compared without regard to case and a slash at their end (spec 2 §2). */
export const samePath = (path: string): string => path.toLowerCase().replace(/(.)\/+$/, '$1')

/** Whether a path is one of these pages'. */
export const isPathOf = (pathname: string, ...addresses: { path: string }[]): boolean =>
  addresses.some(({ path }) => samePath(path) === samePath(pathname))

/** `names`: what its parameters are called in the address. */
function at<Name extends string = never>(
  path: string,
  names?: Record<Name, string>,
  part?: SitePart,
): Address<Name> {
  const spelled = Object.entries<string>(names ?? {})
  const addressOf = (values: Partial<Record<string, string | number>> = {}) => {
    const parts = spelled
      .filter(([name]) => values[name] !== undefined)
      // A list's commas may be read.
      .map(([name, wire]) => `${wire}=${encodeURIComponent(values[name] ?? '').replaceAll('%2C', ',')}`)
    return parts.length > 0 ? `${path}?${parts.join('&')}` : path
  }
  const read = (search: URLSearchParams) =>
    Object.fromEntries(spelled.map(([name, wire]) => [name, search.get(wire) ?? ''])) as Record<Name, string>
  return Object.assign(addressOf, { path, part, read })
}

// The fixed addresses of spec 2 §2, odd spellings included. A page moves by its line here.

export const logIn = at('/login')
export const register = at('/register')
export const resetPassword = at('/forget')
export const onboarding = at('/fileInfo')
/** The link's secret stands behind a `#`, which no browser sends to a server. */
export const takeBackEmail = at('/takeBack')
/** The terms, or with the text 'privacy' the privacy policy (decision C-08); with a version what one of them said. */
export const terms = at('/term', { text: 'type', version: 'version' })

export const home = at('/home/home')
export const about = at('/home/about', {}, 'about')
export const contact = at('/home/contact')
export const helpCentre = at('/home/helpCenter', {}, 'help')
export const parentClass = at('/home/parentClass', {}, 'parentSession')
export const events = at('/home/events', {}, 'event')
export const parties = at('/home/party', {}, 'party')
export const bespoke = at('/home/bespoke', {}, 'bespoke')
export const classPacks = at('/home/classPack', {}, 'packs')

export const shop = at('/home/mall', { page: 'page' }, 'shop')
export const category = at('/home/mall/classfiy', { index: 'index', page: 'page' }, 'shop')
export const product = at('/home/mall/detail', { productId: 'id' }, 'shop')
/** Its tab: classes, products, events, parents' sessions (spec 1 §2). */
export const basket = at('/home/cart', { tab: 'type' })
/** So many of one product (source 0), or lines of the basket (source 1): spec 1 §2. */
export const checkout = at('/home/pay', {
  productId: 'id',
  quantity: 'num',
  basketLineIds: 'cart_id',
  source: 'type',
})
/** Type 0 has been paid by card, type 1 cost nothing (spec 1 §4); an account's order by its number, a guest's by its signed address. */
export const paymentSucceeded = at('/home/userInfo/paySuccess', {
  type: 'type',
  orderNumber: 'order_sn',
  guestOrder: 'guest_order',
})
export const paymentFailed = at('/home/userInfo/payFail', { orderNumber: 'order_sn' })

export const messages = at('/home/messageDetail', { messageId: 'id' })
export const bookings = at('/home/userInfo/orderList')
/** The same page under the account menu's own address (decision A-04). */
export const eventBookings = at('/home/userInfo/eventOrder')
/** Where one waits for a place: a page of our own (record 036). */
export const waiting = at('/home/userInfo/waiting')
export const details = at('/home/userInfo/user')
export const editDetails = at('/home/userInfo/editUser')
export const changePassword = at('/home/userInfo/changePwd')
export const card = at('/home/userInfo/card')
export const rewardPoints = at('/home/userInfo/integral')
export const credits = at('/home/userInfo/package', {}, 'credits')
export const child = at('/home/userInfo/child', { childId: 'id' })
/** Without a child, one is added. */
export const editChild = at('/home/userInfo/editChild', { childId: 'id' })

/** What the address of a timetable of one type carries beside its filters (spec 1 §2). */
export const pinnedParameters = {
  typeId: 'course_type_id',
  venueId: 'course_shop_id',
  offeringId: 'big_course',
} as const

interface KindAddresses {
  /** With a session, its details are open there: what parents send one another. */
  timetable: Address<'date' | 'sessionId'>
  type: Address<'typeId'>
  choice: Address<keyof typeof pinnedParameters>
}

const pagesOfKind = (timetable: string, folder: string, part?: SitePart): KindAddresses => ({
  timetable: at(timetable, { date: 'date', sessionId: 'session' }, part),
  type: at(`${folder}/detail`, { typeId: 'id' }, part),
  choice: at(`${folder}/selectCourse`, pinnedParameters, part),
})

/** The pages that every kind has. */
export const ofKind: Record<OfferingKind, KindAddresses> = {
  class: pagesOfKind('/home/classes', '/home/classify'),
  event: pagesOfKind('/home/event', '/home/event', 'event'),
  parentSession: pagesOfKind('/home/parent', '/home/parent', 'parentSession'),
}

const orderNumber = { orderNumber: 'order_sn' }

/** Where an order is shown: of sessions of a kind, of products of the shop, or of a class pack (a page of our own). */
export const orderOf = {
  class: at('/home/userInfo/orderStatus', orderNumber),
  event: at('/home/userInfo/eventOrderDetail', orderNumber),
  parentSession: at('/home/userInfo/parentsOrderDetail', orderNumber),
  product: at('/home/userInfo/orderDetail', orderNumber),
  pack: at('/home/userInfo/packOrder', orderNumber),
}

/** What is ordered. */
export type OrderKind = keyof typeof orderOf

/** Where an order of any kind is read. */
export const ofOrder = (order: { kind: OrderKind; orderNumber: string }): string => orderOf[order.kind](order)
