import type { Locator, Page } from '@playwright/test'
import { expect, test } from './site-test.ts'

const isOutOfSight = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top < 0 || bottom > innerHeight
}

/** Presses and types like a user, and counts both. Scrolls that a press needs are only written down. */
export function thumb(page: Page) {
  const begun = Date.now()
  let taps = 0
  let scrolls = 0
  let fields = 0
  const tap = async (what: Locator) => {
    taps += 1
    if (await what.evaluate(isOutOfSight)) scrolls += 1
    await what.click()
  }
  return {
    tap,
    button: (name: string | RegExp, within: Page | Locator = page) =>
      tap(within.getByRole('button', { name })),
    /** Chooses from a list: one press. */
    choose: async (what: Locator, label: string) => {
      taps += 1
      await what.selectOption({ label })
    },
    typeInto: async (field: Locator, text: string) => {
      fields += 1
      await field.fill(text)
    },
    type: async (labels: Record<string, string>, within: Page | Locator = page) => {
      for (const [label, text] of Object.entries(labels)) {
        fields += 1
        await within.getByLabel(label).fill(text)
      }
    },
    /** Checks that the task took exactly this many taps and fields. */
    spent: (most: { taps: number; fields: number }) => {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1)
      test.info().annotations.push({
        type: 'spent',
        description: `${taps} taps, ${scrolls} scrolls, ${fields} fields, ${seconds} s`,
      })
      expect({ taps, fields }).toEqual(most)
    },
  }
}
