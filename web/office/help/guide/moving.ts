import * as addresses from '#contract/office/addresses.ts'
import { type GuideTopic, link } from './guide-topic.ts'

export const moving: GuideTopic = {
  id: 'moving',
  title: 'Move from another system',
  about: 'Bring families, classes and credits along from a file.',
  permission: 'import.run',
  parts: [
    {
      title: 'Before you begin',
      words: [
        'Ask your old system for its families, classes and credits as CSV files. A spreadsheet can be saved as CSV too. If you write the file yourself, begin with the *Template* of each kind.',
        'A family with three children has three lines. Import the families before their credits.',
      ],
    },
    {
      title: 'Import a file',
      steps: [
        `Press *Choose a CSV file* in ${link('Import', addresses.importing())}, for families, classes or credits.`,
        'Say what each column is. Most are found by themselves.',
        'Choose what happens to families that exist already: their values are kept, filled in where empty, or overwritten.',
        'Press *Check*. Nothing is saved yet. You see how many lines are good, how names are split, and what is wrong with the others.',
        'Press the button that imports the good lines. It goes on by itself, also if you leave the page.',
        'The lines that cannot be imported are there to download. Correct them and import that file.',
      ],
      notes: [
        'Classes arrive as drafts. Look at them in the planner, and publish them.',
        '*Undo the import* restores everything as it was, within 24 hours, if nothing from it has been used.',
      ],
    },
    {
      title: 'Invite the families',
      words: [
        'After an import, the button *Invite* mails each family a link with which they choose a password. The link works for 30 days. Do it when your timetable is published, so that they find something to book.',
        'Offers go only to families who have agreed to them. What concerns their bookings reaches them all.',
      ],
    },
    {
      title: 'What is not brought along',
      words: [
        'Past orders and payments stay in your old system. Keep its files for your books. For places that are already paid there, book the family in and choose *Nothing to pay*, with a reason.',
      ],
    },
  ],
}
