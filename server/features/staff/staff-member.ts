import type { Role } from '#domain/office/permissions.ts'

declare const brand: unique symbol

/** Proof that somebody signed in to the office: only `recogniseStaff` makes one. */
export type StaffId = number & { readonly [brand]: 'StaffId' }

/** Who makes a call of the office. */
export interface StaffMember {
  staffId: StaffId
  role: Role
  fullName: string
  sessionId: number
  /** When they last proved who they are. */
  confirmedAt: Date | null
}
