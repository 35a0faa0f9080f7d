import sharp, { type ResizeOptions } from 'sharp'
import { maxPictureMegapixels } from '#domain/limits.ts'
import { pictureWidths } from '#domain/picture-widths.ts'

/** A part of a picture, in pixels of the whole picture as shown. */
export interface Cut {
  left: number
  top: number
  width: number
  height: number
}
/** The message that tells the drawing process what to draw. */
export interface ToDraw {
  bytes: Uint8Array
  cut?: Cut | undefined
  /** Whether to draw one PNG for mails instead of the widths of the site; it may be an SVG of our own. */
  isForMail?: boolean
  maxMemoryMegabytes: number
  maxProcessorSeconds: number
}
export interface Answer {
  /** The picture in every width, or the name of the refusal's sentence. */
  drawn: Buffer[] | 'pictureTooLarge' | 'pictureUnreadable'
  /** Whether a large picture has used memory that is not returned, so that this process should end. */
  isSpent: boolean
}

const lookEveryMilliseconds = 20
const freshMegabytes = 112

sharp.concurrency(1)
sharp.cache(false)
// Ends with the process that started it and not before, because a picture may be in progress.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', exitNow)

process.on('message', async ({ bytes, cut, isForMail, maxMemoryMegabytes, maxProcessorSeconds }: ToDraw) => {
  const before = process.cpuUsage()
  // Decoding allocates memory outside JavaScript, which Node cannot limit.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const processorSeconds = (user + system) / 1_000_000
    if (usedMegabytes() > maxMemoryMegabytes || processorSeconds > maxProcessorSeconds) exitNow()
  }, lookEveryMilliseconds)
  const drawn = await (isForMail ? drawForMail(bytes) : draw(bytes, cut)).catch(
    (): Answer['drawn'] => 'pictureUnreadable',
  )
  clearInterval(watch)
  process.send?.({ drawn, isSpent: usedMegabytes() > freshMegabytes } satisfies Answer)
})

// Kills itself: `process.exit` would first wait for the picture that is being decoded.
function exitNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

const usedMegabytes = () => process.memoryUsage.rss() / 1024 / 1024

async function draw(bytes: Uint8Array, cut: Cut | undefined): Promise<Answer['drawn']> {
  const maxPixels = maxPictureMegapixels * 1_000_000
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > maxPixels) return 'pictureTooLarge'
  // Decoded once; the widths are made from the result.
  const whole = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 }).autoOrient()
  const { data, info } = await (cut ? whole.extract(cut) : whole)
    .resize(within(pictureWidths[0]))
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Promise.all(
    pictureWidths.map(width =>
      sharp(data, { raw: info }).resize(within(width)).webp({ quality: 80 }).toBuffer(),
    ),
  )
}

/** Draws a logo at twice the size at which mails show it, for sharp screens. */
const drawForMail = async (bytes: Uint8Array): Promise<Buffer[]> => [
  await sharp(bytes, { limitInputPixels: maxPictureMegapixels * 1_000_000, density: 144 })
    .resize({ height: 96, width: 1000, fit: 'inside' })
    .png()
    .toBuffer(),
]

const within = (width: number): ResizeOptions => ({
  width,
  height: width,
  fit: 'inside',
  withoutEnlargement: true,
})
