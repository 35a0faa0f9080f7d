import type { FamilyPlace } from '#contract/office/families.ts'

/** A place as moving it needs it. */
export type MovedPlace = Pick<
  FamilyPlace,
  'bookingId' | 'who' | 'title' | 'venue' | 'date' | 'startTime' | 'state'
>
