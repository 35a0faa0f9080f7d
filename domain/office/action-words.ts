const listed = <Subject extends string>(subject: Subject, word: string) =>
  ({
    [`${subject}.save`]: `Saved ${word}`,
    [`${subject}.remove`]: `Removed ${word}`,
    [`${subject}.sort`]: `Put in order: ${word}`,
  }) as Record<`${Subject}.${'save' | 'remove' | 'sort'}`, string>

const signIns = {
  'session.begin': 'Signed in',
  'session.signInFailed': 'Sign-in failed',
  'session.confirm': 'Proved who they are',
  'session.end': 'Signed out',
} as const

/** How staff come in and leave; dates are called sessions, too, and what is done to them begins with the same word. */
export const signInActions = Object.keys(signIns)

/** What was done, as the log says it to people; an action that is not in here cannot be written (spec 3 §5.3). */
const actionWords = {
  ...listed('venue', 'a venue'),
  ...listed('room', 'a room'),
  ...listed('age', 'an age group'),
  ...listed('type', 'a type of class'),
  ...listed('pack', 'a class pack'),
  ...listed('category', 'a product category'),
  ...listed('product', 'a product'),
  ...listed('code', 'a discount code'),
  ...listed('article', 'an article'),
  ...listed('promo', 'a promotion page'),
  ...listed('promoItem', 'a part of a promotion page'),
  'stock.receive': 'Stock received',
  'stock.count': 'Stock counted',
  'stock.writeOff': 'Stock written off',
  'class.make': 'Made a class',
  'class.addDates': 'Gave a class further dates',
  'class.save': 'Changed a class',
  'session.save': 'Changed dates',
  'session.capacity': 'Changed the places of dates',
  'session.publish': 'Published dates, or set when',
  'session.hide': 'Hid dates, or showed them again',
  'session.delete': 'Deleted drafts',
  'session.restore': 'Made deleted drafts again',
  'session.venue': 'Moved a date to another venue',
  'session.keptInClosure': 'Kept dates in a closure',
  'term.save': 'Saved a term',
  'term.copy': 'Copied a term',
  'term.publish': 'Published a term, or set when',
  'term.archive': 'Archived a term, or brought it back',
  'term.remove': 'Removed a term',
  'text.save': 'Changed a text of the site',
  'text.withdraw': 'Called off a text that was to hold later',
  'picture.save': 'Saved a picture',
  'picture.remove': 'Removed a picture',
  'business.save': 'Changed the business’s details',
  'business.open': 'Opened for bookings',
  'business.checkMail': 'Sent a test mail',
  'business.confirmMail': 'Confirmed the test mail',
  'business.draftTexts': 'Drafted the site’s texts',
  'enquiry.state': 'Moved an enquiry on',
  'family.invite': 'Invited families',
  'family.changeEmail': 'Changed a family’s email address',
  'family.removeChild': 'Took a child off a family',
  'notes.read': 'Read medical notes',
  'register.print': 'Printed a register with medical notes',
  'export.file': 'Made a file',
  'import.upload': 'Uploaded a file to import',
  'import.begin': 'Said what a file holds',
  'import.check': 'Checked an import',
  'import.run': 'Started an import',
  'import.fail': 'An import was stopped after it failed',
  'import.undo': 'Undid an import',
  'import.remove': 'Deleted a file that was uploaded to import',
  'job.retry': 'Tried a job again',
  'audit.run': 'Ran the audit',
  'log.sign': 'Signed the log from here on',
  'log.rotateKey': 'Signed the log again with another key',
  'call.refused': 'Was refused',
  ...signIns,
  'staff.invite': 'Invited a colleague',
  'staff.resend': 'Sent an invitation again',
  'staff.withdraw': 'Took an invitation back',
  'staff.enrol': 'Signed in for the first time',
  'staff.addWay': 'Added a way to sign in',
  'staff.removeWay': 'Removed a way to sign in',
  'staff.renewCodes': 'Made new recovery codes',
  'staff.changeEmail': 'Changed their address',
  'staff.changePassword': 'Changed their password',
  'staff.editMe': 'Changed their own details',
  'staff.endSessions': 'Signed a colleague out',
  'staff.setRole': 'Gave a colleague another role',
  'staff.suspend': 'Suspended a colleague',
  'staff.unsuspend': 'Let a colleague in again',
  'staff.resetSecondFactor': 'Reset a colleague’s way in',
} as const

export type ActionName = keyof typeof actionWords

/** An action of the log in words; one that an older version wrote as it stands there. */
export const wordsOfAction = (action: string): string =>
  action in actionWords ? actionWords[action as ActionName] : action

/** The actions whose words contain what somebody looks for. */
export const actionsSaid = (words: string): string[] =>
  Object.entries(actionWords)
    .filter(([action, said]) => `${action} ${said}`.toLowerCase().includes(words.toLowerCase()))
    .map(([action]) => action)
