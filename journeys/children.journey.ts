import type { Locator, Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { openAccountMenu } from './account-menu.ts'
import { message } from './booking-dialog.ts'
import { addressOf, listenToCalls, refuse, watchCalls } from './calls-of-page.ts'
import { setFolds } from './child-fields.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { expect, signedInTest, visit } from './site-test.ts'

/** Returns the fields of an emergency contact as a parent types them. */
const contact = (firstName: string) => ({
  firstName,
  lastName: 'Hart',
  mobile: '07700 900188',
  email: `${firstName.toLowerCase()}@example.test`,
  relationship: 'Grandparent',
})
const robin = {
  firstName: 'Robin',
  lastName: 'Hart',
  gender: 'female',
  dateOfBirth: '2022-03-04',
  attendsSchool: true,
  schoolName: 'Little Acorns',
  addressSource: 'alternative',
  addressLine1: '9 Vale Row',
  addressLine2: 'Totterdown',
  contacts: [contact('Rowan'), contact('Hazel')],
  pickUpPerson: {
    firstName: 'Nora',
    lastName: 'Birch',
    phone: '07700 900177',
    relationship: 'Nanny',
    photo: '',
  },
  medical: 'Asthma',
  allergy: 'Peanuts',
  note: 'Loves kites',
  photoPermission: true,
  photoMarketingPermission: false,
  avatar: '',
}

async function describeRobin(page: Page): Promise<void> {
  await page.getByLabel('Child’s first name').fill('Robin')
  await page.getByLabel('Child’s last name').fill('Hart')
  await choose(page, 'Gender', 'Female')
  await page.getByLabel('Birthday').fill('2022-03-04')
  await choose(page, 'Attends school or nursery', 'Yes')
  await page.getByLabel('School or nursery name').fill('Little Acorns')
  await choose(page, /^Address/, 'Alternative')
  await page.getByLabel('Address line 1').fill('9 Vale Row')
  await page.getByLabel('Address line 2').fill('Totterdown')
  for (const [which, firstName] of [
    ['one', 'Rowan'],
    ['two', 'Hazel'],
  ] as const) {
    const section = page.getByRole('region', { name: `Emergency contact ${which}` })
    await section.getByLabel('First name').fill(firstName)
    await section.getByLabel('Last name').fill('Hart')
    await section.getByLabel('Mobile').fill('07700 900188')
    await section.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.test`)
    await section.getByLabel('Relationship').fill('Grandparent')
  }
  await page.getByLabel('Medical conditions').fill('Asthma')
  await page.getByLabel('Allergies').fill('Peanuts')
  await page.getByLabel('Anything else').fill('Loves kites')
  await page.getByLabel('Pick-up person’s first name').fill('Nora')
  await page.getByLabel('Pick-up person’s last name').fill('Birch')
  await page.getByLabel('Pick-up person’s phone').fill('07700 900177')
  await page.getByLabel('Pick-up person’s relationship').fill('Nanny')
  await choose(page, /^May we take photos/, 'Yes')
  await choose(page, /^May we use photos/, 'No')
}

const group = (page: Page, name: string | RegExp): Locator => page.getByRole('group', { name })

const choose = (page: Page, name: string | RegExp, option: string) =>
  group(page, name).getByText(option, { exact: true }).click()

// Proves CHILD-02, CHILD-04 to CHILD-06, CHILD-09 to CHILD-15, CHILD-17 to CHILD-21, CHILD-27 to CHILD-29,
// CHILD-31, CHILD-33 to CHILD-36.
signedInTest('a parent adds a child once, after a missing field and a refusal', async ({ page, person }) => {
  const calls = listenToCalls(page)
  await visit(page, '/home/userInfo/card')
  const menu = await openAccountMenu(page)
  await menu.getByRole('link', { name: 'Add child' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add a child')
  await expect(group(page, 'Gender').getByRole('radio')).toHaveCount(3)
  await expect(group(page, /^Address/).locator('label')).toHaveText(['Parent/guardian', 'Alternative'])
  const starred = page.locator('label, legend').filter({ hasText: /\*/ })
  await expect(starred.filter({ hasText: /Gender|Birthday|Address|photos/ })).toHaveText([
    /^Gender/,
    /^Birthday/,
    /^Address/,
    /^Address line 1/,
    /^Address line 2/,
    /^May we take photos/,
  ])
  await expect(page.getByLabel('Birthday')).toHaveValue('2020-01-01')
  await expect(page.getByLabel('Birthday')).toHaveAccessibleDescription(/^Only an example/)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(message(page, sentences.starredRequired)).toBeVisible()
  await setFolds(page, true)
  await describeRobin(page)
  await page.getByRole('region', { name: 'Emergency contact two' }).getByLabel('Email').fill('')
  await save.click()
  await expect(message(page, sentences.starredRequired)).toBeVisible()
  calls.expectNoCall(contract.children.add)

  await describeRobin(page)
  // The page does not check the birthday. The server refuses an impossible one, and the field is
  // marked.
  for (const [impossible, sentence] of [
    ['2222-03-04', sentences.birthdayInvalid],
    ['', 'The value of birthday is not valid'],
  ] as const) {
    const asked = page.waitForRequest(addressOf(contract.children.add))
    await page.getByLabel('Birthday').fill(impossible)
    await save.click()
    expect((await asked).postDataJSON()).toMatchObject({ birthday: impossible })
    await expectOnlyMessage(page, sentence)
    await expectMarked(page.getByLabel('Birthday'), sentence)
  }
  expect(await person.api.children.list()).toHaveLength(2)
  const sent = watchCalls(page, contract.children.add)
  await page.getByLabel('Birthday').fill('2022-03-04')
  const letThrough = await refuse(page, contract.children.add, 'Our books are being written')
  await save.click()
  await expect(message(page, 'Our books are being written')).toBeVisible()
  await letThrough()
  await save.dblclick()
  await expect(message(page, sentences.childSaved)).toBeVisible()
  await expect(message(page, 'Our books are being written')).toBeHidden()
  await expect(page).toHaveURL(/\/home\/userInfo\/card$/)
  expect(sent).toMatchObject([robin, robin])
  const children = await person.api.children.list()
  expect(children.map(({ firstName }) => firstName)).toEqual(['Wren', 'Finch', 'Robin'])
})

// Proves CHILD-01, CHILD-03, CHILD-07, CHILD-08, CHILD-30, CHILD-32, ROUTE-48, ROUTE-49.
signedInTest('a child is shown, and an edit keeps its birthday', async ({ page, person }) => {
  const [wren] = await person.api.children.list()
  const id = wren?.id ?? 0
  const sent = watchCalls(page, contract.children.edit)
  const asked = watchCalls(page, contract.children.details)
  const received = page.waitForResponse(addressOf(contract.children.details))
  await visit(page, `/home/userInfo/child?id=${id}`)
  const { data } = (await (await received).json()) as { data: { birthday: string } }
  expect(data.birthday).toBe('01-06-2021')
  expect(asked).toEqual([{ id }])
  const shown = page.getByRole('main')
  for (const fact of ['Wren Hart', 'Born 1 Jun 2021', '3 Raleigh Steps, Southville', 'Robin Hart']) {
    await expect(shown).toContainText(fact)
  }
  // A question without an answer is shown as not answered.
  await expect(shown).toContainText('GenderNot said')
  await expect(shown).toContainText('Photos for marketingNone: you have not agreed')
  await expect(shown).not.toContainText('Attends school')

  await shown.getByRole('link', { name: 'Edit' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Wren')
  await expect(page.getByLabel('Child’s first name')).toHaveValue('Wren')
  await expect(page.getByLabel('Birthday')).toHaveValue('2021-06-01')
  await expect(group(page, 'Gender').getByRole('radio', { name: 'Prefer not to say' })).toBeChecked()
  await expect(
    page.getByRole('region', { name: 'Emergency contact two' }).getByLabel('First name'),
  ).toHaveValue('Robin')
  await page.getByLabel('Allergies').fill('Strawberries')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(message(page, sentences.childEdited)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/home/userInfo/child\\?id=${id}$`))
  await expect(shown).toContainText('Strawberries')
  // Leaves out the two fields that the server answers and the form does not send.
  const { notesClosed: _closed, notesShownOn: _shownOn, ...fields } = wren ?? {}
  expect(sent).toMatchObject([{ ...fields, allergy: 'Strawberries', before: { allergy: 'None' } }])
  expect((await person.api.children.details({ id })).dateOfBirth).toBe('2021-06-01')

  await visit(page, '/home/userInfo/child?id=999999')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(sentences.childNotFound)
})
