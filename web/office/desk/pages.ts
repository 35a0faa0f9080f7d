import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

export const deskPages = [
  officePage(
    addresses.newBooking,
    'New booking',
    'booking.make',
    () => import('./new-booking-page.tsx').then(file => file.NewBookingPage),
    { makes: 'Booking' },
  ),
]
