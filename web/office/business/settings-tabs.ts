import * as addresses from '#contract/office/addresses.ts'

/** The pages under Settings; `PageHead` shows those that the role may open. */
export const settingsTabs = [
  { label: 'Business', to: addresses.business() },
  { label: 'Staff', to: addresses.staff() },
  { label: 'Import', to: addresses.importing() },
  { label: 'Health', to: addresses.health() },
  { label: 'Log', to: addresses.log() },
]
