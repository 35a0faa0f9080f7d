import type { Locator, Route } from '@playwright/test'
import * as addresses from '#contract/office/addresses.ts'
import { officeSentences } from '#domain/office/sentences.ts'
import { expectAccessible } from '../barriers.ts'
import { holdBack } from '../calls-of-page.ts'
import { freshEmail, newHousehold, readMail } from '../people.ts'
import { setClockOf } from '../set-clock.ts'
import { expect, leaveUnsaved, test, visit } from '../site-test.ts'
import {
  comeInByLink,
  enrolDevice,
  holdDevice,
  inviteOnServer,
  signInByPasskey,
  signOut,
  startStaffSession,
} from './staff-sign-in.ts'

// Each journey adds to its own list. Adding to a list of `test.use` would change it for the later
// journeys.
test.beforeEach(({ expectedComplaints }) => {
  expectedComplaints.push(/status of 401|status of 403/)
})

test('J19: an owner without their phone uses a recovery code; without codes, the server’s link @phone', async ({
  page,
  site,
}) => {
  test.slow()
  const email = freshEmail('Olwen')
  const link = await inviteOnServer(site, email)
  const phone = await holdDevice(page)
  const codes = await comeInByLink(page, link, 'Olwen Hughes')
  await signOut(page)
  await signInByPasskey(page)
  await signOut(page)
  // A link that was used once does not work again.
  await visit(page, addresses.today())
  await page.goto('about:blank')
  await visit(page, link)
  await expect(page.getByText(officeSentences.linkEnded)).toBeVisible()

  await phone.lose()
  await holdDevice(page)
  await visit(page, addresses.recover())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(officeSentences.signInFailed)).toBeVisible()
  await page.getByLabel('Recovery code').fill(codes[2] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await enrolDevice(page)
  await readMail(site, email, /A new way into the office/)
  await signOut(page)
  await signInByPasskey(page)
  await signOut(page)

  await visit(page, addresses.recover())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Recovery code').fill(codes[3] ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(officeSentences.signInFailed)).toBeVisible()

  await visit(page, await inviteOnServer(site, email))
  await expect(page.getByRole('heading', { name: 'Set up your sign-in again' })).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Olwen Hughes')
  await page.getByRole('button', { name: 'Continue' }).click()
  await enrolDevice(page)
})

test('Escape or an unexpected reload does not lose ten new recovery codes @phone', async ({ page, site }) => {
  await holdDevice(page)
  await comeInByLink(page, await inviteOnServer(site, freshEmail('Nia')), 'Nia Bowen')
  await visit(page, addresses.mySignIn())
  await page.getByRole('button', { name: 'New codes' }).click()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' }).getByRole('listitem')
  await expect(shown).toHaveCount(10)
  const codes = await shown.allTextContents()
  // On paper the codes are printed alone.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'My sign-in' })).toBeHidden()
  await expect(shown.first()).toBeVisible()
  await expect(shown.last()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  /** Whether the browser asks before a reload. */
  const isAsked = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })))
  expect(await isAsked()).toBe(true)
  const question = page.getByRole('dialog', { name: 'Have you kept the codes?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shown).toHaveText(codes)
  await page.goBack()
  await question.getByRole('button', { name: 'Go back' }).click()
  await expect(shown).toHaveText(codes)
  await page.getByRole('button', { name: 'Close' }).click()
  await question.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(site + addresses.mySignIn())
  expect(await isAsked()).toBe(false)
})

test('J13: the open form of a manager who is demoted is refused @desk', async ({ page, site, browser }) => {
  test.slow()
  const [owner, manager] = [freshEmail('Owen'), freshEmail('Mared')]
  await holdDevice(page)
  await comeInByLink(page, await inviteOnServer(site, manager, 'manager'), 'Mared Rees')
  await visit(page, addresses.staff())
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(freshEmail('Friend'))
  await page.getByRole('dialog').getByLabel('Role').selectOption('teacher')

  const other = await browser.newContext({ extraHTTPHeaders: newHousehold() })
  await setClockOf(other)
  const desk = await other.newPage()
  await holdDevice(desk)
  await comeInByLink(desk, await inviteOnServer(site, owner), 'Owen Pugh')
  await visit(desk, site + addresses.staff())
  await desk
    .getByRole('listitem')
    .filter({ hasText: manager })
    .getByRole('button', { name: /^Change/ })
    .click()
  await desk.getByRole('dialog').getByLabel('Role').selectOption('teacher')
  await desk.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(desk.getByRole('dialog').getByText(/Saved \d\d:\d\d/)).toBeVisible()
  await other.close()

  await page.getByRole('dialog').getByRole('button', { name: 'Send the invitation' }).click()
  await signInByPasskey(page)
  await expect(page.getByRole('heading', { name: officeSentences.notYours })).toBeVisible()
  const code = await page.evaluate(async () => {
    const headers = { 'x-office': '1', 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'friend@example.test', fullName: '', role: 'teacher' })
    const answer = await fetch('/api/Office/Staff/invite', { method: 'POST', headers, body })
    return ((await answer.json()) as { code: number }).code
  })
  expect(code).toBe(403)
})

test('a teacher accepts a mailed invitation with a password and an app, by keyboard alone', async ({
  page,
  site,
}) => {
  test.slow()
  const email = freshEmail('Tegan')
  await visit(page, addresses.signIn())
  await page.getByRole('button', { name: 'Look round as owner' }).click()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await visit(page, addresses.staff())
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Role').selectOption('teacher')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const { text } = await readMail(site, email, /Your invitation/)
  await signOut(page)
  await visit(page, /https?:\S+welcome#\S+/.exec(text)?.[0] ?? '')
  await page.getByLabel('Full name').fill('Tegan Lloyd')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Use a password and an authenticator app' }).press('Enter')
  await page.getByLabel('Choose a password').fill('a boat across the bay')
  await page.keyboard.press('Enter')
  const key = (await page.locator('.key-text').textContent()) ?? ''
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  const { TOTP } = await import('otpauth')
  await expect(page.getByLabel('The six digits that the app shows')).toBeFocused()
  await page.keyboard.type(new TOTP({ secret: key.replaceAll(' ', '') }).generate())
  await page.keyboard.press('Enter')
  await page.getByLabel('I have kept them').press('Space')
  await page.getByRole('button', { name: 'Continue' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
})

test('signing in after a session ended returns to the same page, however many calls failed @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  // A call of the first load that is still under way would take the place of the one that comes later.
  const firstCalls = ['Health/bell', 'WalkIns/list'].map(call =>
    page.waitForResponse(answer => answer.url().endsWith(`/Office/${call}`)),
  )
  await visit(page, `${addresses.registers()}?date=2026-01-05`)
  await expect(page.getByRole('heading', { name: 'Registers' })).toBeVisible()
  await Promise.all(firstCalls)
  // Registers are downloaded and the worker is installed before the session ends.
  await page.waitForLoadState('networkidle')
  const door = page.getByRole('heading', { name: 'Sign in to the office' })
  const afterSignIn = async (route: Route) => {
    await expect(door).toBeVisible()
    await route.continue()
  }
  await page.route('**/api/Office/Health/bell', afterSignIn, { times: 1 })
  // Not the answer of the page's first load, which may still be under way.
  const lateAnswer = page.waitForResponse(
    answer => answer.url().endsWith('/Office/Health/bell') && answer.status() === 401,
  )
  await page.context().clearCookies()
  // A laptop that wakes in the morning calls for all that is shown at once.
  await page.clock.setSystemTime(Date.now() + 6 * 60_000)
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await (await lateAnswer).finished()
  // Going back shows no data that were read before the sign-out.
  const answer = await holdBack(page, '**/api/Office/Session/me')
  await page.goBack()
  await expect(page.locator('.skeleton').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Registers' })).toHaveCount(0)
  answer()
  await expect(door).toBeVisible()
  await page.getByRole('button', { name: 'Look round as owner' }).click()
  await expect(page).toHaveURL(/\/office\/registers\?date=2026-01-05$/)
})

test('signing out asks before it drops unsaved changes @desk', async ({ page, site }) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Barre')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  for (const answer of ['Cancel', 'Yes']) {
    await expect(name).toHaveValue('Barre')
    await page.getByRole('button', { name: /^Your menu/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: answer }).click()
    await expect(question).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
})

test('a sign-out that fails to reach the server drops nothing @phone', async ({
  page,
  site,
  expectedComplaints,
}) => {
  expectedComplaints.push(/Failed to load|Failed to fetch|ERR_FAILED/)
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Barre')
  const question = page.getByRole('dialog', { name: 'Please confirm' })
  const clickSignOut = async () => {
    await page.getByRole('button', { name: /^Your menu/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await question.getByRole('button', { name: 'Yes' }).click()
  }
  await page.route('**/api/Office/Session/signOut', route => route.abort())
  await clickSignOut()
  await expect(page.getByText('That did not reach us')).toBeVisible()
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('link', { name: 'Sessions' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await leaveUnsaved(page, () => page.reload())
  await expect(page.getByText('What you typed before is back. It is not saved yet')).toBeVisible()
  await expect(name).toHaveValue('Barre')

  await page.unrouteAll()
  await clickSignOut()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Barre')
})

test('signing in or out in one tab does the same in others, and shows nobody else’s data @desk', async ({
  page,
  context,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  const isBack = page.getByText('What you typed before is back. It is not saved yet')
  await name.fill('Barre')
  const other = await context.newPage()
  await visit(other, addresses.signIn())
  await other.getByRole('button', { name: 'Look round as manager' }).click()
  await expect(page.getByRole('button', { name: 'Your menu, Bo Ellis' })).toBeVisible()
  await expect(name).toHaveValue('')
  await expect(isBack).toBeHidden()

  // The typed text waits for the same person to sign in.
  await name.fill('Polka')
  await signOut(other)
  await page.getByRole('button', { name: 'Look round as manager' }).click()
  await expect(isBack).toBeVisible()
  await expect(name).toHaveValue('Polka')
  await context.clearCookies()
  await page.getByRole('button', { name: /^Your menu/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the office' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Polka')
})

test('a page from the browser’s back cache reloads when somebody else has signed in @phone', async ({
  page,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  // Now the page knows who is signed in.
  await expect(page.getByRole('button', { name: 'Your menu, Ann Perry' })).toBeVisible()
  await page.evaluate(() => {
    document.body.dataset.was = 'here'
    localStorage.setItem('maypole.office.person', 'somebody else')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(page.locator('body')).not.toHaveAttribute('data-was')
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
})

test('text typed before a session ended is not shown to the next person @phone', async ({
  page,
  context,
  site,
}) => {
  await startStaffSession(page, site, 'owner')
  await visit(page, addresses.newClass())
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Barre')
  await context.clearCookies()
  await leaveUnsaved(page, () => page.reload())
  await page.getByRole('button', { name: 'Look round as manager' }).click()
  await expect(name).toHaveValue('')
})

test('an invitation asks to re-authenticate and is then sent; both forms pass axe', async ({
  page,
  site,
}) => {
  const email = freshEmail('Proof')
  await visit(page, addresses.signIn())
  await page.getByRole('button', { name: 'Look round as owner' }).click()
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()
  await visit(page, addresses.staff())
  // As the server answers when the last re-authentication is older than ten minutes.
  const old = { code: 428, msg: officeSentences.confirmYourself, data: null }
  await page.route('**/api/Office/Staff/invite', route => route.fulfill({ json: old }), { times: 1 })
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await expectAccessible(page, 24)
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByLabel('Role').selectOption('teacher')
  const failed = { ...old, code: 409, msg: officeSentences.notFound }
  await page.route('**/api/Office/Session/ownSignIn', route => route.fulfill({ json: failed }), { times: 1 })
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const proof = page.getByRole('dialog', { name: officeSentences.confirmYourself })
  await proof.getByRole('button', { name: 'Try again' }).click()
  await expectAccessible(page, 24)
  await proof.getByRole('button', { name: 'It is me' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  await readMail(site, email, /Your invitation/)
})

test('a passkey can no longer be cancelled once the device has answered @desk', async ({ page, site }) => {
  await holdDevice(page)
  /** Presses a button, checks the page while the server's answer is held back, then lets the answer through. */
  const lookWhileChecked = async (call: string, pressed: Locator) => {
    let answer = () => {}
    const isHeld = new Promise<void>(done => {
      answer = done
    })
    const hold = async (route: Route) => {
      await isHeld
      await route.continue()
    }
    await page.route(`**/api/Office/Session/${call}`, hold, { times: 1 })
    await pressed.click()
    await expect(page.getByText('Checking…')).toBeVisible()
    await expect(page.getByText('Waiting for your device…')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    answer()
  }
  await visit(page, await inviteOnServer(site, freshEmail('Petra')))
  await page.getByLabel('Full name').fill('Petra Vaughan')
  await page.getByRole('button', { name: 'Continue' }).click()
  await lookWhileChecked('passkeyRegister', page.getByRole('button', { name: 'Use this device' }))
  await page.getByLabel('I have kept them').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await signOut(page)
  await lookWhileChecked('passkeySignIn', page.getByRole('button', { name: 'Sign in with a passkey' }))
  await expect(page.getByRole('button', { name: /^Your menu/ })).toBeVisible()

  await visit(page, addresses.mySignIn())
  const old = { code: 428, msg: officeSentences.confirmYourself, data: null }
  await page.route('**/api/Office/Session/addWay', route => route.fulfill({ json: old }), { times: 1 })
  await page.getByRole('button', { name: /^Add/ }).click()
  const proof = page.getByRole('dialog', { name: officeSentences.confirmYourself })
  await lookWhileChecked('confirmByPasskey', proof.getByRole('button', { name: 'Confirm with a passkey' }))
  await expect(proof).toHaveCount(0)
})
