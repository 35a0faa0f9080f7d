import { readOfficeCookie, recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { Services } from '#server/services.ts'

/** Seconds after which a browser or search engine that gets the waiting page should ask again. */
export const opensIn = 3600

/** Whether the caller may see the site: everybody once the business has opened, only staff before (decision O-47). */
export async function hasPreviewAccess(
  { business, config, db, clock }: Pick<Services, 'business' | 'config' | 'db' | 'clock'>,
  cookies: string | undefined,
): Promise<boolean> {
  if (business.isOpen) return true
  const token = readOfficeCookie(config, cookies)
  return token !== undefined && (await recogniseStaff(db, token, clock())) !== undefined
}
