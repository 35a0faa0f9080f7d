import type { OfferingKind } from '#domain/offering-kinds.ts'
import type { SitePart } from '#domain/site-parts.ts'

/**
 * The address of a page. Called with its parameters it returns the whole address: `product({ productId: 3
 * })`.
 */
export interface Address<Name extends string = never> {
  (values?: Partial<Record<Name, string | number>>): string
  path: string
  /**
   * The optional part of the business that the page belongs to; without that part nothing links here (record
   * 057).
   */
  part: SitePart | undefined
  /** Reads the parameters of an address; a missing one is ''. */
  read: (search: URLSearchParams) => Record<Name, string>
}

/** Normalises a path: case and a trailing slash do not matter (spec 2 §2). */
export const samePath = (path: string): string => path.toLowerCase().replace(/(.)\/+$/, '$1')

/** Whether a path belongs to one of these pages. */
export const isPathOf = (pathname: string, ...addresses: { path: string }[]): boolean =>
  addresses.some(({ path }) => samePath(path) === samePath(pathname))

/** Makes the address of a page. `names` maps our parameter names to those in the address. */
function at<Name extends string = never>(
  path: string,
  names?: Record<Name, string>,
  part?: SitePart,
): Address<Name> {
  const spelled = Object.entries<string>(names ?? {})
  const addressOf = (values: Partial<Record<string, string | number>> = {}) => {
    const parts = spelled
      .filter(([name]) => values[name] !== undefined)
      // Commas of a list stay readable.
      .map(([name, wire]) => `${wire}=${encodeURIComponent(values[name] ?? '').replaceAll('%2C', ',')}`)
    return parts.length > 0 ? `${path}?${parts.join('&')}` : path
  }
  const read = (search: URLSearchParams) =>
    Object.fromEntries(spelled.map(([name, wire]) => [name, search.get(wire) ?? ''])) as Record<Name, string>
  return Object.assign(addressOf, { path, part, read })
}

// The fixed addresses of spec 2 §2, including their odd spellings. To move a page, change its line here.

export const logIn = at('/login')
export const register = at('/register')
export const resetPassword = at('/forget')
export const onboarding = at('/fileInfo')
/** The link's secret follows a `#`, so that browsers never send it to a server. */
export const takeBackEmail = at('/takeBack')
/**
 * The terms, or with the text 'privacy' the privacy policy (decision C-08). A version shows an earlier text.
 */
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
/** The tab: classes, products, events, parents' sessions (spec 1 §2). */
export const basket = at('/home/cart', { tab: 'type' })
/** Buys a quantity of one product (source 0) or lines of the basket (source 1): spec 1 §2. */
export const checkout = at('/home/pay', {
  productId: 'id',
  variantId: 'variant_id',
  quantity: 'num',
  basketLineIds: 'cart_id',
  source: 'type',
})
/**
 * Type 0 was paid by card, type 1 was free (spec 1 §4). An account's order is found by its number, a guest's
 * by its signed address.
 */
export const paymentSucceeded = at('/home/userInfo/paySuccess', {
  type: 'type',
  orderNumber: 'order_sn',
  guestOrder: 'guest_order',
})
export const paymentFailed = at('/home/userInfo/payFail', { orderNumber: 'order_sn' })

export const messages = at('/home/messageDetail', { messageId: 'id' })
export const bookings = at('/home/userInfo/orderList')
/** My Bookings under the account menu's own address (decision A-04). */
export const eventBookings = at('/home/userInfo/eventOrder')
/** The receipt of a paid order of any kind, to print: a page of our own (decision E-57). */
export const receipt = at('/home/userInfo/receipt', { orderNumber: 'order_sn' })
/** The statement of what a child attended in a month and what was paid, to print for a childcare claim (decision E-72). */
export const statement = at('/home/userInfo/statement', { childId: 'child_id', month: 'month' })
/** The account's waiting lists: a page of our own (record 035). */
export const waiting = at('/home/userInfo/waiting')
export const details = at('/home/userInfo/user')
export const editDetails = at('/home/userInfo/editUser')
export const changePassword = at('/home/userInfo/changePwd')
export const card = at('/home/userInfo/card')
export const rewardPoints = at('/home/userInfo/integral')
export const credits = at('/home/userInfo/package', {}, 'credits')
export const child = at('/home/userInfo/child', { childId: 'id' })
/** Without a child, a new one is added. */
export const editChild = at('/home/userInfo/editChild', { childId: 'id' })

/** The parameters of one type's timetable, apart from filters (spec 1 §2). */
export const pinnedParameters = {
  typeId: 'course_type_id',
  venueId: 'course_shop_id',
  offeringId: 'big_course',
} as const

interface KindAddresses {
  /** With a session's id the page opens with that session's details: the link that parents share. */
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

/** The page of an order: sessions of a kind, products, or a class pack (a page of our own). */
export const orderOf = {
  class: at('/home/userInfo/orderStatus', orderNumber),
  event: at('/home/userInfo/eventOrderDetail', orderNumber),
  parentSession: at('/home/userInfo/parentsOrderDetail', orderNumber),
  product: at('/home/userInfo/orderDetail', orderNumber),
  pack: at('/home/userInfo/packOrder', orderNumber),
}

/** The kinds of order. */
export type OrderKind = keyof typeof orderOf

/** The page of an order of any kind. */
export const ofOrder = (order: { kind: OrderKind; orderNumber: string }): string => orderOf[order.kind](order)
