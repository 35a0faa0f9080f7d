import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './site-test.ts'

/** The minified source, because every page parses it and the one that axe exports is twice as long. */
const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

// Off by default in axe. People who use speech input say the words that they see (WCAG 2.5.3).
const everyRule: axe.RunOptions = { rules: { 'label-content-name-mismatch': { enabled: true } } }
// Enhanced contrast is off by default in axe, but choosing rules by tag turns it on.
const ofColours: axe.RunOptions = {
  runOnly: ['cat.color'],
  rules: { 'color-contrast-enhanced': { enabled: false } },
}

/**
 * Expects every control on a phone to be at least `least` px wide and high. A link within a sentence may be smaller
 * (WCAG 2.5.8, "inline"). A card or row with a single link is itself the target, and a field's label belongs to its
 * target.
 */
async function expectTargets(page: Page, least: number): Promise<void> {
  const small = await page.evaluate(least => {
    const pressed =
      'a[href], button:enabled, summary, input:enabled:not([type=hidden]), select:enabled, textarea:enabled'
    const shown = document.querySelector('dialog:modal') ?? document.body
    return [...shown.querySelectorAll<HTMLElement>(pressed)]
      .filter(element => {
        const { display } = getComputedStyle(element)
        const isInSentence =
          display === 'inline' && element.parentElement?.textContent !== element.textContent
        const around = element.matches('.card-link')
          ? element.offsetParent
          : element.closest(element.matches('.data-open') ? 'tr' : 'label')
        const target = around ?? element
        const { width, height } = target.getBoundingClientRect()
        const isSmall = Math.round(width) < least || Math.round(height) < least
        return (
          isSmall &&
          !isInSentence &&
          !target.matches('.skip-link, [tabindex="-1"]') &&
          target.checkVisibility()
        )
      })
      .map(element => element.outerHTML.slice(0, 120))
  }, least)
  expect.soft(small, `targets of less than ${least} px on ${page.url()}`).toEqual([])
}

/** Checks that axe finds nothing on this screen once the page is at rest. In the office, `target` is smaller. */
export async function expectAccessible(page: Page, target = 44): Promise<void> {
  await untilAtRest(page)
  if ((page.viewportSize()?.width ?? 0) < 768) await expectTargets(page, target)
  await expectNoBarrier(page, everyRule)
}

const minParagraphWidth = 120

/** Checks that no paragraph of several lines is in too narrow a column, on this screen or in its dialog. */
export async function expectWideParagraphs(page: Page): Promise<void> {
  const narrow = await page.evaluate(min => {
    const shown = document.querySelector('dialog:modal') ?? document.body
    return [...shown.querySelectorAll('p')]
      .filter(paragraph => {
        const lines = document.createRange()
        lines.selectNodeContents(paragraph)
        const tops = [...lines.getClientRects()].map(({ top }) => Math.round(top))
        const isBroken =
          Math.max(...tops) - Math.min(...tops) > 8 || paragraph.scrollWidth > paragraph.clientWidth
        return isBroken && paragraph.checkVisibility() && paragraph.getBoundingClientRect().width < min
      })
      .map(paragraph => paragraph.outerHTML.slice(0, 120))
  }, minParagraphWidth)
  expect.soft(narrow, `paragraphs of less than ${minParagraphWidth} px on ${page.url()}`).toEqual([])
}

/** Checks the dark theme of a screen that was checked in the light one. Only the colours differ. */
export async function expectAccessibleByNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await untilAtRest(page)
  await expectNoBarrier(page, ofColours)
}

async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(one => one.effect?.getComputedTiming().endTime !== Infinity)
    // The browser pauses the animations of content that it skips off screen, so they are finished
    // here.
    for (const one of ending) {
      const { target } = one.effect as KeyframeEffect
      if (!target?.checkVisibility({ contentVisibilityAuto: true })) one.finish()
    }
    await Promise.allSettled(ending.map(one => one.finished))
  })
}

async function expectNoBarrier(page: Page, options: axe.RunOptions): Promise<void> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => !('axe' in window))) await frame.evaluate(source)
  }
  const found = await page.evaluate(async options => {
    // Otherwise axe also describes every element that passes, which doubles the time.
    const asked = { ...options, resultTypes: ['violations' as const] }
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(asked)
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(node => node.target.join(' ')) }))
  }, options)
  expect.soft(found, `what axe finds on ${page.url()}`).toEqual([])
}

/** Checks the narrowest phone, and double text size on a small one, for sideways scrolling. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const size = page.viewportSize() as { width: number; height: number }
  await page.setViewportSize({ width: 320, height: 640 })
  const width = () => page.locator('html').evaluate(element => element.scrollWidth)
  await expect.poll(width, { message: `the width of ${page.url()} at 320 px` }).toBeLessThanOrEqual(320)
  await page.setViewportSize(size)
}
