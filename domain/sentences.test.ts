import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sentences } from './sentences.ts'

/** The sentences as both documents print them, including spelling and spaces. */
// Proves AUTH-05, AUTH-06, AUTH-23 to AUTH-29, AUTH-48, AUTH-49, ERR-10 to ERR-25, ONB-26.
test.each([
  ['emailRequired', 'Please enter a valid email address'],
  ['passwordRequired', 'Please enter a password'],
  ['firstNameRequired', 'First Name is Required'],
  ['lastNameRequired', 'Last name is Required'],
  ['mobileRequired', 'Mobile is Required'],
  ['termsRequired', 'Please agree to the Terms and Conditions'],
  ['passwordsDiffer', 'Your password and confirmation password do not match'],
  ['codeRequired', 'Please enter the 4 digit code that was sent to your email address'],
  ['starredRequired', 'fields marked with a * are required'],
  ['comingSoon', 'Coming soon ! Watch this space !'],
  ['selectCourse', 'please Select Course'],
  ['selectCourseForTrial', 'please select course'],
  ['selectChild', 'please Select Child'],
  ['selectYourChild', 'Please select your child'],
  ['noTrial', 'Auditions are not supported'],
  ['packOnly', 'This course can only be purchased by package members'],
  ['confirmOrder', 'Are you sure to place this order ?'],
  ['cancelled', 'cancel'],
  ['successful', 'Successful'],
  ['addedToBasket', 'Added to Basket'],
  ['addSuccess', 'add success'],
  ['deleted', 'succesfully deleted'],
  ['rescheduled', 'Succesfully rescheduled'],
  ['childEdited', 'modify successfully'],
  ['childSaved', 'Succesfully saved'],
  ['orderCancelled', 'Succesfully'],
] as const)('%s is exactly “%s”', (name, text) => {
  expect(sentences[name]).toBe(text)
})

// Proves ERR-26.
test('every text of the product is in Latin script', () => {
  const sources = ['contract', 'domain', 'server', 'web'].flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.(tsx?|css|sql|html|svg)$/.test(file))
      .map(file => join(folder, file)),
  )
  expect(sources.length).toBeGreaterThan(400)
  const foreign = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
  expect(sources.filter(file => foreign.test(readFileSync(file, 'utf8')))).toEqual([])
})
