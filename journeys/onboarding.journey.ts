import { contract } from '#contract/contract.ts'
import { ageOn } from '#domain/office/people.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { answerInstead, refusal, watchCalls } from './calls-of-page.ts'
import { fillChild, neededOfChild, setFolds } from './child-fields.ts'
import { expectMarked, expectOnlyMessage, watchFocus } from './form-notes.ts'
import { newPerson } from './people.ts'
import { expect, signedInTest, test, visit } from './site-test.ts'
import { today } from './today.ts'

const newcomerTest = signedInTest.extend({
  person: async ({ site }, use) => use(await newPerson(site, 'Orla', [])),
})

// Proves API-10, ERR-17, ERR-24, ONB-01 to ONB-33, ONB-35.
newcomerTest(
  'onboarding asks for an address, a child and two answers, one after the other',
  async ({ page, person }) => {
    const profiles = watchCalls(page, contract.accounts.editProfile)
    const children = watchCalls(page, contract.children.add)
    const origins = watchCalls(page, contract.accounts.saveOrigin)
    await visit(page, '/fileInfo')
    const steps = page.getByRole('list', { name: 'Steps' }).getByRole('listitem')
    await expect(steps).toHaveText(['Sign up', 'Add a Child', 'Complete'])
    const step = page.locator('[aria-current=step]')
    await expect(step).toHaveText('Sign up')
    const goOn = page.getByRole('button', { name: 'Save and go on' })
    const email = page.getByLabel('Email')
    await expect(email).toHaveValue(person.email)
    await email.fill('')

    await goOn.click()
    await expectOnlyMessage(page, 'Terms and Conditions is Required')
    const terms = page.getByLabel('I agree to the Terms and Conditions')
    await expectMarked(terms, 'Please tick this to go on')
    await terms.check()
    for (const [label, value] of [
      ['Address Line 1', '8 Cabot Rise'],
      ['Address Line 2', 'Redcliffe'],
      ['Town', 'Bristol'],
      ['Postcode', 'BS1 6QZ'],
      ['Email', person.email],
    ] as const) {
      await goOn.click()
      await expectOnlyMessage(page, `${label} is Required`)
      await expectMarked(page.getByLabel(label))
      await page.getByLabel(label).fill(value)
    }
    expect(profiles).toEqual([])

    await answerInstead(page, contract.accounts.editProfile, () => refusal(sentences.emailTaken))
    await goOn.click()
    await expectOnlyMessage(page, sentences.emailTaken)
    await expect(step).toHaveText('Sign up')
    await page.unrouteAll()
    await goOn.click()
    await expect(step).toHaveText('Add a Child')
    expect(profiles.at(-1)).toEqual({
      firstName: 'Orla',
      lastName: 'Hart',
      mobile: person.mobile,
      addressLine1: '8 Cabot Rise',
      addressLine2: 'Redcliffe',
      town: 'Bristol',
      postcode: 'BS1 6QZ',
      email: person.email,
      before: expect.objectContaining({ firstName: 'Orla', addressLine1: '', postcode: '' }),
    })
    expect(await person.api.accounts.profile()).toMatchObject({
      firstName: 'Orla',
      lastName: 'Hart',
      mobile: person.mobile,
      postcode: 'BS1 6QZ',
    })

    await expect(page.getByLabel('Birthday')).toHaveValue('2020-01-01')
    // Details of the account are shown as one line. If one is emptied, the check opens the fields.
    await expect(page.getByText('8 Cabot Rise, Redcliffe')).toBeVisible()
    await expect(page.getByText(`Orla Hart, ${person.mobile}, ${person.email}`)).toBeVisible()
    await expect(page.getByLabel('Child’s last name')).toHaveValue('Hart')
    await setFolds(page, true)
    for (const name of neededOfChild) await page.locator(`[name="${name}"]`).fill('')
    await setFolds(page, false)
    const heard = await watchFocus(page)
    await goOn.click()
    await expectOnlyMessage(page, sentences.starredRequired)
    await expectMarked(page.getByLabel('Child’s first name'))
    expect(await heard()).toEqual(['firstName'])
    const wrong = () =>
      page
        .locator('[aria-invalid=true]')
        .evaluateAll(fields => fields.map(field => field.getAttribute('name')))
    expect(await wrong()).toEqual(neededOfChild)
    for (const line of await page.locator('[aria-invalid=true]').all()) await expect(line).toBeVisible()
    expect(children).toEqual([])
    await fillChild(page)
    expect(await wrong()).toEqual([])
    // The values shown are the ones that are sent.
    const birthday = page.getByLabel('Birthday')
    await expect(page.getByText(`${ageOn('2021-04-05', today())} years old`)).toBeVisible()
    await birthday.fill('2020-01-01')
    await expect(birthday).toHaveAccessibleDescription(/^Only an example/)
    await goOn.click()
    await expect(message(page, sentences.addSuccess)).toBeVisible()
    expect(children).toMatchObject([
      {
        firstName: 'Otto',
        gender: 'preferNotToSay',
        dateOfBirth: '2020-01-01',
        addressSource: 'guardian',
        contacts: [{ firstName: 'Orla' }, { relationship: 'Parent' }],
        pickUpPerson: { firstName: '', phone: '' },
        allergy: 'Hazelnuts',
        photoMarketingPermission: false,
      },
    ])

    await expect(step).toHaveText('Complete')
    await page
      .getByRole('group', { name: 'Where did you hear about us?' })
      .getByText('Leaflet or poster')
      .click()
    const offers = page.getByRole('group', { name: 'Would you like to receive offers by email?' })
    await expect(offers.getByRole('radio', { name: 'No, thank you' })).toBeChecked()
    await offers.getByText('Yes, please').click()
    await page.getByRole('button', { name: 'Finish' }).click()
    await expect(page).toHaveURL(/\/home\/home$/)
    expect(origins).toEqual([{ wantsOffers: true, heardFrom: 'Leaflet or poster' }])
  },
)

// Proves ONB-36.
test('onboarding is only for people with an account', { tag: '@phone' }, async ({ page }) => {
  await visit(page, '/fileInfo')
  await expect(page).toHaveURL(/\/login$/)
})
