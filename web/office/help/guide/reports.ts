import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const reports: GuideTopic = {
  id: 'reports',
  title: 'Reports',
  about: 'How full the classes are, who came, who waits, and how families heard of you.',
  permission: 'report.see',
  parts: [
    {
      title: 'The reports',
      words: [
        `${link('Occupancy', addresses.occupancy())} shows the places taken out of all places, by class, weekday, hour, venue, type or term.`,
        `${link('Attendance', addresses.attendance())} adds up the marks of the registers by class, and lists the children who were absent three times running.`,
        `${link('Waiting', addresses.demand())} shows what people waited for and what became of it: a good place to look before you plan another class.`,
        'Managers and owners also see *Sources*: how new families heard of you, and what they have spent.',
      ],
    },
    {
      title: 'Choose the period, and download it',
      words: [
        'Choose the period at the top. The address keeps it, so a bookmark opens the same report. *Download as CSV* makes a file for a spreadsheet.',
      ],
    },
  ],
}
