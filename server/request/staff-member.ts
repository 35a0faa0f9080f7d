import type { Role } from '#domain/office/permissions.ts'

declare const brand: unique symbol

/** Proves that somebody signed in to the office: only `recogniseStaff` creates one. */
export type StaffId = number & { readonly [brand]: 'StaffId' }

/** The member of staff who makes a call of the office. */
export interface StaffMember {
  staffId: StaffId
  role: Role
  fullName: string
  sessionId: number
  /** When they last proved their identity. */
  confirmedAt: Date | null
  /** When their session was ended from the desk. Only calls with `takesEnded` get such a member. */
  endedAt?: Date
}
