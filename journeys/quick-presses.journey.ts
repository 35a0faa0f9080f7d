import type { Page } from '@playwright/test'
import { about, contact, ofKind } from '#contract/addresses.ts'
import { addDays, mondayOf } from '#domain/calendar.ts'
import { dayRange } from '#web/ui/british-dates.ts'
import { expect, test, visit } from './site-test.ts'
import { today } from './today.ts'

const monday = () => addDays(mondayOf(today()), 7)

/** Presses several buttons without waiting for the effect of the previous one. */
const clickTogether = (page: Page, names: string[]) =>
  page.evaluate(wanted => {
    for (const name of wanted) {
      const buttons = [...document.querySelectorAll('button')]
      buttons.find(button => (button.ariaLabel ?? button.textContent)?.trim() === name)?.click()
    }
  }, names)

// Proves CLS-47.
test('quick presses on Next week each go one week on @phone', async ({ page }) => {
  await visit(page, ofKind.class.timetable({ date: monday() }))
  const week = page.getByRole('group', { name: 'Week' })
  const shows = async (start: string) => {
    await expect(week).toContainText(dayRange(start, addDays(start, 6), today()))
    await expect(page).toHaveURL(new RegExp(`date=${start}`))
    await expect(page.locator('.day-head time').first()).toHaveAttribute('datetime', start)
  }
  await week.getByRole('button', { name: 'Next week' }).dblclick()
  await shows(addDays(monday(), 14))
  await clickTogether(page, ['Last week', 'Last week', 'Next week'])
  await shows(addDays(monday(), 7))
})

// Proves CLS-47.
test('a filter chosen while another renders keeps the other', {
  tag: '@phone',
}, async ({ page }) => {
  await visit(page, ofKind.class.timetable({ date: monday() }))
  await page.evaluate(() => {
    for (const [name, value] of [
      ['time', 'am'],
      ['day', 'Tue'],
    ] as const) {
      const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`)
      if (select) select.value = value
      for (const told of ['input', 'change']) select?.dispatchEvent(new Event(told, { bubbles: true }))
    }
  })
  await expect(page).toHaveURL(/time=am.*day=Tue/)
  await expect(page.locator('select[name=time]')).toHaveValue('am')
  await expect(page.locator('select[name=day]')).toHaveValue('Tue')
})

test('the filters stay as they are while the next page loads', { tag: '@desk' }, async ({ page }) => {
  await visit(page, `${ofKind.class.timetable({ date: monday() })}&time=am`)
  const time = page.locator('select[name=time]')
  await expect(time).toHaveValue('am')
  const seen = await page.evaluate(async () => {
    const values = new Set<string>()
    const look = () => {
      const select = document.querySelector<HTMLSelectElement>('select[name=time]')
      if (select) values.add(select.value)
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    document.querySelector<HTMLAnchorElement>('a[href="/home/about"]')?.click()
    while (document.querySelector('select[name=time]')) {
      look()
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    return [...values]
  })
  await expect(page).toHaveURL(/about/)
  expect(seen).toEqual(['am'])
})

test('the title is that of the shown page, however busy the browser is', { tag: '@phone' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await visit(page, ofKind.class.timetable({ date: monday() }))
  await page.evaluate(
    links => {
      for (const to of links) document.querySelector<HTMLElement>(`a[href="${to}"]`)?.click()
    },
    [contact(), about()],
  )
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${about()}$`))
  await expect(page).toHaveTitle(/^About/)
  await page.goBack()
  await expect(page).toHaveTitle(/^Contact/)
  await page.goBack()
  await expect(page.locator('.day-head').first()).toBeVisible()
  await expect(page).toHaveTitle(/^Classes/)
})

/** Swipes from right to left over the days. */
async function swipeOn(page: Page): Promise<void> {
  const days = page.locator('.week-days')
  const finger = { identifier: 1, clientY: 500 }
  await days.dispatchEvent('touchstart', { touches: [{ ...finger, clientX: 300 }] })
  await days.dispatchEvent('touchend', { changedTouches: [{ ...finger, clientX: 100 }] })
}

test('a swipe leads to the day after the one shown, also after going back to this week', {
  tag: '@phone',
}, async ({ page }) => {
  await visit(page, ofKind.class.timetable())
  const shownDay = page.locator('.day[data-shown] time')
  await expect(shownDay).toBeVisible()
  await swipeOn(page)
  await expect(page).toHaveURL(/date=/)
  await page.getByRole('group', { name: 'Week' }).getByRole('button', { name: 'Next week' }).click()
  // Waits until next week is shown. Otherwise the days of this week, awaited below, would be the
  // old ones.
  const monday = page.locator('.day-head time').first()
  await expect(monday).not.toHaveAttribute('datetime', mondayOf(today()))
  await page.getByRole('button', { name: 'Back to this week' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${today()}`))
  await expect(page.getByRole('button', { name: 'Back to this week' })).toBeHidden()
  // The controls change at once, the days when they have loaded.
  await expect(monday).toHaveAttribute('datetime', mondayOf(today()))
  const day = (await shownDay.getAttribute('datetime')) ?? ''
  await swipeOn(page)
  await expect(page).toHaveURL(new RegExp(`date=${addDays(day, 1)}`))
})
