/** For each kind of action: what to say if the request was not sent, and if its answer was lost. */
const acts = {
  save: {
    notSent: 'Nothing was saved.',
    lost: 'It may or may not have been saved. Please press again.',
  },
  send: {
    notSent: 'Nothing arrived.',
    lost: 'It may or may not have arrived. Please press again.',
  },
  signIn: {
    notSent: 'You are not logged in.',
    lost: 'You are not logged in yet. Please press again.',
  },
  book: {
    notSent: 'Nothing is booked, and nothing has been paid.',
    lost: 'We do not know yet whether your place is booked. No money has been taken. Please press again: you will not be booked twice.',
  },
  order: {
    notSent: 'Nothing is ordered, and nothing has been paid.',
    lost: 'We do not know yet whether your order was placed. No money has been taken. Please look in My Bookings, or press again.',
  },
  pay: {
    notSent: 'Nothing has been paid.',
    lost: 'The payment page did not open, and nothing has been paid. Please press again.',
  },
  cancel: {
    notSent: 'Your order is not cancelled.',
    lost: 'Your order may or may not be cancelled. Nothing has been paid. Please press again.',
  },
  cancelPlace: {
    notSent: 'Your place is not cancelled.',
    lost: 'Your place may or may not be cancelled. Please press again: it is cancelled once.',
  },
  move: {
    notSent: 'Your class has not been moved.',
    lost: 'Your class may or may not have been moved; you are booked once, and nothing more has been paid. Please press again.',
  },
  wait: {
    notSent: 'Your waiting list has not changed, and nothing is booked.',
    lost: 'Your waiting list may or may not have changed. Nothing is booked, and nothing has been paid. Please press again.',
  },
  basket: {
    notSent: 'Your basket has not changed, and nothing is booked.',
    lost: 'Your basket may or may not have changed. Nothing is booked, and nothing has been paid. Please press again.',
  },
  load: {
    notSent: 'Nothing was loaded.',
    lost: 'Nothing was loaded. Please press again.',
  },
} as const

export type Act = keyof typeof acts

/**
 * Returns the error message beside a button whose call failed: what happened, and whether anything was booked
 * or paid.
 */
export const failureMessage = (act: Act, wasSent: boolean): string =>
  wasSent
    ? `We got no answer. ${acts[act].lost}`
    : `You are offline, so nothing was sent. ${acts[act].notSent} Please press again when you are back.`
