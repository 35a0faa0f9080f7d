import { kindWords } from '#web/site/offerings/kind-words.ts'
import { expect, test, visit } from './site-test.ts'

test('the events area shows its banners, its texts and its types above the timetable', async ({
  page,
  visitor,
}) => {
  const { banners, title, text } = await visitor.content.eventSettings()
  const types = await visitor.offerings.event.types()
  await page.setViewportSize({ width: 1280, height: 900 })
  await visit(page, '/home/event')
  const carousel = page.locator('.carousel-track')
  expect((await carousel.boundingBox())?.height).toBe(574)
  const pictures = await carousel.locator('img').evaluateAll(all => all.map(one => one.getAttribute('src')))
  expect(pictures).toHaveLength(banners.length)
  for (const [index, banner] of banners.entries()) expect(pictures[index]).toContain(banner)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(text.replace(/<[^>]+>/g, ''), { exact: true })).toBeVisible()

  const cards = page.getByRole('region', { name: kindWords.event.types }).getByRole('link')
  await expect(cards).toHaveText(types.map(({ name }) => name))
  await expect(page.getByRole('region', { name: 'Timetable' }).getByRole('search')).toBeVisible()
  await cards.first().click()
  await expect(page).toHaveURL(`/home/event/detail?id=${types[0]?.id}`)
})
