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

type Shape = { width: number; height: number; largestBytes: number }

const card: Shape = { width: 800, height: 600, largestBytes: 45_000 }
const banner: Shape = { width: 1600, height: 640, largestBytes: 45_000 }
const slide: Shape = { width: 1600, height: 574, largestBytes: 70_000 }
const square: Shape = { width: 800, height: 800, largestBytes: 45_000 }
const portrait: Shape = { width: 320, height: 320, largestBytes: 20_000 }

/** x is the distance from the middle, y from the top, size the height: all in hundredths of the picture's height. */
type Motif = {
  icon: string
  x: number
  y: number
  size: number
  tilt: number
  flip: boolean
  stands: boolean
}

type Layer = Motif | Child
type Child = { head: string; x: number; y: number; size: number; jumper: string; arms: Arms }
type Arms = 'up' | 'down' | 'wave' | 'swaddled'
type Ground = (shape: Shape, colour: string, chance: () => number) => string
type Scene = { name: string; shape: Shape; ground: Ground; colour: string; layers: Layer[] }

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

/** Out of doors: sky, sun, clouds and two soft hills. */
const outside: Ground = ({ width: w, height: h }, colour, chance) => {
  const hill = mix('#8fc765', colour, 0.22)
  const flowers = Array.from({ length: Math.round(w / 60) }, () => {
    const [x, y] = [chance() * w, h * (0.84 + chance() * 0.14)]
    return `<circle cx="${x}" cy="${y}" r="${h * 0.009}" fill="#fff6d6"/><circle cx="${x}" cy="${y}" r="${h * 0.004}" fill="#ffb93b"/>`
  })
  return `${wash('sky', tint('#8fd3f0', 0.28), '#fff5df')}<rect width="${w}" height="${h}" fill="url(#sky)"/>
    <circle cx="${w * 0.86}" cy="${h * 0.2}" r="${h * 0.2}" fill="#fff3c4" fill-opacity=".7"/><circle cx="${w * 0.86}" cy="${h * 0.2}" r="${h * 0.12}" fill="#ffd45e"/>
    ${cloud(w * 0.07, h * 0.2, h * 0.11, '#ffffff')}${cloud(w * 0.6, h * 0.13, h * 0.075, '#ffffff', 0.8)}${cloud(w * 0.3, h * 0.3, h * 0.06, '#ffffff', 0.7)}
    <path d="M0 ${h * 0.7}Q${w * 0.22} ${h * 0.5} ${w * 0.52} ${h * 0.68}T${w} ${h * 0.6}V${h}H0Z" fill="${tint(hill, 0.4)}"/>
    <path d="M0 ${h * 0.8}Q${w * 0.3} ${h * 0.68} ${w * 0.58} ${h * 0.78}T${w} ${h * 0.74}V${h}H0Z" fill="${hill}"/>${flowers.join('')}`
}

/** A hall: a tinted wall with bunting, a floor and a round rug in the class type's colour. */
const hall: Ground = (shape, colour, chance) => {
  const { width: w, height: h } = shape
  const wall = tint(colour, 0.8)
  return `${wash('wall', tint(colour, 0.86), tint(colour, 0.68))}<rect width="${w}" height="${h}" fill="url(#wall)"/>
    ${confetti(shape, chance, Math.round(w / 45), [tint(colour, 0.5), '#ffffff', tint(colour, 0.35)], 0.62)}
    ${bunting(shape, h * 0.01, h * 0.07, ['#ffc14d', tint(colour, 0.1), '#ffffff', '#4bb7c4', '#f2644b'])}
    <rect y="${h * 0.71}" width="${w}" height="${h * 0.29}" fill="${mix('#f3d3a4', wall, 0.3)}"/><rect y="${h * 0.7}" width="${w}" height="${h * 0.018}" fill="#ffffff"/>
    <ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${h * 0.78}" ry="${h * 0.135}" fill="${tint(colour, 0.25)}"/><ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${h * 0.66}" ry="${h * 0.105}" fill="${tint(colour, 0.5)}"/><ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${h * 0.52}" ry="${h * 0.075}" fill="${tint(colour, 0.38)}"/>`
}

/** A stage with curtains and a pool of light. */
const theatre: Ground = ({ width: w, height: h }, colour) => {
  const folds = (from: number, side: 1 | -1) =>
    Array.from({ length: 5 }, (_, index) => {
      const x = from + side * index * h * 0.075
      const fill = index % 2 ? shade(colour, 0.16) : mix(colour, '#f2644b', 0.12)
      return `<path d="M${x} 0h${side * h * 0.078}C${x + side * h * 0.09} ${h * 0.4} ${x + side * h * 0.05} ${h * 0.6} ${x + side * h * 0.07} ${h * 0.86}h${-side * h * 0.078}Z" fill="${fill}"/>`
    }).join('')
  const scallops = Array.from(
    { length: Math.ceil(w / (h * 0.2)) },
    (_, index) =>
      `<ellipse cx="${(index + 0.5) * h * 0.2}" cy="${h * 0.06}" rx="${h * 0.104}" ry="${h * 0.1}" fill="${index % 2 ? colour : shade(colour, 0.1)}"/><ellipse cx="${(index + 0.5) * h * 0.2}" cy="${h * 0.155}" rx="${h * 0.03}" ry="${h * 0.012}" fill="#ffd06a"/>`,
  )
  return `${wash('back', tint(colour, 0.5), tint(colour, 0.82))}<rect width="${w}" height="${h}" fill="url(#back)"/>
    <path d="M${w / 2 - h * 0.1} 0h${h * 0.2}L${w / 2 + h * 0.72} ${h * 0.9}H${w / 2 - h * 0.72}Z" fill="#fff7dc" fill-opacity=".6"/>
    <rect y="${h * 0.8}" width="${w}" height="${h * 0.2}" fill="#c98d58"/><rect y="${h * 0.8}" width="${w}" height="${h * 0.02}" fill="#e2b079"/>
    <ellipse cx="${w / 2}" cy="${h * 0.89}" rx="${h * 0.72}" ry="${h * 0.085}" fill="#fff1c9" fill-opacity=".65"/>
    ${folds(0, 1)}${folds(w, -1)}${scallops.join('')}`
}

/** A work table under a wall of splashes. */
const table: Ground = (shape, colour, chance) => {
  const { width: w, height: h } = shape
  const splashes = Array.from({ length: Math.round(w / 150) }, (_, index) => {
    const [x, y, r] = [chance() * w, chance() * h * 0.6, h * (0.04 + chance() * 0.09)]
    const fill = festive[index % 5] ?? colour
    return `<g fill="${tint(fill, 0.45)}"><circle cx="${x}" cy="${y}" r="${r}"/><circle cx="${x + r * 1.2}" cy="${y + r * 0.5}" r="${r * 0.3}"/><circle cx="${x - r * 0.9}" cy="${y - r * 0.8}" r="${r * 0.22}"/><circle cx="${x + r * 0.3}" cy="${y + r * 1.3}" r="${r * 0.18}"/></g>`
  })
  return `${wash('wall', tint(colour, 0.84), tint(colour, 0.7))}<rect width="${w}" height="${h}" fill="url(#wall)"/>${splashes.join('')}
    <rect y="${h * 0.72}" width="${w}" height="${h * 0.28}" fill="#efc48d"/><rect y="${h * 0.72}" width="${w}" height="${h * 0.03}" fill="#f8dcb0"/>
    <ellipse cx="${w / 2}" cy="${h * 0.9}" rx="${h * 0.7}" ry="${h * 0.08}" fill="#ffffff" fill-opacity=".35"/>`
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

/** A party: confetti and two rows of bunting. */
const party: Ground = (shape, colour, chance) => {
  const { width: w, height: h } = shape
  return `${wash('glow', tint(colour, 0.84), tint(colour, 0.6))}<rect width="${w}" height="${h}" fill="url(#glow)"/>
    <circle cx="${w / 2}" cy="${h * 0.62}" r="${h * 0.62}" fill="#ffffff" fill-opacity=".35"/><circle cx="${w / 2}" cy="${h * 0.62}" r="${h * 0.42}" fill="#ffffff" fill-opacity=".35"/>
    ${confetti(shape, chance, Math.round(w / 16), festive)}${bunting(shape, h * 0.01, h * 0.1, ['#ffc14d', '#f2644b', '#ffffff', '#4bb7c4', '#8fc65a'])}
    <ellipse cx="${w / 2}" cy="${h * 1.02}" rx="${w * 0.7}" ry="${h * 0.2}" fill="${tint(colour, 0.25)}"/>`
}

/** A plain round ground for a portrait. */
const disc: Ground = ({ width: w, height: h }, colour) =>
  `<rect width="${w}" height="${h}" fill="${tint(colour, 0.7)}"/><circle cx="${w / 2}" cy="${h * 1.02}" r="${h * 0.52}" fill="${tint(colour, 0.35)}"/>`

type Icons = Record<string, { body: string }>

async function readIcons(folder: string): Promise<Icons> {
  const pack: { icons: Icons } = JSON.parse(await readFile(join(folder, 'icons.json'), 'utf8'))
  return pack.icons
}

/** A drawn motif: its data address and where its ink ends below and at the sides, as shares of its square. */
type DrawnMotif = { href: string; bottom: number; middle: number; breadth: number }

const drawnMotifs = new Map<string, Promise<DrawnMotif>>()

function motifImage(icons: Icons, icon: string): Promise<DrawnMotif> {
  const known = drawnMotifs.get(icon)
  if (known) return known
  const drawn = drawMotif(icons, icon)
  drawnMotifs.set(icon, drawn)
  return drawn
}

/** Parts of the art that would be out of place: the tent's moon, since the camps are by day. */
const leftOut: Record<string, RegExp> = { tent: /<path[^>]*d="M28\.662 12\.995[^>]*\/>/g }

/** Drawn twice as large as used, because the art's filters leave rough edges. `balloon#200` turns the hue by 200°. */
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

function shadow(x: number, y: number, reach: number): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${reach}" ry="${reach * 0.17}" fill="#2b2140" fill-opacity=".16"/>`
}

async function drawLayer(layer: Layer, { width, height }: Shape, icons: Icons): Promise<string> {
  const at = {
    x: width / 2 + (layer.x / 100) * height,
    y: (layer.y / 100) * height,
    size: (layer.size / 100) * height,
  }
  if ('head' in layer) {
    const { href } = await motifImage(icons, layer.head)
    return layer.arms === 'swaddled' ? drawBaby(layer, at, href) : drawChild(layer, at, href)
  }
  const { href, bottom, middle, breadth } = await motifImage(icons, layer.icon)
  const top = layer.stands ? at.y - at.size * bottom : at.y - at.size / 2
  const turn = `rotate(${layer.tilt} ${at.x} ${layer.stands ? at.y : top + at.size / 2})`
  const flip = layer.flip ? ` translate(${2 * at.x} 0) scale(-1 1)` : ''
  const picture = `<image href="${href}" x="${at.x - at.size / 2}" y="${top}" width="${at.size}" height="${at.size}" transform="${turn}${flip}"/>`
  const under = at.x + (middle - 0.5) * at.size * (layer.flip ? -1 : 1)
  return layer.stands ? shadow(under, at.y - at.size * 0.015, at.size * breadth * 0.46) + picture : picture
}

const skins: [string, string][] = [
  ['-medium-dark', '#8a5d4a'],
  ['-medium-light', '#efc7a4'],
  ['-medium', '#a06e56'],
  ['-dark', '#54372f'],
  ['-light', '#f6d3bf'],
]

/** A small figure under one of the art's heads: jumper, arms, legs, shoes. */
function drawChild(
  { head, jumper, arms }: Child,
  at: { x: number; y: number; size: number },
  image: string,
): string {
  const skin = skins.find(([tone]) => head.endsWith(tone))?.[1] ?? '#f7c95c'
  const u = at.size / 100
  const p = (x: number, y: number) => `${at.x + x * u} ${at.y - (100 - y) * u}`
  const reach: [number[], number[]] =
    arms === 'up'
      ? [
          [-31, 34],
          [31, 34],
        ]
      : [[-25, 73], arms === 'wave' ? [32, 34] : [25, 73]]
  const arm = ([x = 0, y = 0]: number[], side: 1 | -1) => {
    const elbow = p(side * 27, y < 50 ? 58 : 63)
    return `<path d="M${p(side * 14, 57)}Q${elbow} ${p(x, y)}" fill="none" stroke="${shade(jumper, 0.1)}" stroke-width="${8.5 * u}" stroke-linecap="round"/><circle cx="${at.x + x * u}" cy="${at.y - (100 - y) * u}" r="${5.4 * u}" fill="${skin}"/>`
  }
  const trousers = shade(jumper, 0.62)
  const head64 = 50 * u
  return `${shadow(at.x, at.y, 27 * u)}
    <path d="M${p(-8, 78)}L${p(-8.5, 95)}M${p(8, 78)}L${p(8.5, 95)}" stroke="${trousers}" stroke-width="${11 * u}" stroke-linecap="round"/>
    <path d="M${p(-16, 99)}Q${p(-16, 92)} ${p(-9, 92)}Q${p(-3, 92)} ${p(-3, 99)}ZM${p(16, 99)}Q${p(16, 92)} ${p(9, 92)}Q${p(3, 92)} ${p(3, 99)}Z" fill="#f4f0ea" stroke="${tint(trousers, 0.2)}" stroke-width="${1.4 * u}" stroke-linejoin="round"/>
    ${arm(reach[0], -1)}${arm(reach[1], 1)}
    <path d="M${p(-13, 52)}Q${p(0, 46)} ${p(13, 52)}Q${p(19, 66)} ${p(17, 82)}Q${p(0, 88)} ${p(-17, 82)}Q${p(-19, 66)} ${p(-13, 52)}Z" fill="${jumper}"/>
    <path d="M${p(-17.6, 70)}Q${p(0, 76)} ${p(17.6, 70)}" fill="none" stroke="#ffffff" stroke-opacity=".75" stroke-width="${3.4 * u}"/>
    <image href="${image}" x="${at.x - head64 / 2}" y="${at.y - 100 * u}" width="${head64}" height="${head64}"/>`
}

/** A baby wrapped in a blanket of the jumper's colour. */
function drawBaby({ jumper }: Child, at: { x: number; y: number; size: number }, image: string): string {
  const u = at.size / 100
  const p = (x: number, y: number) => `${at.x + x * u} ${at.y - (100 - y) * u}`
  const dots = [
    [-16, 72],
    [2, 80],
    [18, 70],
    [-6, 92],
    [14, 92],
  ].map(
    ([x = 0, y = 0]) =>
      `<circle cx="${at.x + x * u}" cy="${at.y - (100 - y) * u}" r="${2.6 * u}" fill="#ffffff" fill-opacity=".8"/>`,
  )
  return `${shadow(at.x, at.y, 34 * u)}
    <path d="M${p(-34, 40)}Q${p(-34, 6)} ${p(0, 2)}Q${p(34, 6)} ${p(34, 40)}Q${p(34, 60)} ${p(28, 78)}L${p(-28, 78)}Q${p(-34, 60)} ${p(-34, 40)}Z" fill="${shade(jumper, 0.12)}"/>
    <image href="${image}" x="${at.x - 29 * u}" y="${at.y - 96 * u}" width="${58 * u}" height="${58 * u}"/>
    <path d="M${p(-33, 52)}Q${p(-4, 58)} ${p(6, 66)}Q${p(16, 56)} ${p(33, 50)}Q${p(38, 84)} ${p(20, 97)}Q${p(0, 103)} ${p(-20, 97)}Q${p(-38, 84)} ${p(-33, 52)}Z" fill="${jumper}"/>
    <path d="M${p(33, 50)}Q${p(10, 58)} ${p(-8, 76)}" fill="none" stroke="${shade(jumper, 0.14)}" stroke-width="${2.4 * u}" stroke-linecap="round"/>${dots.join('')}`
}

/** Screens with two or three pixels to the point show them, where coarser ones do. */
const narrowerQuality = 52

/** The whole picture first, then the narrower ones. */
async function draw(scene: Scene, icons: Icons): Promise<{ width: number; webp: Buffer }[]> {
  const { shape, colour } = scene
  const ground = scene.ground(shape, colour, chanceFrom(scene.name))
  const layers = await Promise.all(scene.layers.map(layer => drawLayer(layer, shape, icons)))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${shape.width}" height="${shape.height}" viewBox="0 0 ${shape.width} ${shape.height}">${ground}${layers.join('')}</svg>`
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
    if (whole.length > shape.largestBytes) continue
    const narrower = pictureWidths.filter(width => width < shape.width && width < 1200)
    return [
      { width: shape.width, webp: whole },
      ...(await Promise.all(
        narrower.map(async width => ({ width, webp: await drawIn(width, narrowerQuality) })),
      )),
    ]
  }
  throw new Error(`${scene.name} does not fit into ${shape.largestBytes} bytes.`)
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
    const scene = (kind: string, sceneName: string, all: Layer[]): Scene => ({
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

function readLayers(text: string): Layer[] {
  return text.split(', ').map(layer => {
    const [way, motif = '', ...rest] = layer.trim().split(' ')
    const [x = 0, size = 0, y = 0, tilt = 0] = rest.map(word => Number(word) || 0)
    if (way === 'child') {
      const [, , , jumper = '', arms = 'down'] = rest
      return { head: motif, x, y, size, jumper, arms: arms as Arms }
    }
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
