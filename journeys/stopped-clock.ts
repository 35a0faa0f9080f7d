import { expect, type Locator, type Page } from '@playwright/test'

/** From now on the page's time stands still, unless the journey lets it pass. The page's clock is installed before. */
export const stopTheClock = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000)

/** Lets a stopped clock pass in ticks of 5 ms until this is shown: what came without waiting needs a few. */
export async function tickUntilShown(page: Page, wanted: Locator): Promise<void> {
  const count = () => page.clock.runFor(5).then(() => wanted.count())
  await expect.poll(count, { intervals: [20] }).toBe(1)
}
