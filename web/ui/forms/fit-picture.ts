import { maxPictureMegabytes, maxPictureMegapixels, megabyte } from '#domain/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentences } from '#domain/sentences.ts'

const maxBytes = maxPictureMegabytes * megabyte
/** The length to which longer sides are reduced: more than any page shows. */
const maxSide = 4_000
const minScale = 0.02
const uploadable = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/**
 * Returns a picture that the server accepts. One with too many bytes or pixels, or in a format that only the browser
 * reads, is scaled down. An animated GIF becomes its first frame, the only one that the server would keep. Refuses
 * files that the browser cannot open.
 */
export async function fitPicture(file: File): Promise<File> {
  const address = URL.createObjectURL(file)
  try {
    const picture = await open(address)
    if (!picture || file.type === 'image/svg+xml')
      throw new Refusal((await isHeic(file)) ? sentences.savePhotoAsJpeg : sentences.pictureUnreadable)
    const pixels = picture.naturalWidth * picture.naturalHeight
    const isSmall = file.size <= maxBytes && pixels <= maxPictureMegapixels * 1_000_000
    if (isSmall && uploadable.includes(file.type)) return file
    return await shrink(picture, file)
  } finally {
    URL.revokeObjectURL(address)
  }
}

const open = (address: string): Promise<HTMLImageElement | undefined> =>
  new Promise(resolve => {
    const picture = new Image()
    picture.onload = () => resolve(picture.naturalWidth > 0 ? picture : undefined)
    picture.onerror = () => resolve(undefined)
    picture.src = address
  })

/** Recognises HEIC by its first bytes, because a file name proves nothing. */
async function isHeic(file: File): Promise<boolean> {
  const begins = new TextDecoder('latin1').decode(await file.slice(0, 12).arrayBuffer())
  return /^.{4}ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)$/s.test(begins)
}

async function shrink(picture: HTMLImageElement, file: File): Promise<File> {
  const { naturalWidth, naturalHeight } = picture
  // Transparency is kept, unless only a JPEG is small enough.
  const types = /png|webp|gif/.test(file.type) ? ['image/webp', 'image/jpeg'] : ['image/jpeg']
  let scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight))
  for (; scale > minScale; scale *= 0.7) {
    for (const type of types) {
      const drawn = await draw(picture, scale, type)
      if (drawn && drawn.size <= maxBytes) return new File([drawn], file.name, { type: drawn.type })
    }
  }
  throw new Refusal(sentences.pictureTooLarge)
}

function draw(picture: HTMLImageElement, scale: number, type: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  if (type === 'image/jpeg') {
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  // Browsers rotate a picture by its orientation before drawing.
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => canvas.toBlob(resolve, type, 0.9))
}
