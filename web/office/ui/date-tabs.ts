import * as addresses from '#contract/office/addresses.ts'
import { useMay } from '../office-session.ts'
import type { Tab } from './page-head.tsx'

/** Returns the tabs of one date: its register, what is planned, and what was done to it. */
export function useDateTabs(id: number | string, day?: string): Tab[] {
  const maySeeHistory = useMay('planner.edit')
  return [
    { label: 'Register', to: `${addresses.session({ id })}${day ? `?day=${day}` : ''}` },
    { label: 'Details', to: addresses.sessionTab({ id, tab: 'details' }) },
    ...(maySeeHistory ? [{ label: 'History', to: addresses.sessionTab({ id, tab: 'history' }) }] : []),
  ]
}
