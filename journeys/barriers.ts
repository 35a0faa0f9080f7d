import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './site-test.ts'

/** Nothing on this screen, as it stands now, that axe would call a barrier. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.map(({ id, nodes }) => ({ id, where: nodes.map(node => node.target.join(' ')) }))
  expect.soft(found, `what axe finds on ${page.url()}`).toEqual([])
}
