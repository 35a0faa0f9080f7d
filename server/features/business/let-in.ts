import { readOfficeCookie, recogniseStaff } from '#server/features/staff/staff-sessions.ts'
import type { Services } from '#server/services.ts'

/** For whoever is not let in: a browser or a search engine looks again in an hour. */
export const opensIn = 3600

/** Whether whoever asks may see the site: everybody once the business has opened, staff before (decision O-47). */
export async function isLetIn(
  { business, config, db, clock }: Pick<Services, 'business' | 'config' | 'db' | 'clock'>,
  cookies: string | undefined,
): Promise<boolean> {
  if (business.isOpen) return true
  const token = readOfficeCookie(config, cookies)
  return token !== undefined && (await recogniseStaff(db, token, clock())) !== undefined
}
