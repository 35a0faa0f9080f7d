import { expect, type Locator, type Page } from '@playwright/test'

/** Stops the page's clock, which must be installed before. From then on only the journey moves it. */
export const stopTheClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/** Advances a stopped clock in ticks of 5 ms until this is shown. Even effects without a delay take a few ticks. */
export async function tickUntilShown(page: Page, wanted: Locator): Promise<void> {
  const count = () => page.clock.runFor(5).then(() => wanted.count())
  await expect.poll(count, { intervals: [20] }).toBe(1)
}
