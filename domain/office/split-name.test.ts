import { expect, test } from 'vitest'
import { guessColumns, isReadTwice, missingColumns } from './import-headings.ts'
import { isPlainName, splitName } from './split-name.ts'

test.each([
  ['Anna Bell', 'Anna', 'Bell'],
  ['  Anna   Bell ', 'Anna', 'Bell'],
  ['Anna Maria Bell', 'Anna Maria', 'Bell'],
  ['Bell, Anna', 'Anna', 'Bell'],
  ['van der Berg, Anna Maria', 'Anna Maria', 'van der Berg'],
  ['Smith Jones,Anna', 'Anna', 'Smith Jones'],
  ['Piet van der Berg', 'Piet', 'van der Berg'],
  ['Vincent Van Gogh', 'Vincent', 'Van Gogh'],
  ['Ana de la Cruz', 'Ana', 'de la Cruz'],
  ['Maria dos Santos', 'Maria', 'dos Santos'],
  ['Sinéad O’Neill', 'Sinéad', 'O’Neill'],
  ["Sinéad O' Neill", 'Sinéad', "O' Neill"],
  ['Eve St. John', 'Eve', 'St. John'],
  ['Anna Smith-Jones', 'Anna', 'Smith-Jones'],
  ['Anna Smith - Jones', 'Anna', 'Smith-Jones'],
  ['Mrs Anna Bell', 'Anna', 'Bell'],
  ['Dr. Anna Bell', 'Anna', 'Bell'],
  ['Bell, Mrs Anna', 'Anna', 'Bell'],
  ['Van Morris', 'Van', 'Morris'],
  ['Di Bell', 'Di', 'Bell'],
  // A surname that is not there is not made up.
  ['Anna', 'Anna', ''],
  ['Bell,', 'Bell', ''],
  ['Mrs Bell', 'Bell', ''],
  ['Mrs', 'Mrs', ''],
  ['', '', ''],
])('%j is split into %j and %j', (whole, firstName, lastName) => {
  expect(splitName(whole)).toEqual({ firstName, lastName })
})

test('a name of two words needs no decision', () => {
  expect(['Anna Bell', 'Anna Smith-Jones'].map(isPlainName)).toEqual([true, true])
  expect(['Bell, Anna', 'Anna Maria Bell', 'Mrs Bell', 'Anna & Tom Bell'].map(isPlainName)).toEqual([
    ...[false, false, false, false],
  ])
})

test.each([
  ['Email,Parent name,Child,DOB', 'email,whole_name,child_whole_name,child_birthday'],
  ['E-mail,Name,Child’s name,DOB', 'email,whole_name,child_whole_name,child_birthday'],
  ['Email,Full name,Childs Name,Phone', 'email,whole_name,child_whole_name,mobile'],
  ['Parent/Guardian Email,Parent/Guardian,Student', 'email,whole_name,child_whole_name'],
  ['Customer name,Customer email,Customer phone', 'whole_name,email,mobile'],
  ['Guardian first name,Guardian surname,Kid', 'first_name,last_name,child_whole_name'],
  ["Parent's first name,Parent's surname,Child's forename", 'first_name,last_name,child_first_name'],
  [
    'Whole name,Pupil surname,Pupil,Pick up whole name',
    'whole_name,child_last_name,child_first_name,pick_up_whole_name',
  ],
  // Beside a surname column, `Name` is the first name. Beside both columns it is ignored.
  ['Name,Surname,Email', 'first_name,last_name,email'],
  ['Name,First name,Last name', ',first_name,last_name'],
  ['Parent name,Full name', 'whole_name,'],
])('the headings %s are read as %s', (headings, columns) => {
  expect(guessColumns('families', headings.split(','))).toEqual(columns.split(','))
})

test('the name of a class is not split', () => {
  expect(guessColumns('classes', ['Name', 'Child', 'Venue'])).toEqual(['name', '', 'venue'])
})

test('a whole name fills both names, and is refused beside a column for one of them', () => {
  expect(missingColumns('families', ['email', 'whole_name'])).toEqual([])
  expect(missingColumns('families', ['email', 'first_name'])).toEqual(['last_name'])
  expect(isReadTwice(['email', 'whole_name', 'child_first_name', '', ''])).toBe(false)
  expect(isReadTwice(['whole_name', 'last_name'])).toBe(true)
  expect(isReadTwice(['email', 'email'])).toBe(true)
})
