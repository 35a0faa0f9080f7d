import * as addresses from '#contract/office/addresses.ts'
import { officePage } from '../office-page.ts'

const load = () => import('./help-page.tsx').then(file => file.HelpPage)

export const helpPages = [
  officePage(addresses.help, 'Help', 'everybody', load),
  officePage(addresses.helpTopic, 'Help', 'everybody', load),
]
