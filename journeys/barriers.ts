import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './site-test.ts'

/** Nothing on this screen, once it has come to rest, that axe would call a barrier. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(one => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(one => one.finished))
  })
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(node => node.target.join(' ')) }))
  expect.soft(found, `what axe finds on ${page.url()}`).toEqual([])
}
