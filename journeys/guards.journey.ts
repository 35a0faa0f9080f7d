import { contract } from '#contract/contract.ts'
import { pause } from '#web/pause.ts'
import { logOut } from './account-menu.ts'
import { addressOf, answerInstead, success } from './calls-of-page.ts'
import { visitBookings } from './my-bookings.ts'
import { signInElsewhere } from './people.ts'
import { expect, logIn, reload, signedInTest, visit } from './site-test.ts'

signedInTest(
  'logging out in one tab logs out the other',
  { tag: '@phone' },
  async ({ page, context, expectedComplaints }) => {
    await visit(page, '/home/userInfo/user')
    const other = await context.newPage()
    await visit(other, '/home/home')
    await expect(other.getByRole('link', { name: 'Hi, Robyn' })).toBeVisible()
    await visit(other, '/home/party')
    const fullName = other.getByLabel('Full name')
    await fullName.fill('Robyn Hart')
    await reload(other)
    await expect(fullName).toHaveValue('Robyn Hart')
    await logOut(page, expectedComplaints)
    await expect(other.getByRole('link', { name: 'Log in' })).toBeVisible()
    await expect(other.getByText('Robyn')).toHaveCount(0)
    // The next person at this computer does not see the typed text either.
    await reload(other)
    await expect(fullName).toHaveValue('')
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
  },
)

signedInTest(
  'going back while the log-in page still loads leads to it again',
  { tag: '@desk' },
  async ({ page, expectedComplaints }) => {
    const loginCode = Promise.withResolvers<void>()
    await page.route(/\/login-page-[^/]*\.js$/, async route => {
      await loginCode.promise
      await route.continue()
    })
    await visit(page, '/home/userInfo/user')
    await logOut(page, expectedComplaints)
    await page.goBack()
    await expect(page).toHaveURL(/\/login$/)
    loginCode.resolve()
    await expect(page.getByRole('heading', { name: 'Log in', level: 1 })).toBeVisible()
  },
)

signedInTest(
  'a password changed elsewhere ends the sign-in here',
  { tag: '@phone' },
  async ({ page, site, person, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    await visitBookings(page)
    await expect(page.getByRole('heading', { name: 'Classes Booking History' })).toBeVisible()
    // Waits for the page's calls and stops the poll every five seconds, because either would find
    // out first.
    await page.waitForLoadState('networkidle')
    const elsewhere = await signInElsewhere(site, person)
    const { countUnread } = contract.notifications
    await answerInstead(page, countUnread, () => success(countUnread, { unread: 0 }))
    await elsewhere.accounts.changePassword({ oldPassword: person.password, newPassword: 'plums and pears' })

    await page.getByRole('link', { name: 'Hi, Robyn' }).click()
    await logIn(page, { ...person, password: 'plums and pears' })
    await expect(page.getByRole('link', { name: 'Hi, Robyn' })).toBeVisible()
  },
)

for (const late of [contract.accounts.profile, contract.notifications.countUnread]) {
  // Proves ERR-05.
  signedInTest(
    `an expired token leaves the visitor on a public page, even if ${late.path} answers late`,
    { tag: late === contract.accounts.profile ? '@phone' : '@desk' },
    async ({ page, person, expectedComplaints }) => {
      expectedComplaints.push(/401/)
      await person.api.accounts.signOut()
      await page.route(addressOf(late), async route => {
        await pause(400)
        await route.continue()
      })
      await visit(page, '/home/classes')
      await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
      // Waits until every call has been answered.
      await page.waitForLoadState('networkidle')
      await expect(page).toHaveURL(/\/home\/classes$/)
    },
  )
}
