import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { cleanHtml } from '#server/features/content/clean-html.ts'
import { xssPayloads } from '#testing/xss-payloads.ts'

const manifest = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8')) as Record<
  string,
  { file: string }
>
const cleaner = `/${manifest['web/ui/showcase/clean-html.ts']?.file}`

/** Opens a page without its security policy, so that only the sanitiser stops code. */
async function openUnprotected(page: Page): Promise<void> {
  await page.route('**/term', async route => {
    const response = await route.fetch()
    const headers = response.headers()
    delete headers['content-security-policy']
    await route.fulfill({ response, headers })
  })
  await page.route(
    url => url.pathname === '/x',
    route => route.abort(),
  )
  await page.goto('/term')
}

const cleanInBrowser = (page: Page, texts: string[]) =>
  page.evaluate(
    async ([file, all]) => {
      const module: { cleanHtml: (html: string) => string } = await import(file)
      return all.map(text => String(module.cleanHtml(text)))
    },
    [cleaner, texts] as const,
  )

/**
 * Renders each text in its own frame, clicks and moves the mouse in it, and returns the texts that
 * ran code.
 */
const whichRan = (page: Page, texts: string[]) =>
  page.evaluate(async all => {
    const ran = new Set<number>()
    let lastAt = performance.now()
    const frames = all.map((text, index) => {
      const frame = document.createElement('iframe')
      frame.srcdoc = text.replaceAll('top.alarm()', `top.alarm(${index})`)
      return frame
    })
    Object.assign(window, {
      alarm: (index: number) => {
        ran.add(index)
        lastAt = performance.now()
      },
    })
    const quiet = async (milliseconds: number) => {
      lastAt = performance.now()
      while (performance.now() - lastAt < milliseconds) {
        await new Promise(resolve => requestAnimationFrame(resolve))
      }
    }
    const loaded = frames.map(
      frame => new Promise(resolve => frame.addEventListener('load', resolve, { once: true })),
    )
    document.body.replaceChildren(...frames)
    // Clicks only after all frames have loaded, which took eleven seconds on a busy machine.
    await Promise.all(loaded)
    for (const frame of frames) {
      for (const element of frame.contentDocument?.querySelectorAll<HTMLElement>('*') ?? []) {
        const events = [
          'mouseover',
          'pointerenter',
          'focus',
          'animationstart',
          'animationend',
          'transitionend',
        ]
        for (const name of events) element.dispatchEvent(new Event(name, { bubbles: true }))
        const address = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? ''
        if (!/^https?:/.test(address))
          element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      }
    }
    await quiet(1_500)
    return [...ran]
  }, texts)

test('none of over a hundred ways to run code in a text gets past either sanitiser', {
  tag: '@desk',
}, async ({ page }) => {
  test.slow()
  expect(xssPayloads.length).toBeGreaterThan(100)
  await openUnprotected(page)
  const uncleaned = await whichRan(page, xssPayloads)
  expect(uncleaned.length).toBeGreaterThan(xssPayloads.length * 0.6)
  await openUnprotected(page)
  expect(await whichRan(page, xssPayloads.map(cleanHtml))).toEqual([])
  await openUnprotected(page)
  expect(await whichRan(page, await cleanInBrowser(page, xssPayloads))).toEqual([])
})

// Proves PAR-08.
test('films embedded in texts from another server become muted videos with controls', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/term')
  const film = '<video controls="" autoplay="" muted="" playsinline="" src="/media/film.mp4"></video>'
  const texts = [
    '<embed src="/media/film.mp4">',
    '<oembed url="/media/film.mp4"></oembed>',
    '<media src="/media/film.mp4"></media>',
    '<video><source src="/media/film.mp4"></video>',
    '<iframe src="/media/film.mp4"></iframe>',
  ]
  expect(await cleanInBrowser(page, texts)).toEqual([film, film, film, film, ''])
})
