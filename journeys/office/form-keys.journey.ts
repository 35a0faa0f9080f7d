import * as addresses from '#contract/office/addresses.ts'
import { tabTo } from '../by-keyboard.ts'
import { expect, test, visit } from '../site-test.ts'
import { enterOffice } from './at-the-door.ts'

// `selectOption` tells "input" and "change" in one breath: what is drawn between the two is only met by keys.
test('the choices of a new class are made by keyboard, and stay', async ({ page, site }) => {
  await enterOffice(page, site, 'owner')
  await visit(page, addresses.newClass())
  for (const name of ['Type', 'Venue', 'Age', 'Term', 'Weeks']) {
    const choice = page.getByRole('combobox', { name: new RegExp(`^${name}`) })
    await tabTo(page, choice)
    const before = await choice.inputValue()
    await page.keyboard.press('ArrowDown')
    await expect(choice).not.toHaveValue(before)
    const chosen = await choice.inputValue()
    // What the choice changes elsewhere has been drawn by the next key.
    await page.keyboard.press('Tab')
    await expect(choice).toHaveValue(chosen)
  }
})
