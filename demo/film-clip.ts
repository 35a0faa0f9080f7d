/**
 * Films one picture of the demo business into demo/media/first-aid-film.mp4: a slow look from its left to
 * its right and back, so that a page of the demo shows an embedded film (decision C-23).
 *
 *   CHROMIUM=/usr/bin/chromium npx node demo/film-clip.ts
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

const media = join(import.meta.dirname, 'media')
const picture = await readFile(join(media, 'pictures', 'first-aid-banner.webp'), 'base64')

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox'] })
const page = await browser.newPage()
const film = await page.evaluate(async webp => {
  const seconds = 8
  const image = new Image()
  image.src = `data:image/webp;base64,${webp}`
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 960, height: 540 })
  const drawing = canvas.getContext('2d')
  const width = (image.height * canvas.width) / canvas.height
  const chunks: Blob[] = []
  const recorder = new MediaRecorder(canvas.captureStream(25), {
    mimeType: 'video/mp4;codecs=avc1.42E01E',
    videoBitsPerSecond: 500_000,
  })
  recorder.ondataavailable = ({ data }) => chunks.push(data)
  recorder.start()
  const began = performance.now()
  for (let share = 0; share < 1; ) {
    const now = await new Promise<number>(resolve => requestAnimationFrame(resolve))
    share = Math.max(0, (now - began) / 1000 / seconds)
    const left = ((1 - Math.cos(2 * Math.PI * share)) / 2) * (image.width - width)
    drawing?.drawImage(image, left, 0, width, image.height, 0, 0, canvas.width, canvas.height)
  }
  await new Promise(resolve => {
    recorder.onstop = resolve
    recorder.stop()
  })
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
  return Array.from(bytes)
}, picture)
await writeFile(join(media, 'first-aid-film.mp4'), Uint8Array.from(film))
await browser.close()
