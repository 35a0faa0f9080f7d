import type { Page } from '@playwright/test'
import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { addressOf, watchCalls } from './calls-of-page.ts'
import { fillChild } from './child-fields.ts'
import { signInElsewhere } from './people.ts'
import { childlessTest, expect, leaveUnsaved, reload, signedInTest, visit } from './site-test.ts'

const question = (page: Page) => page.getByRole('dialog', { name: 'Somebody else changed this too' })

signedInTest(
  'an older form or its draft does not overwrite an allergy that the other parent saved @phone',
  async ({ page, site, person }) => {
    const [wren] = await person.api.children.list()
    if (!wren) throw new Error('Wren is there')
    const other = await signInElsewhere(site, person)
    const allergies = page.getByLabel('Allergies')
    const save = page.getByRole('button', { name: 'Save' })
    const stored = () => person.api.children.details({ id: wren.id })
    await visit(page, `/home/userInfo/editChild?id=${wren.id}`)
    await allergies.fill('Cashew nuts')
    await other.children.edit({ ...wren, before: wren, allergy: 'Peanuts: carries an EpiPen', note: 'Sings' })
    await leaveUnsaved(page, () => reload(page))
    // The draft restores only what was typed.
    await expect(allergies).toHaveValue('Cashew nuts')
    await expect(page.getByLabel('Anything else')).toHaveValue('Sings')
    await save.click()
    await expect(question(page)).toContainText('Peanuts: carries an EpiPen')
    await expect(question(page)).toContainText('Cashew nuts')
    expect((await stored()).allergy).toBe('Peanuts: carries an EpiPen')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(allergies).toHaveValue('Cashew nuts')
    await save.click()
    await question(page).getByRole('button', { name: 'Keep both' }).click()
    await expect(message(page, sentences.childEdited)).toBeVisible()
    const both = 'Peanuts: carries an EpiPen\nCashew nuts'
    expect(await stored()).toEqual({ ...wren, allergy: both, note: 'Sings' })
  },
)

signedInTest(
  'a form saves only the typed fields, even if another save happened meanwhile',
  { tag: '@desk' },
  async ({ page, site, person }) => {
    const [wren] = await person.api.children.list()
    if (!wren) throw new Error('Wren is there')
    const other = await signInElsewhere(site, person)
    await visit(page, `/home/userInfo/editChild?id=${wren.id}`)
    await page.getByLabel('School or nursery name').fill('Little Acorns')
    await page
      .getByRole('group', { name: /^Gender/ })
      .getByText('Female', { exact: true })
      .click()
    const medical = 'Asthma: blue inhaler'
    await other.children.edit({ ...wren, before: wren, medical, gender: 'male' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(question(page)).toContainText('“Gender”')
    await expect(question(page).getByRole('definition')).toHaveText(['Male', 'Female'])
    await question(page).getByRole('button', { name: 'Keep theirs' }).click()
    await expect(message(page, sentences.childEdited)).toBeVisible()
    const saved = { ...wren, medical, gender: 'male', schoolName: 'Little Acorns' }
    expect(await person.api.children.details({ id: wren.id })).toEqual(saved)
  },
)

signedInTest(
  'an account address that was changed elsewhere is shown, and the form asks which to keep',
  { tag: '@phone' },
  async ({ page, site, person }) => {
    const other = await signInElsewhere(site, person)
    await visit(page, '/home/userInfo/editUser')
    await page.getByLabel('Town').fill('Bath')
    await page.getByLabel('Note for the team').fill('Ring twice')
    await other.accounts.editProfile({ town: 'Bristol', mobile: '07700 900199' })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(question(page)).toContainText('“Address”')
    await expect(question(page).getByRole('definition')).toHaveText(['Bristol', 'Bath'])
    await question(page).getByRole('button', { name: 'Save mine' }).click()
    await expect(page).toHaveURL(/\/home\/userInfo\/user$/)
    expect(await person.api.accounts.profile()).toMatchObject({
      town: 'Bath',
      mobile: '07700 900199',
      note: 'Ring twice',
    })
  },
)

childlessTest(
  'a child is made once even if the first answer was lost; a namesake is asked about',
  { tag: '@phone' },
  async ({ page, person, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load|Failed to fetch/)
    await visit(page, '/home/userInfo/editChild')
    await fillChild(page)
    const save = page.getByRole('button', { name: 'Save' })
    const made = Promise.withResolvers<void>()
    await page.route(addressOf(contract.children.add), async route => {
      await route.fetch()
      await route.abort()
      made.resolve()
    })
    await save.click()
    await made.promise
    await page.unrouteAll()
    await page.getByLabel('Allergies').fill('Hazelnuts and eggs')
    await save.click()
    await expect(message(page, sentences.childSaved)).toBeVisible()
    const children = () => person.api.children.list()
    expect(await children()).toMatchObject([{ firstName: 'Otto', allergy: 'Hazelnuts and eggs' }])

    await visit(page, '/home/userInfo/editChild')
    await fillChild(page)
    const sent = watchCalls(page, contract.children.add)
    await save.click()
    const known = page.getByRole('dialog', { name: 'Please confirm' })
    await expect(known).toContainText(
      'Otto Hart with this birthday is already among your children. Is this another child?',
    )
    await known.getByRole('button', { name: 'Go back' }).click()
    await expect(known).toBeHidden()
    expect(await children()).toHaveLength(1)
    await save.click()
    await known.getByRole('button', { name: 'Add another child' }).click()
    await expect(message(page, sentences.childSaved)).toBeVisible()
    expect(await children()).toHaveLength(2)
    expect(new Set(sent.map(({ requestId }) => requestId)).size).toBe(1)
  },
)
