/**
 * Draws the demo business's pictures into demo/media/pictures/, each in the widths in which pages show it
 * (docs/third-party-notices.md).
 *
 * The motifs are Microsoft's Fluent Emoji (MIT), as packed in `@iconify-json/fluent-emoji` 1.2.7:
 *   npm pack @iconify-json/fluent-emoji && tar xzf iconify-json-fluent-emoji-*.tgz
 *   npx node demo/draw-pictures.ts package [only-names-starting-with]
 * The same package gives the same pictures: nothing here is random.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { narrowerPicture, pictureWidths } from '#domain/picture-widths.ts'

/**
 * The size of a picture. `focus` is where the motifs stand, in pixels from the left: on a slide, to the right
 * of the text.
 */
type Shape = { width: number; height: number; focus: number; maxBytes: number }

const card: Shape = { width: 800, height: 600, focus: 400, maxBytes: 45_000 }
const banner: Shape = { width: 1600, height: 640, focus: 800, maxBytes: 45_000 }
const slide: Shape = { width: 1600, height: 574, focus: 1150, maxBytes: 70_000 }
const square: Shape = { width: 800, height: 800, focus: 400, maxBytes: 45_000 }
const portrait: Shape = { width: 320, height: 320, focus: 160, maxBytes: 20_000 }

/**
 * A motif in a picture. Lengths are hundredths of the picture's height: `x` from the focus, `y` from the top,
 * `size` the motif's height.
 */
type Motif = {
  icon: string
  x: number
  y: number
  size: number
  tilt: number
  flip: boolean
  stands: boolean
}

type Ground = (shape: Shape, colour: string, chance: () => number) => string
type Scene = { name: string; shape: Shape; ground: Ground; colour: string; layers: Motif[] }

function channels(colour: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
}

function mix(colour: string, other: string, share: number): string {
  const from = channels(colour)
  const to = channels(other)
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

const tint = (colour: string, share: number) => mix(colour, '#ffffff', share)
const shade = (colour: string, share: number) => mix(colour, '#1d2440', share)

function chanceFrom(name: string): () => number {
  let state = 2166136261
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return ((state >>> 8) & 0xffff) / 0x10000
  }
}

function wash(id: string, top: string, bottom: string): string {
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`
}

/** A round light that fades towards its edge. */
function glow(x: number, y: number, r: number, colour = '#ffffff', opacity = 0.8): string {
  const id = `glow-${Math.round(x)}-${Math.round(y)}-${Math.round(r)}`
  return `<defs><radialGradient id="${id}"><stop offset="0.3" stop-color="${colour}" stop-opacity="${opacity}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${r}" fill="url(#${id})"/>`
}

function cloud(x: number, y: number, size: number, colour: string, opacity = 0.9): string {
  const circles = [
    [0, 0, 0.5],
    [0.55, -0.18, 0.62],
    [1.15, 0, 0.52],
    [0.55, 0.12, 0.6],
  ]
  const puffs = circles.map(
    ([cx = 0, cy = 0, r = 0]) => `<circle cx="${x + cx * size}" cy="${y + cy * size}" r="${r * size}"/>`,
  )
  return `<g fill="${colour}" fill-opacity="${opacity}">${puffs.join('')}<rect x="${x - size * 0.5}" y="${y}" width="${size * 2.17}" height="${size * 0.52}" rx="${size * 0.26}"/></g>`
}

function bunting({ width, height }: Shape, top: number, sag: number, flags: string[]): string {
  const count = Math.round(width / (height * 0.13))
  const line = (share: number) => top + sag * 4 * share * (1 - share)
  const pieces: string[] = []
  for (let index = 0; index < count; index++) {
    const from = index / count
    const to = (index + 0.86) / count
    const [x1, x2] = [from * width, to * width]
    const [y1, y2] = [line(from), line(to)]
    const drop = height * 0.105
    pieces.push(
      `<path d="M${x1} ${y1}L${x2} ${y2}L${(x1 + x2) / 2} ${(y1 + y2) / 2 + drop}Z" fill="${flags[index % flags.length]}" stroke="${flags[index % flags.length]}" stroke-width="6" stroke-linejoin="round"/>`,
    )
  }
  return `<path d="M0 ${top}Q${width / 2} ${top + sag * 2} ${width} ${top}" fill="none" stroke="#ffffff" stroke-width="5"/>${pieces.join('')}`
}

function confetti(
  { width, height }: Shape,
  chance: () => number,
  count: number,
  palette: string[],
  lowest = 0.8,
): string {
  const pieces: string[] = []
  for (let index = 0; index < count; index++) {
    const [x, y, turn] = [chance() * width, chance() * height * lowest, Math.round(chance() * 180)]
    const size = height * (0.008 + chance() * 0.014)
    const colour = palette[index % palette.length]
    pieces.push(
      index % 3 === 0
        ? `<rect x="${x}" y="${y}" width="${size * 2.4}" height="${size}" rx="${size / 2}" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`
        : `<circle cx="${x}" cy="${y}" r="${size * 0.8}" fill="${colour}"/>`,
    )
  }
  return pieces.join('')
}

const festive = ['#ffc14d', '#f2644b', '#4bb7c4', '#8fc65a', '#b48be0', '#ffffff']

/** Out of doors, in the class type's light: sky, sun, clouds and two soft hills. */
const outside: Ground = ({ width: w, height: h, focus }, colour, chance) => {
  const hill = mix('#8fc765', colour, 0.3)
  const flowers = Array.from({ length: Math.round(w / 60) }, () => {
    const [x, y] = [chance() * w, h * (0.86 + chance() * 0.12)]
    return `<circle cx="${x}" cy="${y}" r="${h * 0.009}" fill="#fff6d6"/><circle cx="${x}" cy="${y}" r="${h * 0.004}" fill="#ffb93b"/>`
  })
  const sun = focus + h * 0.47
  return `${wash('sky', tint('#8fd3f0', 0.25), mix('#fff5df', tint(colour, 0.4), 0.3))}<rect width="${w}" height="${h}" fill="url(#sky)"/>
    ${glow(sun, h * 0.2, h * 0.3, '#fff3c4', 0.95)}<circle cx="${sun}" cy="${h * 0.2}" r="${h * 0.11}" fill="#ffd45e"/>
    ${cloud(w * 0.07, h * 0.24, h * 0.11, '#ffffff')}${cloud(w * 0.6, h * 0.15, h * 0.075, '#ffffff', 0.8)}${cloud(w * 0.3, h * 0.32, h * 0.06, '#ffffff', 0.7)}
    ${wash('far', tint(hill, 0.55), tint(hill, 0.3))}<path d="M0 ${h * 0.7}Q${w * 0.22} ${h * 0.5} ${w * 0.52} ${h * 0.68}T${w} ${h * 0.6}V${h}H0Z" fill="url(#far)"/>
    ${wash('near', tint(hill, 0.12), shade(hill, 0.1))}<path d="M0 ${h * 0.8}Q${w * 0.3} ${h * 0.68} ${w * 0.58} ${h * 0.78}T${w} ${h * 0.74}V${h}H0Z" fill="url(#near)"/>${flowers.join('')}`
}

/** A hall: a tinted wall with a round light, a floor and a rug in the class type's colour. */
const hall: Ground = (shape, colour, chance) => {
  const { width: w, height: h, focus } = shape
  const wall = tint(colour, 0.8)
  return `${wash('wall', tint(colour, 0.84), tint(colour, 0.62))}<rect width="${w}" height="${h}" fill="url(#wall)"/>
    ${glow(focus, h * 0.5, h * 0.75)}${confetti(shape, chance, Math.round(w / 40), [tint(colour, 0.5), '#ffffff', tint(colour, 0.35)], 0.6)}
    ${wash('floor', mix('#f6dcb4', wall, 0.35), mix('#eec793', wall, 0.2))}<rect y="${h * 0.73}" width="${w}" height="${h * 0.27}" fill="url(#floor)"/><rect y="${h * 0.72}" width="${w}" height="${h * 0.014}" fill="#ffffff"/>
    <ellipse cx="${focus}" cy="${h * 0.9}" rx="${h * 0.74}" ry="${h * 0.13}" fill="${tint(colour, 0.25)}"/><ellipse cx="${focus}" cy="${h * 0.9}" rx="${h * 0.62}" ry="${h * 0.1}" fill="${tint(colour, 0.5)}"/><ellipse cx="${focus}" cy="${h * 0.9}" rx="${h * 0.48}" ry="${h * 0.072}" fill="${tint(colour, 0.38)}"/>`
}

/** A stage with curtains and a pool of light. */
const theatre: Ground = ({ width: w, height: h, focus }, colour) => {
  const folds = (from: number, side: 1 | -1) =>
    Array.from({ length: 4 }, (_, index) => {
      const x = from + side * index * h * 0.06
      const fill = index % 2 ? shade(colour, 0.16) : mix(colour, '#f2644b', 0.12)
      return `<path d="M${x} 0h${side * h * 0.063}C${x + side * h * 0.07} ${h * 0.4} ${x + side * h * 0.04} ${h * 0.6} ${x + side * h * 0.055} ${h * 0.86}h${-side * h * 0.063}Z" fill="${fill}"/>`
    }).join('')
  const scallops = Array.from(
    { length: Math.ceil(w / (h * 0.2)) },
    (_, index) =>
      `<ellipse cx="${(index + 0.5) * h * 0.2}" cy="${h * 0.04}" rx="${h * 0.104}" ry="${h * 0.09}" fill="${index % 2 ? colour : shade(colour, 0.1)}"/>`,
  )
  return `${wash('back', tint(colour, 0.45), tint(colour, 0.78))}<rect width="${w}" height="${h}" fill="url(#back)"/>
    <path d="M${focus - h * 0.1} 0h${h * 0.2}L${focus + h * 0.72} ${h * 0.9}H${focus - h * 0.72}Z" fill="#fff7dc" fill-opacity=".5"/>${glow(focus, h * 0.55, h * 0.6, '#fffaea')}
    ${wash('boards', '#dcaa74', '#c08450')}<rect y="${h * 0.8}" width="${w}" height="${h * 0.2}" fill="url(#boards)"/><rect y="${h * 0.8}" width="${w}" height="${h * 0.016}" fill="#eac491"/>
    <ellipse cx="${focus}" cy="${h * 0.9}" rx="${h * 0.7}" ry="${h * 0.085}" fill="#fff1c9" fill-opacity=".65"/>
    ${folds(0, 1)}${folds(w, -1)}${scallops.join('')}`
}

/** A work table under a wall of splashes. */
const table: Ground = ({ width: w, height: h, focus }, colour, chance) => {
  const splashes = Array.from({ length: Math.round(w / 150) }, (_, index) => {
    const [x, y, r] = [chance() * w, chance() * h * 0.6, h * (0.04 + chance() * 0.09)]
    const fill = festive[index % 5] ?? colour
    return `<g fill="${tint(fill, 0.45)}"><circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x + r * 1.2}" cy="${y + r * 0.5}" r="${r * 0.3}"/><circle cx="${x - r * 0.9}" cy="${y - r * 0.8}" r="${r * 0.22}"/><circle cx="${x + r * 0.3}" cy="${y + r * 1.3}" r="${r * 0.18}"/></g>`
  })
  return `${wash('wall', tint(colour, 0.84), tint(colour, 0.7))}<rect width="${w}" height="${h}" fill="url(#wall)"/>${splashes.join('')}${glow(focus, h * 0.45, h * 0.6)}
    ${wash('wood', '#f4d09f', '#e6b47a')}<rect y="${h * 0.72}" width="${w}" height="${h * 0.28}" fill="url(#wood)"/><rect y="${h * 0.72}" width="${w}" height="${h * 0.02}" fill="#f8dcb0"/>
    <ellipse cx="${focus}" cy="${h * 0.9}" rx="${h * 0.7}" ry="${h * 0.08}" fill="#ffffff" fill-opacity=".35"/>`
}

/** A night sky over a soft meadow of clouds. */
const night: Ground = ({ width: w, height: h }, colour, chance) => {
  const stars = Array.from(
    { length: Math.round(w / 18) },
    () =>
      `<circle cx="${chance() * w}" cy="${chance() * h * 0.75}" r="${h * (0.003 + chance() * 0.006)}" fill="#fff6d6" fill-opacity="${0.5 + chance() * 0.5}"/>`,
  )
  const puffs = Array.from(
    { length: Math.ceil(w / (h * 0.22)) + 1 },
    (_, index) =>
      `<circle cx="${index * h * 0.22}" cy="${h * (0.93 + (index % 2) * 0.04)}" r="${h * 0.19}"/>`,
  )
  return `${wash('dusk', shade(colour, 0.35), tint(colour, 0.35))}<rect width="${w}" height="${h}" fill="url(#dusk)"/>${stars.join('')}
    <g fill="${tint(colour, 0.62)}">${puffs.join('')}</g><g fill="#ffffff" fill-opacity=".55" transform="translate(${-h * 0.1} ${h * 0.09})">${puffs.join('')}</g>`
}

/** A quiet shop ground: one soft shape and a plinth. */
const plinth: Ground = ({ width: w, height: h }, colour, chance) => {
  const turn = Math.round(chance() * 60) - 30
  return `${wash('paper', tint(colour, 0.9), tint(colour, 0.78))}<rect width="${w}" height="${h}" fill="url(#paper)"/>
    <path d="M${w * 0.5} ${h * 0.1}C${w * 0.8} ${h * 0.06} ${w * 0.95} ${h * 0.34} ${w * 0.88} ${h * 0.58}S${w * 0.66} ${h * 0.92} ${w * 0.42} ${h * 0.86}S${w * 0.06} ${h * 0.66} ${w * 0.12} ${h * 0.4}S${w * 0.28} ${h * 0.13} ${w * 0.5} ${h * 0.1}Z" fill="${tint(colour, 0.58)}" transform="rotate(${turn} ${w / 2} ${h / 2})"/>
    <ellipse cx="${w / 2}" cy="${h * 0.86}" rx="${h * 0.38}" ry="${h * 0.055}" fill="${tint(colour, 0.3)}"/><ellipse cx="${w / 2}" cy="${h * 0.845}" rx="${h * 0.38}" ry="${h * 0.05}" fill="#ffffff"/>`
}

/** A party: confetti in a round light, and bunting unless the page has its own right above. */
const party: Ground = (shape, colour, chance) => {
  const { width: w, height: h, focus } = shape
  const flags =
    w < 2 * h
      ? bunting(shape, h * 0.01, h * 0.1, ['#ffc14d', '#f2644b', '#ffffff', '#4bb7c4', '#8fc65a'])
      : ''
  return `${wash('glow', tint(colour, 0.84), tint(colour, 0.6))}<rect width="${w}" height="${h}" fill="url(#glow)"/>
    <circle cx="${focus}" cy="${h * 0.62}" r="${h * 0.62}" fill="#ffffff" fill-opacity=".35"/><circle cx="${focus}" cy="${h * 0.62}" r="${h * 0.42}" fill="#ffffff" fill-opacity=".35"/>
    ${confetti(shape, chance, Math.round(w / 16), festive)}${flags}
    <ellipse cx="${focus}" cy="${h * 1.02}" rx="${w * 0.8}" ry="${h * 0.2}" fill="${tint(colour, 0.25)}"/>`
}

/** A plain ground for a picture that is cropped to a circle. */
const disc: Ground = ({ width: w, height: h, focus }, colour) =>
  `<rect width="${w}" height="${h}" fill="${tint(colour, 0.55)}"/>${glow(focus, h * 0.46, h * 0.52, tint(colour, 0.9), 1)}`

type Icons = Record<string, { body: string }>

async function readIcons(folder: string): Promise<Icons> {
  const pack: { icons: Icons } = JSON.parse(await readFile(join(folder, 'icons.json'), 'utf8'))
  return pack.icons
}

/** A drawn motif: its data address, and where its visible part ends below and at the sides, as shares of its square. */
type DrawnMotif = { href: string; bottom: number; middle: number; breadth: number }

const drawnMotifs = new Map<string, Promise<DrawnMotif>>()

function motifImage(icons: Icons, icon: string): Promise<DrawnMotif> {
  const known = drawnMotifs.get(icon)
  if (known) return known
  const drawn = drawMotif(icons, icon)
  drawnMotifs.set(icon, drawn)
  return drawn
}

/** Parts of the motifs that would be wrong here, such as the moon over the tent: camps are by day. */
const leftOut: Record<string, RegExp> = { tent: /<path[^>]*d="M28\.662 12\.995[^>]*\/>/g }

/**
 * Draws a motif twice as large as it is used, because the art's filters leave rough edges. `balloon#200`
 * turns its hue by 200°.
 */
async function drawMotif(icons: Icons, icon: string): Promise<DrawnMotif> {
  const [name = '', hue = '0'] = icon.split('#')
  const art = icons[name]
  if (!art) throw new Error(`The art folder has no motif “${name}”.`)
  const body = leftOut[name] ? art.body.replace(leftOut[name], '') : art.body
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1440" height="1440" viewBox="0 0 32 32">${body}</svg>`
  const raw = sharp(Buffer.from(svg)).resize(720, 720, { kernel: 'mitchell' })
  const png = await (hue === '0' ? raw : raw.modulate({ hue: Number(hue) }))
    .png({ compressionLevel: 3 })
    .toBuffer()
  const { info } = await sharp(png).trim({ threshold: 20 }).toBuffer({ resolveWithObject: true })
  const [left, top] = [-(info.trimOffsetLeft ?? 0), -(info.trimOffsetTop ?? 0)]
  return {
    href: `data:image/png;base64,${png.toString('base64')}`,
    bottom: (top + info.height) / 720,
    middle: (left + info.width / 2) / 720,
    breadth: info.width / 720,
  }
}

/** Draws a soft shadow, darkest where the motif touches the ground. */
function shadow(x: number, y: number, reach: number): string {
  return [
    [1.25, 0.26],
    [0.8, 0.13],
  ]
    .map(
      ([wide = 0, high = 0]) =>
        `<ellipse cx="${x}" cy="${y}" rx="${reach * wide}" ry="${reach * high}" fill="url(#shadow)"/>`,
    )
    .join('')
}

const shadowGradient =
  '<defs><radialGradient id="shadow"><stop offset="0.2" stop-color="#2b2140" stop-opacity="0.3"/><stop offset="1" stop-color="#2b2140" stop-opacity="0"/></radialGradient></defs>'

async function drawMotifIn(motif: Motif, { height, focus }: Shape, icons: Icons): Promise<string> {
  const x = focus + (motif.x / 100) * height
  const y = (motif.y / 100) * height
  const size = (motif.size / 100) * height
  const { href, bottom, middle, breadth } = await motifImage(icons, motif.icon)
  const top = motif.stands ? y - size * bottom : y - size / 2
  const turn = `rotate(${motif.tilt} ${x} ${motif.stands ? y : top + size / 2})`
  const flip = motif.flip ? ` translate(${2 * x} 0) scale(-1 1)` : ''
  const picture = `<image href="${href}" x="${x - size / 2}" y="${top}" width="${size}" height="${size}" transform="${turn}${flip}"/>`
  const under = x + (middle - 0.5) * size * (motif.flip ? -1 : 1)
  return motif.stands ? shadow(under, y - size * 0.015, size * breadth * 0.46) + picture : picture
}

/** The quality of narrow pictures. Screens with two or three pixels per point show them, which hides the loss. */
const narrowerQuality = 52

/** Draws a scene in each width, the whole picture first. */
async function draw(scene: Scene, icons: Icons): Promise<{ width: number; webp: Buffer }[]> {
  const { shape, colour } = scene
  const ground = scene.ground(shape, colour, chanceFrom(scene.name))
  const layers = await Promise.all(scene.layers.map(layer => drawMotifIn(layer, shape, icons)))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shape.width}" height="${shape.height}" viewBox="0 0 ${shape.width} ${shape.height}">${shadowGradient}${ground}${layers.join('')}</svg>`
  const picture = await sharp(Buffer.from(svg), {
    density: 144,
    limitInputPixels: 12_000_000,
    unlimited: true,
  })
    .resize(shape.width, shape.height)
    .png()
    .toBuffer()
  for (let quality = 84; quality >= 40; quality -= 6) {
    const drawIn = (width: number, most = quality) =>
      sharp(picture)
        .resize({ width })
        .webp({ quality: Math.min(quality, most), effort: 6, smartSubsample: true })
        .toBuffer()
    const whole = await drawIn(shape.width)
    if (whole.length > shape.maxBytes) continue
    const narrower = pictureWidths.filter(width => width < shape.width && width < 1200)
    return [
      { width: shape.width, webp: whole },
      ...(await Promise.all(
        narrower.map(async width => ({ width, webp: await drawIn(width, narrowerQuality) })),
      )),
    ]
  }
  throw new Error(`${scene.name} does not fit into ${shape.maxBytes} bytes.`)
}

const shapes: Record<string, Shape> = { card, banner, slide, product: square, portrait }
const grounds: Record<string, Ground> = { outside, hall, theatre, table, night, plinth, party, disc }

/** Reads picture-scenes.txt, whose head explains its lines; `card+banner` makes two scenes. */
function readScenes(text: string): Scene[] {
  const blocks = text
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
    .join('\n')
    .split(/\n(?! )/)
  return blocks.flatMap(block => {
    const [head = '', core = '', wings = ''] = block.split('\n').map(line => line.trim())
    const [shape = '', name = '', ground = '', colour = ''] = head.split(' ')
    const layers = readLayers(core)
    const scene = (kind: string, sceneName: string, all: Motif[]): Scene => ({
      name: sceneName,
      shape: known(shapes, kind),
      ground: known(grounds, ground),
      colour,
      layers: all,
    })
    if (shape !== 'card+banner') return [scene(shape, name, layers)]
    return [
      scene('card', name, layers),
      scene('banner', `${name}-banner`, [...readLayers(wings.slice(1)), ...layers]),
    ]
  })
}

function readLayers(text: string): Motif[] {
  return text.split(', ').map(layer => {
    const [way, motif = '', ...rest] = layer.trim().split(' ')
    const [x = 0, size = 0, y = 0, tilt = 0] = rest.map(word => Number(word) || 0)
    return { icon: motif, x, y, size, tilt, flip: rest.includes('flip'), stands: way === 'stand' }
  })
}

function known<T>(things: Record<string, T>, name: string): T {
  const thing = things[name]
  if (!thing) throw new Error(`There is no “${name}” to draw with.`)
  return thing
}

const [artFolder, only = ''] = process.argv.slice(2)
if (!artFolder || !(await stat(join(artFolder, 'icons.json')).catch(() => null))) {
  process.stderr.write('Give the folder of @iconify-json/fluent-emoji: the one that holds icons.json.\n')
  process.exit(1)
}
const demo = import.meta.dirname
const target = join(demo, 'media', 'pictures')
await mkdir(target, { recursive: true })
const icons = await readIcons(artFolder)
const scenes = readScenes(await readFile(join(demo, 'picture-scenes.txt'), 'utf8'))
for (const scene of scenes.filter(({ name }) => name.startsWith(only))) {
  const name = `${scene.name}.webp`
  for (const { width, webp } of await draw(scene, icons)) {
    const file = width === scene.shape.width ? name : narrowerPicture(name, width)
    await writeFile(join(target, file), webp)
  }
}
