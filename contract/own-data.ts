import { call, flag, nothing, record, secret, textUpTo } from './wire.ts'

const document = textUpTo(50_000_000, text => text)

/** A parent's legal rights over their data: calls of our own (record 010). */
export const ownData = {
  download: call('user/downloadData', 'signedIn', nothing, record({ json: ['json', document] })),
  closeAccount: call(
    'user/closeAccount',
    'signedIn',
    record({ password: ['current_password', secret], giveUpBookings: ['give_up_bookings', flag] }),
    nothing,
  ),
}
