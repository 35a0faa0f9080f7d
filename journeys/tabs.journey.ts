import { addDays, mondayOf } from '#domain/calendar.ts'
import { dayAndMonth } from '#web/ui/british-dates.ts'
import { chooseChild, openBooking } from './booking-dialog.ts'
import { newPerson } from './people.ts'
import { expect, logIn, reload, signedInTest, test, visit } from './site-test.ts'
import { findSession, openFilters } from './timetable.ts'
import { today } from './today.ts'

signedInTest(
  'after logging out in one tab, booking in another asks to log in and returns to the class',
  { tag: '@desk' },
  async ({ page, context, site, visitor, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    const next = await newPerson(site, 'Nora', ['Tilly'])
    const session = await findSession(visitor, ({ placesLeft }) => placesLeft >= 2)
    const dialog = await openBooking(page, session)
    await chooseChild(dialog, 'Wren')
    const timetable = page.url()
    const other = await context.newPage()
    await visit(other, '/home/about')
    await expect(other.getByRole('link', { name: 'Hi, Robyn' })).toBeVisible()
    await other.evaluate(() => localStorage.removeItem('maypole.token'))

    await expect(page).toHaveURL(/\/login$/)
    await expect(dialog).toBeHidden()
    await logIn(page, next)
    await expect(page).toHaveURL(timetable)
    await expect(page.getByRole('link', { name: 'Hi, Nora' })).toBeVisible()
    await expect(other.getByRole('link', { name: 'Hi, Nora' })).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(/login/)
    await expect(page.getByText('Wren')).toHaveCount(0)
  },
)

signedInTest(
  'a page from the browser’s back cache shows who is logged in now, or nobody',
  { tag: '@phone' },
  async ({ page, site, expectedComplaints }) => {
    expectedComplaints.push(/401/)
    const next = await newPerson(site, 'Nora', [])
    // Writes local storage of the cached page, which no other tab can reach.
    const comeBack = (token: string) =>
      page.evaluate(token => {
        localStorage.setItem('maypole.token', token)
        if (!token) localStorage.removeItem('maypole.token')
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      }, token)
    await visit(page, '/home/userInfo/user')
    const name = page.getByRole('heading', { level: 1 })
    await expect(name).toHaveText('Robyn Hart')
    await comeBack(next.token)
    await expect(name).toHaveText('Nora Hart')
    await comeBack('')
    await expect(page).toHaveURL(/\/login$/)
  },
)

test('weeks and filters survive a reload, and going back undoes the last week @desk', async ({ page }) => {
  const monday = mondayOf(today())
  const week = page.getByRole('group', { name: 'Week' })
  const shows = (weeksOn: number) => expect(week).toContainText(dayAndMonth(addDays(monday, 7 * weeksOn)))
  await visit(page, '/home/classes')
  await week.getByRole('button', { name: 'Next week' }).click()
  await shows(1)
  await week.getByRole('button', { name: 'Next week' }).click()
  await shows(2)
  const venue = page.getByLabel('Venue')
  await openFilters(page)
  const [chosen = ''] = await venue.selectOption({ index: 2 })
  await expect(page).toHaveURL(new RegExp(`venue=${chosen}`))

  await reload(page)
  await shows(2)
  await expect(venue).toHaveValue(chosen)
  await page.goBack()
  await shows(1)
  await page.goForward()
  await shows(2)
  await expect(venue).toHaveValue(chosen)
})
