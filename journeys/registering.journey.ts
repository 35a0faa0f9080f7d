import { contract } from '#contract/contract.ts'
import { sentences } from '#domain/sentences.ts'
import { message } from './booking-dialog.ts'
import { answerInstead, success, watchCalls } from './calls-of-page.ts'
import { expectMarked, expectOnlyMessage } from './form-notes.ts'
import { freshEmail, newPerson, readCode } from './people.ts'
import { expect, test, visit } from './site-test.ts'
import { stopTheClock } from './stopped-clock.ts'

// Proves AUTH-41, AUTH-43, ONB-34.
test('a newcomer registers, adds a child and is greeted by name', async ({ page, site }) => {
  const email = freshEmail('Nadine')
  await visit(page, '/home/about')
  await page.getByRole('link', { name: 'Log in' }).click()
  // Waits for the log-in page: the page before has a link with the same name, and a press on that
  // would be lost.
  await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Sign up' }).click()

  await page.getByLabel('First name').fill('Nadine')
  await page.getByLabel('Last name').fill('Penrose')
  await page.getByLabel('Mobile').fill('07700 900155')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Code' }).click()
  const again = page.getByRole('button', { name: /^Send again in (300|29\d) s$/ })
  await expect(again).toBeDisabled()
  await expect(page.getByText(`We have sent a code to ${email}`)).toBeVisible()

  await page.getByLabel(/^Password/).fill('tulips in March')
  await page.getByLabel('Confirm password').fill('tulips in March')
  await page.getByLabel('I agree to the Terms and Conditions').check()
  const code = await readCode(site, email)
  await page.getByLabel('Verification code').fill(code === '0000' ? '0001' : '0000')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(message(page, sentences.codeWrong)).toBeVisible()
  await page.getByLabel('Verification code').fill(code)
  await page.getByRole('button', { name: 'Sign up' }).click()

  await expect(page.getByRole('heading', { name: 'Hello, Nadine' })).toBeVisible()
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')
  await expect(step).toHaveText('Sign up')
  await page.getByLabel('Address line 1').fill('8 Cabot Rise')
  await page.getByLabel('Address line 2').fill('Redcliffe')
  await page.getByLabel('Town').fill('Bristol')
  await page.getByLabel('Postcode').fill('BS1 6QZ')
  await page.getByLabel('I agree to the Terms and Conditions').check()
  await page.getByRole('button', { name: 'Save and go on' }).click()

  await expect(step).toHaveText('Add a Child')
  await page.getByLabel('Child’s first name').fill('Otto')
  await expect(page.getByLabel('Child’s last name')).toHaveValue('Penrose')
  await page.getByRole('group', { name: 'Gender' }).getByText('Male', { exact: true }).click()
  await page.getByLabel('Birthday').fill('2022-04-09')
  await expect(page.getByText('8 Cabot Rise, Redcliffe')).toBeVisible()
  const contact = (heading: string) =>
    page.locator('section').filter({ has: page.getByRole('heading', { name: heading }) })
  const first = contact('Emergency contact one')
  await first.getByText('Change').click()
  await expect(first.getByLabel('Email')).toHaveValue(email)
  await first.getByText('Change').click()
  await first.getByLabel('Relationship to the child').fill('Mother')
  const second = contact('Emergency contact two')
  await second.getByLabel('First name').fill('Ivo')
  await second.getByLabel('Last name').fill('Penrose')
  await second.getByLabel('Mobile').fill('07700 900156')
  await second.getByLabel('Email').fill('ivo.penrose@example.test')
  await second.getByLabel('Relationship to the child').fill('Grandfather')
  await page.getByLabel('Medical conditions').fill('None')
  await page.getByRole('button', { name: 'Save and go on' }).click()
  await expect(message(page, sentences.starredRequired)).toBeVisible()
  await page.getByLabel('Allergies').fill('Hazelnuts')

  await page.reload()
  await expect(page.getByLabel('Allergies')).toHaveValue('Hazelnuts')
  await page.getByRole('button', { name: 'Save and go on' }).click()

  await expect(step).toHaveText('Complete')
  await page.getByText('Friend or family').click()
  await page.getByRole('button', { name: 'Finish' }).click()
  // Three pages back, past registering and logging in, to the page where Nadine began.
  await expect(page).toHaveURL(/\/home\/about$/)
  await expect(page.getByRole('link', { name: 'Hi, Nadine' })).toBeVisible()
})

// Proves AUTH-13 to AUTH-19, AUTH-21 to AUTH-31, AUTH-40 to AUTH-43, CONST-10.
test('registering asks for one thing at a time, and continues after a second', { tag: '@desk' }, async ({
  page,
  site,
}) => {
  const { token } = await newPerson(site, 'Nell', [])
  const sent = watchCalls(page, contract.accounts.register)
  await page.clock.install()
  await visit(page, '/register')
  const signUp = page.getByRole('button', { name: 'Sign up' })
  await expect(page.getByRole('link', { name: /^Terms and Conditions/ })).toHaveAttribute('href', '/term')
  for (const label of [/^Password/, 'Confirm password']) {
    await expect(page.getByLabel(label)).toHaveAttribute('type', 'password')
  }
  const terms = page.getByLabel('I agree to the Terms and Conditions')
  const inOrder = 'firstName lastName mobile email password confirmation code terms'
  const named = await page
    .locator('form [name]:not(button)')
    .evaluateAll(fields => fields.map(field => field.getAttribute('name')))
  expect(named.join(' ')).toBe(inOrder)
  await signUp.click()
  // All missing fields are marked at once, and the message names the first.
  await expect(page.locator('form [aria-invalid=true]')).toHaveCount(7)
  for (const [sentence, field, value, note] of [
    [sentences.firstNameRequired, page.getByLabel('First name'), 'Nell'],
    [sentences.lastNameRequired, page.getByLabel('Last name'), 'Hart'],
    [sentences.mobileRequired, page.getByLabel('Mobile'), '07700 900177'],
    [sentences.passwordRequired, page.getByLabel(/^Password/), 'tulips in March'],
    [sentences.termsRequired, terms, '', 'Please tick this to go on'],
    [
      sentences.passwordsDiffer,
      page.getByLabel('Confirm password'),
      'tulips in March',
      'This differs from the password above',
    ],
    [sentences.codeRequired, page.getByLabel('Verification code'), '1234'],
  ] as const) {
    await signUp.click()
    await expectOnlyMessage(page, sentence)
    await expectMarked(field, note)
    if (value) await field.fill(value)
    else await field.check()
  }
  expect(sent).toEqual([])

  // An error that only the server finds is marked at its field, too.
  await page.getByLabel('Email').fill('nell@example.test')
  const passwords = [page.getByLabel(/^Password/), page.getByLabel('Confirm password')] as const
  for (const field of passwords) await field.fill('password')
  await signUp.click()
  await expectOnlyMessage(page, sentences.passwordTooCommon)
  await expectMarked(passwords[0], sentences.passwordTooCommon)
  for (const field of passwords) await field.fill('tulips in March')
  sent.length = 0
  await signUp.click()
  await expectOnlyMessage(page, sentences.codeWrong)
  await expectMarked(page.getByLabel('Verification code'), sentences.codeWrong)
  await expect(page).toHaveURL(/\/register$/)
  expect(sent).toEqual([
    {
      email: 'nell@example.test',
      password: 'tulips in March',
      code: '1234',
      firstName: 'Nell',
      lastName: 'Hart',
      mobile: '07700 900177',
    },
  ])

  const { register } = contract.accounts
  await answerInstead(page, register, () => success(register, { token }))
  await stopTheClock(page)
  await signUp.click()
  const kept = () =>
    page.clock.runFor(1).then(() => page.evaluate(() => localStorage.getItem('maypole.token')))
  await expect.poll(kept, { intervals: [20] }).toBe(token)
  await page.clock.runFor(900)
  await expect(message(page, sentences.successful)).toBeVisible()
  await expect(page).toHaveURL(/\/register$/)
  await page.clock.runFor(100)
  await expect(page).toHaveURL(/\/fileInfo$/)
  await page.clock.resume()
  await expect(page.getByRole('heading', { name: 'Hello, Nell' })).toBeVisible()
})
