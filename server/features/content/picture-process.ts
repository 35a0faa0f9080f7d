import sharp, { type ResizeOptions } from 'sharp'
import { mostMegapixels } from '#domain/picture-limits.ts'
import { pictureWidths } from '#domain/picture-widths.ts'

/** A part of a picture, in the pixels of the whole as it is seen. */
export interface Cut {
  left: number
  top: number
  width: number
  height: number
}
/** What this process is sent. */
export interface ToDraw {
  bytes: Uint8Array
  cut?: Cut | undefined
  mostMemoryMegabytes: number
  mostProcessorSeconds: number
}
export interface Answer {
  /** The picture in every width, or the name of the sentence that refuses it. */
  drawn: Buffer[] | 'pictureTooLarge' | 'pictureUnreadable'
  /** Some of the memory of large pictures is not given back: it is then done with. */
  isSpent: boolean
}

const lookEveryMilliseconds = 20
const freshMegabytes = 112

sharp.concurrency(1)
sharp.cache(false)
// It ends with the process that started it, and not before: a picture may be under way when that is asked to end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', endAtOnce)

process.on('message', async ({ bytes, cut, mostMemoryMegabytes, mostProcessorSeconds }: ToDraw) => {
  const before = process.cpuUsage()
  // Decoding allocates outside of JavaScript, where Node has no limit of its own.
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    const processorSeconds = (user + system) / 1_000_000
    if (usedMegabytes() > mostMemoryMegabytes || processorSeconds > mostProcessorSeconds) endAtOnce()
  }, lookEveryMilliseconds)
  const drawn = await draw(bytes, cut).catch((): Answer['drawn'] => 'pictureUnreadable')
  clearInterval(watch)
  process.send?.({ drawn, isSpent: usedMegabytes() > freshMegabytes } satisfies Answer)
})

// `process.exit` would first wait for the picture that is being decoded.
function endAtOnce(): void {
  process.kill(process.pid, 'SIGKILL')
}

const usedMegabytes = () => process.memoryUsage.rss() / 1024 / 1024

async function draw(bytes: Uint8Array, cut: Cut | undefined): Promise<Answer['drawn']> {
  const mostPixels = mostMegapixels * 1_000_000
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (width * height > mostPixels) return 'pictureTooLarge'
  // Decoded once; the widths are made of what is left of it.
  const whole = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 }).autoOrient()
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

const within = (width: number): ResizeOptions => ({
  width,
  height: width,
  fit: 'inside',
  withoutEnlargement: true,
})
