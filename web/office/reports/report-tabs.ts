import * as addresses from '#contract/office/addresses.ts'
import { moneyTabs } from '../money/money-tabs.ts'
import { useKeepsPeriod } from '../money/period-filter.tsx'
import { useMay } from '../office-session.ts'
import { registerTabs } from '../registers/register-tabs.ts'
import type { Tab } from '../ui/page-head.tsx'

const reportTabs: Tab[] = [
  { label: 'Occupancy', to: addresses.occupancy() },
  { label: 'Attendance', to: addresses.attendance() },
  { label: 'Waiting lists', to: addresses.demand() },
  { label: 'Sources', to: addresses.sources() },
]

/**
 * Returns the tabs of Money with the reports, which keep the chosen period. Those who see no money have the reports
 * under Registers.
 */
export function useReportTabs(): Tab[] {
  const keep = useKeepsPeriod()
  const seesMoney = useMay('money.see')
  const kept = [...(seesMoney ? moneyTabs : []), ...reportTabs].map(tab => ({ ...tab, to: keep(tab.to) }))
  return seesMoney ? kept : [...registerTabs, ...kept]
}

/** Returns the tabs of Registers, with the reports for those who see no money. */
export const useRegisterTabs = (): Tab[] => [...registerTabs, ...(useMay('money.see') ? [] : reportTabs)]
