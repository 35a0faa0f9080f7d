import { contract } from '#contract/contract.ts'
import { linesOf } from '#domain/booking-rules.ts'
import { everyOfferingKind, type OfferingKind } from '#domain/offering-kinds.ts'
import { requireThat } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'
import { askedPage } from '#server/database/paging.ts'
import type { SignedIn } from '#server/request/actor.ts'
import { type Request, serve } from '#server/request/serve.ts'
import { cancelOrder } from './cancel-order.ts'
import { cancelOwnPlaces, previewOwnCancelling } from './cancel-own-places.ts'
import { findGuestOrder } from './describe-order.ts'
import { readCurrent } from './expire-orders.ts'
import { orderOfLink } from './order-link.ts'
import { readReceipt, readUpNext } from './own-booking-queries.ts'
import { placeOrder } from './place-order.ts'
import { previewBooking } from './preview-booking.ts'
import { findOrder, findTrialChild, listOrders } from './queries.ts'
import { readStatement } from './read-statement.ts'
import { rescheduleBooking } from './reschedule-booking.ts'
import { tellAbsence } from './tell-absence.ts'

const found = <Thing>(thing: Thing | undefined): Thing => {
  requireThat(thing, sentences.orderNotFound)
  return thing
}

function routesOfKind(kind: OfferingKind) {
  return serve(contract.orders[kind], {
    preview: (input, request) => previewBooking(request, request.actor, { ...input, kind }),
    place: ({ sessionIds, attendees, answers, ...input }, request) =>
      placeOrder(request, request.actor, {
        ...input,
        lines: linesOf(sessionIds, attendees, answers),
        kind,
        isTrial: false,
      }),
    placeTrial: ({ sessionIds, attendees, answers, ...input }, request) =>
      placeOrder(request, request.actor, {
        ...input,
        lines: linesOf(sessionIds, attendees, answers),
        kind,
        isTrial: true,
        creditsWanted: 0,
        discountCode: '',
      }),
    list: (input, { db, actor }) => listOrders(db, actor.accountId, kind, askedPage(input)),
    details: async ({ orderNumber }, request) => {
      const { db, actor } = request
      return found(
        await readCurrent(request, orderNumber, () => findOrder(db, actor.accountId, kind, orderNumber)),
      )
    },
    cancel: ({ orderNumber }, request) => cancelOrder(request, request.actor, kind, orderNumber),
  })
}

/** Serves previewing, placing, reading and cancelling orders, for every kind alike. */
export const orderRoutes = everyOfferingKind.flatMap(routesOfKind)

const trialCheck = async (
  { typeId, childId }: { typeId: number; childId: number },
  request: Request<SignedIn>,
) => {
  const child = await findTrialChild(request.db, request.actor.accountId, childId, typeId)
  requireThat(child, sentences.childNotFound)
  requireThat(!child.hadTrial, sentences.trialUsed)
}

/** Serves whether a child may still have a trial of a type. The order checks it again (decision E-22). */
export const trialsRoutes = serve(contract.trials, { class: trialCheck, event: trialCheck })

/** Handles the calls about a family's own bookings of every kind (record 035). */
export const ownBookingsRoutes = serve(contract.ownBookings, {
  upNext: (_, { db, clock, actor }) => readUpNext(db, actor.accountId, clock()),
  previewCancel: ({ bookingIds }, request) => previewOwnCancelling(request, request.actor, bookingIds),
  cancelPlaces: (input, request) => cancelOwnPlaces(request, request.actor, input),
  tellAbsence: (input, request) => tellAbsence(request, request.actor, input),
  receipt: async ({ orderNumber }, request) => {
    const { db, actor } = request
    const asked = { accountId: actor.accountId, orderNumber }
    return found(await readCurrent(request, orderNumber, () => readReceipt(db, asked)))
  },
  statement: async (asked, { db, actor }) => {
    const statement = await readStatement(db, actor.accountId, asked)
    requireThat(statement, sentences.childNotFound)
    return statement
  },
  guestReceipt: async ({ guestOrder }, { db, config, clock }) => {
    const orderNumber = orderOfLink(config, 'guest-order', guestOrder, clock())
    const orderId = found(orderNumber && (await findGuestOrder(db, orderNumber)))
    return found(orderId ? await readReceipt(db, { orderId }) : undefined)
  },
})

/** Moving a booked place to another session, for every kind alike. */
export const reschedulingRoutes = everyOfferingKind.flatMap(kind =>
  serve(contract.rescheduling[kind], {
    move: ({ bookingId, sessionId }, request) =>
      rescheduleBooking(request, request.actor, { kind, bookingId, sessionId }),
  }),
)
