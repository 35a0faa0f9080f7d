import * as addresses from '#contract/office/addresses.ts'
import { moneyTabs } from '../money/money-tabs.ts'
import { useMay } from '../office-session.ts'
import { registerTabs } from '../registers/register-tabs.ts'
import type { Tab } from '../ui/page-head.tsx'

const reportTabs: Tab[] = [
  { label: 'Occupancy', to: addresses.occupancy() },
  { label: 'Attendance', to: addresses.attendance() },
  { label: 'Waiting', to: addresses.demand() },
  { label: 'Sources', to: addresses.sources() },
]

/** Returns the tabs of Money with the reports; those who see no money have the reports under Registers. */
export const useReportTabs = (): Tab[] => [...(useMay('money.see') ? moneyTabs : registerTabs), ...reportTabs]

/** Returns the tabs of Registers, with the reports for those who see no money. */
export const useRegisterTabs = (): Tab[] => [...registerTabs, ...(useMay('money.see') ? [] : reportTabs)]
