/**
 * Draws the demo business's pictures into server/demo/pictures/ (docs/third-party-notices.md).
 *
 * The motifs are Microsoft's Fluent Emoji (MIT), as packed in `@iconify-json/fluent-emoji` 1.2.7:
 *   npm pack @iconify-json/fluent-emoji && tar xzf iconify-json-fluent-emoji-*.tgz
 *   npx node scripts/draw-demo-pictures.ts package [only-names-starting-with]
 * The same package gives the same pictures: nothing here is random.
 */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

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

const colours = {
  hatchlings: '#f0a81c',
  tumble: '#ef6a4c',
  band: '#8b5fd0',
  ballet: '#e8659b',
  boots: '#5f9e3e',
  paint: '#1f9fb5',
  football: '#2f7fd1',
  curtain: '#c8434f',
  tinker: '#4f5fc4',
  camp: '#e58a1f',
  forest: '#3f8f5b',
  stage: '#a8468f',
  family: '#d9622c',
  firstAid: '#d64a57',
  sleep: '#5b6bb5',
  circle: '#b9793f',
  brand: '#2a7f8e',
}

const float = (icon: string, x: number, y: number, size: number, tilt = 0, flip = false): Motif => ({
  icon,
  x,
  y,
  size,
  tilt,
  flip,
  stands: false,
})
const stand = (icon: string, x: number, size: number, y = 88, tilt = 0, flip = false): Motif => ({
  icon,
  x,
  y,
  size,
  tilt,
  flip,
  stands: true,
})
const child = (
  head: string,
  x: number,
  size: number,
  jumper: string,
  arms: Arms = 'down',
  y = 92,
): Child => ({
  head,
  x,
  y,
  size,
  jumper,
  arms,
})

// ---------------------------------------------------------------- colour and chance

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

// ---------------------------------------------------------------- grounds

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

// ---------------------------------------------------------------- drawing

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

async function draw(scene: Scene, icons: Icons): Promise<Buffer> {
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
    const webp = await sharp(picture).webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (webp.length <= shape.largestBytes) return webp
  }
  throw new Error(`${scene.name} does not fit into ${shape.largestBytes} bytes.`)
}

// ---------------------------------------------------------------- the scenes

/** A card (what stands within ±62) and a banner (the card's motifs and the wings at its sides). */
function cardAndBanner(name: string, ground: Ground, colour: string, core: Layer[], wings: Layer[]): Scene[] {
  return [
    { name, shape: card, ground, colour, layers: core },
    { name: `${name}-banner`, shape: banner, ground, colour, layers: [...wings, ...core] },
  ]
}

const one =
  (shape: Shape) =>
  (name: string, ground: Ground, colour: string, ...layers: Layer[]): Scene => ({
    name,
    shape,
    ground,
    colour,
    layers,
  })
const asCard = one(card)
const asSlide = one(slide)
const asProduct = one(square)
const asPortrait = one(portrait)

const typeScenes: Scene[] = [
  ...cardAndBanner(
    'hatchlings',
    hall,
    colours.hatchlings,
    [
      float('bubbles', -46, 34, 24),
      float('feather', 44, 36, 20, 20),
      stand('teddy-bear', -34, 40, 87),
      stand('hatching-chick', 3, 54, 92),
      stand('baby-bottle', 38, 32, 90, 8),
      float('butterfly', 14, 27, 15, 14),
    ],
    [
      stand('duck', -88, 34, 84),
      stand('baby-chick', 74, 28, 88),
      stand('potted-plant', 108, 44, 80),
      float('rainbow', -92, 34, 34, -6),
      float('bubbles', 88, 30, 22),
    ],
  ),
  ...cardAndBanner(
    'tumble',
    hall,
    colours.tumble,
    [
      stand('playground-slide', -36, 56, 84),
      child('child-medium', 12, 62, '#f2b632', 'up', 93),
      stand('soccer-ball', 42, 24, 93),
      float('balloon#200', 46, 36, 26, 8),
      stand('teddy-bear', -8, 24, 95),
    ],
    [
      child('girl-medium-light', 82, 56, '#4bb7c4', 'wave', 90),
      stand('puzzle-piece', -84, 26, 90, -12),
      stand('yo-yo', 110, 22, 88),
      float('balloon', -100, 38, 30, -10),
      stand('potted-plant', -114, 40, 82),
    ],
  ),
  ...cardAndBanner(
    'band',
    hall,
    colours.band,
    [
      stand('drum', 0, 48, 93),
      stand('maracas', -42, 36, 90, -8),
      stand('trumpet', 42, 40, 90),
      float('musical-notes', -30, 34, 24, -8),
      float('musical-note', 26, 30, 20, 10),
      float('musical-note', 52, 44, 13, -12),
    ],
    [
      stand('guitar', -88, 54, 90),
      stand('accordion', 88, 42, 90),
      stand('microphone', -116, 32, 88, -10),
      float('musical-notes', 92, 34, 22),
      stand('banjo', 118, 44, 88),
    ],
  ),
  ...cardAndBanner(
    'ballet',
    theatre,
    colours.ballet,
    [
      child('girl-medium-dark', -20, 68, '#f49ac1', 'up', 91),
      child('boy-light', 24, 64, '#8f9fe0', 'wave', 93),
      stand('ballet-shoes', 2, 19, 96),
      float('sparkles', -2, 30, 15),
      float('ribbon', 0, 48, 12, -8),
    ],
    [
      child('girl-light', -76, 62, '#b48be0', 'wave', 90),
      child('child-dark', 76, 60, '#f2b632', 'up', 90),
      float('sparkles', 50, 34, 12),
      float('sparkles', -50, 36, 12),
    ],
  ),
  ...cardAndBanner(
    'boots',
    outside,
    colours.boots,
    [
      stand('deciduous-tree', -40, 62, 80),
      stand('brown-mushroom', -30, 24, 92),
      child('boy-medium', 6, 58, '#f2b632', 'wave', 93),
      stand('hedgehog', 42, 30, 93),
      float('butterfly', 34, 42, 14, 12),
      float('leaf-fluttering-in-wind', -8, 26, 14, -10),
    ],
    [
      stand('evergreen-tree', 92, 60, 80),
      stand('evergreen-tree', 114, 48, 84),
      stand('badger', -84, 32, 91),
      stand('tulip', -108, 26, 90),
    ],
  ),
  ...cardAndBanner(
    'paint',
    table,
    colours.paint,
    [
      stand('artist-palette', 2, 50, 90, -4),
      stand('crayon', -42, 38, 90, -8),
      stand('paintbrush', 42, 42, 89, 6),
      float('rainbow', -30, 32, 30, -6),
      float('sun-with-face', 34, 28, 24),
    ],
    [
      stand('scissors', 84, 30, 92, 10),
      stand('yarn', -82, 30, 92),
      stand('framed-picture', -104, 44, 84),
      stand('bouquet', 106, 44, 88),
      float('butterfly', 78, 34, 18, 10),
    ],
  ),
  ...cardAndBanner(
    'football',
    outside,
    colours.football,
    [
      stand('goal-net', -36, 46, 84),
      child('boy-medium-dark', 4, 60, '#f2644b', 'up', 92),
      child('girl-light', 40, 54, '#f2b632', 'wave', 90),
      stand('soccer-ball', -22, 23, 95),
    ],
    [
      child('child-medium', -86, 54, '#f2b632', 'up', 90),
      stand('running-shoe', 76, 22, 94),
      stand('trophy', 104, 40, 88),
    ],
  ),
  ...cardAndBanner(
    'curtain',
    theatre,
    colours.curtain,
    [
      float('performing-arts', 0, 36, 34, -4),
      child('girl-medium', -26, 58, '#4bb7c4', 'up', 92),
      child('boy-dark', 26, 58, '#f2b632', 'wave', 92),
      stand('crown', 0, 20, 95),
    ],
    [
      child('child-light', -72, 54, '#8fc65a', 'wave', 90),
      child('girl-medium-light', 72, 54, '#b48be0', 'up', 90),
      float('sparkles', -46, 34, 12),
      float('sparkles', 46, 34, 12),
    ],
  ),
  ...cardAndBanner(
    'tinker',
    table,
    colours.tinker,
    [
      stand('microscope', -34, 50, 90),
      stand('robot', 6, 44, 92),
      stand('test-tube', 42, 36, 90, 6),
      float('rocket', 34, 32, 30, 8),
      float('gear', -8, 28, 16, 12),
      float('high-voltage', -44, 26, 14),
    ],
    [
      stand('telescope', -90, 46, 90),
      stand('magnet', 86, 32, 92, 8),
      stand('battery', 108, 28, 92),
      float('ringed-planet', 92, 30, 28, -8),
      float('star', -84, 26, 14),
      stand('alembic', -116, 40, 90),
    ],
  ),
]

const eventScenes: Scene[] = [
  ...cardAndBanner(
    'camp',
    outside,
    colours.camp,
    [
      stand('tent', -30, 52, 86),
      stand('fire', 18, 22, 94),
      child('girl-medium-dark', 44, 56, '#f2644b', 'wave', 92),
      child('boy-light', -4, 50, '#4bb7c4', 'up', 93),
      float('kite', 14, 28, 26, 6),
    ],
    [
      stand('evergreen-tree', -96, 62, 82),
      stand('backpack', 82, 30, 92),
      stand('canoe', -74, 28, 94),
      stand('evergreen-tree', 108, 54, 82),
      float('bird', -60, 26, 12),
    ],
  ),
  ...cardAndBanner(
    'forest',
    outside,
    colours.forest,
    [
      stand('evergreen-tree', -50, 64, 82),
      stand('deciduous-tree', 46, 58, 80),
      child('child-medium-light', -10, 56, '#e58a1f', 'up', 93),
      stand('owl', 22, 26, 93),
      stand('mushroom', -36, 18, 94),
      stand('chipmunk', 46, 20, 95),
    ],
    [
      stand('evergreen-tree', -88, 54, 84),
      stand('deer', 88, 46, 88),
      stand('evergreen-tree', 116, 60, 82),
      stand('hut', -116, 44, 84),
      stand('rabbit', -72, 24, 94),
    ],
  ),
  ...cardAndBanner(
    'stage-week',
    theatre,
    colours.stage,
    [
      child('girl-dark', -28, 58, '#ffc14d', 'up', 92),
      child('boy-medium-light', 28, 58, '#4bb7c4', 'up', 92),
      stand('studio-microphone', 0, 36, 94),
      float('glowing-star', 0, 34, 24),
      float('musical-notes', 34, 32, 14),
      float('sparkles', -32, 32, 14),
    ],
    [
      child('child-medium', -74, 54, '#8fc65a', 'wave', 90),
      child('girl-medium-light', 74, 54, '#f2644b', 'wave', 90),
    ],
  ),
  ...cardAndBanner(
    'family',
    party,
    colours.family,
    [
      stand('red-paper-lantern', -40, 44, 84),
      child('child-medium-dark', -8, 54, '#8fc65a', 'up', 94),
      child('girl-light', 28, 54, '#4bb7c4', 'wave', 94),
      float('kite', 46, 42, 24, 8),
      stand('scissors', 52, 20, 94, 8),
    ],
    [
      stand('red-paper-lantern', 92, 48, 82),
      stand('wrapped-gift', -82, 34, 92),
      stand('pie', 74, 26, 94),
      float('balloon#110', -104, 42, 34, -8),
      stand('jack-o-lantern', 112, 34, 92),
    ],
  ),
]

const parentScenes: Scene[] = [
  ...cardAndBanner(
    'first-aid',
    hall,
    colours.firstAid,
    [
      stand('teddy-bear', 0, 50, 92),
      float('adhesive-bandage', 13, 52, 15, -24),
      stand('stethoscope', -38, 36, 90, -6),
      stand('baby-bottle', 38, 32, 90, 6),
      float('red-heart', 32, 34, 18, 10),
      float('red-heart', -32, 32, 12, -12),
    ],
    [
      stand('telephone', -86, 30, 90),
      stand('lotion-bottle', 84, 34, 90),
      stand('thermometer', 108, 34, 88, 14),
      stand('potted-plant', -112, 44, 82),
      float('beating-heart', 92, 34, 18),
    ],
  ),
  ...cardAndBanner(
    'sleep',
    night,
    colours.sleep,
    [
      float('crescent-moon', 34, 30, 34, -10),
      child('baby-medium-light', -4, 46, '#f2b7a0', 'swaddled', 93),
      float('zzz', 22, 44, 16),
      float('star', -38, 28, 14, -10),
      stand('teddy-bear', -40, 30, 92),
      stand('ewe', 42, 32, 92),
    ],
    [
      stand('ewe', -88, 32, 92, 0, true),
      float('star', 84, 30, 12),
      float('cloud', -92, 34, 30),
      stand('owl', 92, 30, 92),
      float('star', -64, 22, 9),
    ],
  ),
  ...cardAndBanner(
    'circle',
    hall,
    colours.circle,
    [
      stand('teapot', -30, 42, 91),
      stand('hot-beverage', 8, 32, 93),
      stand('shortcake', 42, 30, 92),
      float('two-hearts', 8, 34, 22),
    ].filter(layer => layer.size > 0),
    [
      stand('couch-and-lamp', -94, 56, 88),
      stand('baby-bottle', 80, 28, 90),
      stand('potted-plant', 108, 48, 82),
      float('speech-balloon', 84, 34, 22),
      float('two-hearts', -66, 30, 16),
    ],
  ),
]

const slides: Scene[] = [
  asSlide(
    'slide-welcome',
    outside,
    colours.brand,
    stand('deciduous-tree', -112, 70, 84),
    stand('deciduous-tree', 116, 62, 82),
    stand('evergreen-tree', -86, 46, 86),
    float('kite', 22, 27, 34, 4),
    child('girl-medium-dark', -42, 60, '#f2644b', 'wave', 93),
    child('boy-light', -6, 58, '#ffc14d', 'up', 95),
    child('child-medium', 34, 60, '#4bb7c4', 'up', 93),
    stand('dog', 64, 28, 94),
    stand('soccer-ball', -66, 17, 95),
    float('butterfly', 82, 48, 12),
    stand('sunflower', 92, 30, 92),
  ),
  asSlide(
    'slide-music',
    hall,
    colours.band,
    stand('accordion', -112, 42, 90),
    stand('guitar', -84, 56, 91),
    child('child-light', -46, 58, '#ffc14d', 'wave', 93),
    stand('drum', -2, 44, 95),
    child('girl-medium', 42, 58, '#f2644b', 'up', 93),
    stand('trumpet', 84, 42, 91),
    stand('banjo', 112, 46, 90),
    float('musical-notes', -22, 32, 22, -6),
    float('musical-note', 18, 30, 18, 10),
    float('musical-notes', 92, 34, 20),
  ),
  asSlide(
    'slide-camp',
    outside,
    colours.camp,
    stand('evergreen-tree', -118, 66, 84),
    stand('tent', -70, 52, 88),
    child('boy-dark', -30, 58, '#4bb7c4', 'up', 94),
    stand('fire', 4, 26, 95),
    child('girl-medium-light', 38, 58, '#f2b632', 'wave', 94),
    stand('tent', 82, 44, 86, 0, true),
    stand('evergreen-tree', 118, 60, 84),
    stand('wood', 20, 14, 97),
    float('kite', 10, 26, 26),
    stand('rabbit', 62, 22, 95),
  ),
  asSlide(
    'slide-party',
    party,
    '#e8659b',
    float('balloon#280', -100, 46, 44, -8),
    float('balloon', 100, 44, 46, 8),
    stand('wrapped-gift', -70, 36, 94),
    child('girl-light', -34, 56, '#8fc65a', 'up', 95),
    stand('birthday-cake', 2, 44, 96),
    child('boy-medium', 38, 56, '#4bb7c4', 'up', 95),
    stand('cupcake', 68, 28, 95),
  ),
  asSlide(
    'slide-classes',
    hall,
    '#2a9d8f',
    stand('telescope', -116, 44, 90),
    child('boy-medium-dark', -84, 54, '#f2b632', 'wave', 92),
    stand('artist-palette', -50, 38, 93),
    child('girl-light', -16, 58, '#e8659b', 'up', 94),
    stand('drum', 18, 32, 95),
    child('child-medium', 50, 56, '#f2644b', 'wave', 93),
    stand('soccer-ball', 80, 24, 94),
    stand('robot', 110, 40, 90),
    float('rainbow', 0, 32, 26),
  ),
  asSlide(
    'slide-weekly',
    theatre,
    colours.ballet,
    child('girl-dark', -68, 58, '#ffc14d', 'wave', 92),
    child('boy-light', -24, 62, '#8f9fe0', 'up', 93),
    child('girl-medium', 20, 62, '#f49ac1', 'up', 93),
    child('child-medium-light', 66, 58, '#8fc65a', 'wave', 92),
    float('sparkles', 0, 30, 16),
    float('glowing-star', -44, 32, 12),
    float('glowing-star', 44, 32, 12),
  ),
  asSlide(
    'slide-events',
    outside,
    colours.forest,
    stand('evergreen-tree', -116, 64, 84),
    stand('deciduous-tree', -82, 58, 84),
    stand('owl', -54, 28, 94),
    child('child-dark', -18, 58, '#e58a1f', 'up', 94),
    child('girl-medium-light', 24, 58, '#f2644b', 'wave', 94),
    stand('hedgehog', 56, 24, 95),
    stand('deer', 86, 44, 90),
    stand('evergreen-tree', 118, 60, 84),
    stand('mushroom', 0, 14, 97),
  ),
  asSlide(
    'slide-holidays',
    party,
    '#4bb7c4',
    stand('roller-skate', -104, 34, 92),
    stand('circus-tent', -70, 48, 92),
    child('boy-medium-light', -30, 58, '#f2644b', 'up', 95),
    child('girl-dark', 8, 58, '#ffc14d', 'wave', 95),
    stand('ice-cream', 46, 36, 94),
    stand('kick-scooter', 76, 40, 93),
    float('kite', 96, 34, 28, 8),
  ),
  asSlide(
    'slide-parents',
    hall,
    colours.circle,
    stand('couch-and-lamp', -92, 62, 91),
    stand('teapot', -40, 42, 94),
    stand('hot-beverage', -4, 32, 95),
    child('baby-medium', 32, 46, '#8ec9d6', 'swaddled', 95),
    stand('teddy-bear', 62, 36, 93),
    stand('potted-plant', 110, 52, 88),
    float('two-hearts', 4, 34, 20),
    stand('shortcake', 88, 26, 94),
  ),
  asSlide(
    'slide-night',
    night,
    colours.sleep,
    float('crescent-moon', 40, 28, 36, -8),
    child('baby-medium-dark', -2, 48, '#f2c46d', 'swaddled', 94),
    float('zzz', 22, 44, 15),
    stand('ewe', -44, 32, 92, 0, true),
    stand('ewe', 66, 30, 93),
    stand('teddy-bear', -86, 34, 92),
    float('star', -40, 26, 12),
    float('star', -96, 30, 14),
    float('star', 98, 34, 12),
    stand('owl', 106, 28, 92),
  ),
  asSlide(
    'party-slide-1',
    party,
    '#f0a81c',
    float('balloon#200', -96, 44, 42, -6),
    float('balloon', -116, 52, 34, 6),
    stand('wrapped-gift', -60, 34, 94),
    stand('birthday-cake', 0, 52, 96),
    stand('cupcake', 44, 30, 95),
    stand('teddy-bear', 76, 40, 94),
    float('balloon#110', 104, 44, 42, 6),
    float('party-popper', 40, 34, 24),
  ),
  asSlide(
    'party-slide-2',
    theatre,
    '#4f7fc4',
    child('girl-medium-dark', -60, 58, '#ffc14d', 'up', 92),
    child('boy-medium', -20, 60, '#f2644b', 'wave', 93),
    child('child-light', 22, 60, '#8fc65a', 'up', 93),
    child('girl-medium-light', 62, 58, '#e8659b', 'wave', 92),
    float('mirror-ball', 0, 30, 24),
    float('musical-notes', 36, 34, 14),
    float('musical-note', -36, 34, 13),
  ),
  asSlide(
    'bespoke-slide-1',
    hall,
    colours.paint,
    stand('books', -104, 36, 90),
    stand('artist-palette', -62, 42, 93),
    child('child-medium', -18, 58, '#f2b632', 'wave', 94),
    child('girl-dark', 26, 58, '#e8659b', 'up', 94),
    stand('microscope', 70, 44, 93),
    stand('house-with-garden', 112, 50, 88),
    float('rainbow', 4, 32, 26),
  ),
  asSlide(
    'bespoke-slide-2',
    outside,
    colours.boots,
    stand('house-with-garden', -80, 60, 86),
    child('boy-light', -26, 56, '#4bb7c4', 'wave', 94),
    child('girl-medium', 14, 56, '#f2644b', 'up', 94),
    stand('bus', 70, 44, 92),
    stand('deciduous-tree', 116, 62, 84),
    stand('tulip', -112, 28, 92),
    float('kite', 20, 27, 26),
  ),
]

const blockScenes: Scene[] = [
  asCard(
    'home-promise',
    outside,
    colours.brand,
    stand('house-with-garden', -26, 54, 86),
    child('child-medium-dark', 18, 54, '#f2b632', 'wave', 93),
    child('girl-light', 46, 50, '#f2644b', 'up', 93),
    stand('dog', -52, 24, 94),
    float('kite', 22, 30, 24, 4),
  ),
  asCard(
    'home-packs',
    party,
    colours.brand,
    stand('admission-tickets', 0, 52, 82, -6),
    stand('wrapped-gift', -42, 32, 92),
    stand('teddy-bear', 44, 34, 92),
    float('sparkles', 34, 38, 16),
    float('star', -34, 38, 14),
  ),
  asCard(
    'pack-info',
    party,
    colours.hatchlings,
    stand('admission-tickets', -4, 56, 84, -8),
    stand('teddy-bear', 40, 36, 93),
    float('star', -40, 40, 16, -8),
    float('glowing-star', 24, 34, 16),
    stand('baby-chick', -44, 26, 93),
  ),
  asCard(
    'pack-5',
    party,
    colours.hatchlings,
    stand('hatching-chick', 0, 50, 92),
    float('ticket', 36, 44, 22, 14),
    float('ticket', -38, 46, 20, -14),
  ),
  asCard(
    'pack-10',
    party,
    colours.paint,
    stand('rabbit', -20, 46, 92),
    stand('baby-chick', 22, 34, 93),
    float('ticket', 38, 40, 24, 12),
    float('ticket', -40, 40, 22, -12),
    float('star', 2, 34, 15),
  ),
  asCard(
    'pack-20',
    party,
    colours.ballet,
    stand('unicorn', 0, 56, 92),
    float('admission-tickets', 42, 44, 24, 10),
    float('admission-tickets', -42, 46, 22, -12),
    float('sparkles', 26, 28, 14),
    stand('cupcake', 44, 22, 94),
  ),
  asCard(
    'pack-40',
    party,
    colours.tinker,
    stand('rocket', 0, 60, 92, -6),
    stand('trophy', 42, 34, 93),
    stand('teddy-bear', -42, 36, 93),
    float('admission-tickets', 36, 36, 22, 12),
    float('star', -32, 34, 14),
    float('glowing-star', 14, 26, 10),
  ),
  asCard(
    'party-cake',
    party,
    '#e8659b',
    stand('birthday-cake', 0, 56, 94),
    stand('cupcake', -42, 26, 94),
    stand('cupcake', 42, 26, 94),
    float('balloon#280', 44, 44, 24, 8),
    float('balloon', -44, 44, 24, -8),
  ),
  asCard(
    'party-team',
    hall,
    colours.tumble,
    child('boy-dark', -36, 54, '#4bb7c4', 'up', 93),
    child('girl-light', 0, 56, '#ffc14d', 'up', 94),
    child('child-medium', 36, 54, '#8fc65a', 'wave', 93),
    float('balloon#200', -18, 30, 18),
    float('balloon', 20, 30, 18),
    float('party-popper', 52, 38, 18),
  ),
  asCard(
    'party-little',
    hall,
    colours.hatchlings,
    stand('teddy-bear', -30, 44, 92),
    stand('baby-chick', 8, 36, 94),
    stand('cupcake', 42, 30, 93),
    float('balloon#110', 30, 40, 24, 6),
    float('bubbles', -36, 36, 22),
  ),
  asCard(
    'party-classic',
    party,
    colours.tumble,
    stand('birthday-cake', -6, 48, 94),
    stand('wrapped-gift', 38, 36, 94),
    child('girl-medium', -42, 50, '#4bb7c4', 'up', 95),
    float('balloon#280', 40, 42, 26, 6),
  ),
  asCard(
    'party-big',
    party,
    colours.band,
    stand('circus-tent', 0, 56, 92),
    stand('popcorn', -44, 32, 94),
    stand('ice-cream', 44, 34, 93),
    float('sparkles', -36, 38, 14),
    float('balloon', 44, 40, 22, 8),
  ),
  asCard(
    'party-home',
    outside,
    colours.boots,
    stand('house-with-garden', -20, 58, 88),
    stand('wrapped-gift', 26, 28, 93),
    child('boy-medium-light', 48, 50, '#f2644b', 'wave', 94),
    float('balloon#200', 24, 40, 24, 4),
  ),
  asCard(
    'theme-jungle',
    outside,
    '#3f8f5b',
    stand('palm-tree', -46, 60, 84),
    stand('tiger', -6, 36, 94),
    stand('elephant', 36, 44, 92),
    stand('monkey', -38, 26, 95),
    float('parrot', 22, 36, 20),
  ),
  asCard(
    'theme-space',
    night,
    '#3f4a9a',
    stand('rocket', -12, 56, 88, -4),
    float('ringed-planet', 40, 34, 30, -8),
    stand('astronaut', 34, 40, 92),
    float('star', -40, 28, 13),
    float('comet', -42, 44, 18),
    float('alien', -44, 78, 22),
  ),
  asCard(
    'theme-pirate',
    outside,
    '#2f8fc4',
    stand('desert-island', -24, 52, 90),
    stand('sailboat', 30, 44, 90),
    stand('parrot', -52, 26, 94),
    stand('octopus', 48, 24, 96),
    float('world-map', 0, 26, 22, -8),
  ),
  asCard(
    'theme-fairy',
    outside,
    '#b48be0',
    stand('castle', -12, 58, 88),
    stand('unicorn', 38, 42, 93),
    stand('mushroom', -46, 26, 94),
    float('woman-fairy-medium', -42, 64, 34),
    float('sparkles', 30, 34, 15),
    float('butterfly', -36, 34, 14),
  ),
  asCard(
    'theme-dinosaur',
    outside,
    '#7fa83c',
    stand('sauropod', -26, 52, 92),
    stand('t-rex', 28, 48, 93, 0, true),
    stand('nest-with-eggs', 0, 18, 96),
    stand('palm-tree', 56, 46, 84),
  ),
  asCard(
    'theme-disco',
    theatre,
    '#7a4fc4',
    float('mirror-ball', 0, 32, 32),
    child('girl-dark', -28, 56, '#ffc14d', 'up', 92),
    child('boy-light', 28, 56, '#4bb7c4', 'up', 92),
    float('musical-note', 30, 38, 12),
    float('musical-notes', -30, 38, 13),
  ),
  asCard('extra-cake', plinth, colours.ballet, stand('birthday-cake', 0, 60, 84)),
  asCard(
    'extra-bags',
    plinth,
    colours.hatchlings,
    stand('shopping-bags', -4, 52, 84),
    stand('lollipop', 34, 30, 85, 10),
    float('star', -36, 34, 14),
  ),
  asCard(
    'extra-balloons',
    plinth,
    colours.tumble,
    float('balloon', -22, 44, 50, -10),
    float('balloon#110', 22, 42, 54, 8),
    float('balloon#280', 0, 56, 50),
  ),
  asCard(
    'extra-face',
    plinth,
    colours.tinker,
    float('tiger-face', -14, 52, 50),
    stand('paintbrush', 32, 40, 84, 8),
    float('sparkles', 26, 28, 15),
  ),
  asCard(
    'extra-photos',
    plinth,
    colours.paint,
    stand('camera-with-flash', 0, 52, 84),
    float('framed-picture', 38, 36, 22, 10),
    float('sparkles', -34, 36, 15),
  ),
  asCard(
    'bespoke-home',
    outside,
    colours.circle,
    stand('house-with-garden', -18, 58, 88),
    child('child-light', 26, 52, '#4bb7c4', 'wave', 93),
    stand('guitar', 52, 38, 92),
  ),
  asCard(
    'bespoke-school',
    outside,
    colours.football,
    stand('school', -8, 60, 86),
    stand('bus', 40, 34, 94),
    stand('backpack', -48, 26, 94),
  ),
  asCard(
    'bespoke-one',
    table,
    colours.band,
    stand('musical-keyboard', -18, 40, 90),
    child('girl-medium', 24, 58, '#f2b632', 'wave', 95),
    float('musical-notes', -24, 34, 22),
    stand('books', 52, 26, 92),
  ),
  asCard(
    'benefit-pace',
    hall,
    colours.boots,
    stand('turtle', -22, 40, 92),
    stand('rabbit', 24, 40, 92),
    float('red-heart', 2, 34, 18),
  ),
  asCard(
    'benefit-time',
    table,
    colours.paint,
    stand('alarm-clock', -16, 48, 91),
    stand('spiral-calendar', 30, 42, 91, 4),
    float('sun-with-face', 4, 28, 20),
  ),
  asCard(
    'benefit-friends',
    outside,
    colours.tumble,
    child('boy-medium-dark', -36, 54, '#f2b632', 'wave', 93),
    child('girl-light', 0, 56, '#4bb7c4', 'up', 94),
    child('child-medium', 36, 54, '#e8659b', 'up', 93),
    float('two-hearts', 0, 26, 14),
  ),
  asCard(
    'included-teacher',
    hall,
    colours.curtain,
    stand('woman-teacher-medium', 0, 58, 90),
    stand('graduation-cap', -46, 28, 93),
    stand('red-apple', 46, 22, 93),
  ),
  asCard(
    'included-kit',
    table,
    colours.tinker,
    stand('backpack', -22, 48, 91),
    stand('crayon', 22, 34, 91, 6),
    stand('maracas', 48, 32, 91),
    float('artist-palette', 26, 40, 26, 6),
  ),
  asCard(
    'included-report',
    table,
    colours.forest,
    stand('clipboard', -14, 50, 90, -4),
    stand('trophy', 32, 38, 92),
    float('star', 14, 32, 14),
    float('star', 38, 36, 10),
  ),
  asCard(
    'article-first-class',
    hall,
    colours.hatchlings,
    child('child-medium-light', -20, 56, '#4bb7c4', 'wave', 93),
    stand('backpack', 18, 34, 93),
    stand('teddy-bear', 48, 30, 93),
    float('waving-hand', 26, 36, 20, 10),
  ),
  asCard(
    'article-bring',
    table,
    colours.paint,
    stand('backpack', -28, 48, 91),
    stand('cup-with-straw', 8, 34, 91),
    stand('socks', 40, 34, 91, 6),
    stand('banana', 56, 18, 95),
  ),
  asCard(
    'article-credits',
    party,
    colours.band,
    stand('admission-tickets', -10, 52, 86, -6),
    stand('teddy-bear', 40, 34, 93),
    float('sparkles', 30, 38, 16),
    stand('baby-chick', -46, 26, 94),
  ),
  asCard(
    'article-reschedule',
    table,
    colours.tumble,
    stand('spiral-calendar', -8, 52, 90, -3),
    stand('pencil', 40, 36, 90, 4),
    float('sun-behind-cloud', 34, 32, 24),
  ),
  asCard(
    'article-allergy',
    table,
    colours.boots,
    stand('red-apple', -28, 36, 92),
    stand('bread', 8, 36, 92),
    stand('glass-of-milk', 42, 34, 91),
    float('green-heart', 4, 34, 18),
    stand('strawberry', -50, 18, 95),
  ),
  asCard(
    'article-shy',
    outside,
    colours.sleep,
    stand('hedgehog', -22, 38, 93),
    stand('snail', 26, 28, 94),
    float('butterfly', 16, 40, 16),
    stand('tulip', 50, 30, 92),
    stand('mushroom', -54, 24, 93),
  ),
  asCard(
    'article-rain',
    outside,
    '#5b8fb5',
    stand('umbrella-with-rain-drops', -4, 58, 88),
    stand('hiking-boot', 40, 26, 94),
    stand('frog', -44, 26, 94),
  ),
  asCard(
    'article-waiting',
    hall,
    colours.circle,
    stand('hourglass-not-done', -18, 46, 91),
    stand('bell', 24, 40, 91, 8),
    float('sparkles', 44, 36, 14),
    stand('baby-chick', 52, 20, 94),
  ),
  asCard(
    'category-wear',
    plinth,
    colours.ballet,
    stand('t-shirt', -22, 46, 82),
    stand('ballet-shoes', 24, 36, 84),
    float('socks', 40, 32, 22, 10),
  ),
  asCard(
    'category-make',
    plinth,
    colours.paint,
    stand('artist-palette', -16, 46, 84),
    stand('crayon', 26, 38, 84, 8),
    float('scissors', 34, 30, 18, 20),
  ),
  asCard(
    'category-play',
    plinth,
    colours.tinker,
    stand('drum', -18, 44, 84),
    stand('soccer-ball', 26, 32, 85),
    float('kite', 30, 32, 30, 8),
  ),
  asCard(
    'category-gifts',
    plinth,
    colours.tumble,
    stand('wrapped-gift', -12, 50, 84),
    stand('teddy-bear', 28, 38, 85),
    float('balloon', -36, 34, 24, -8),
  ),
]

const productScenes: Scene[] = [
  asProduct('product-t-shirt', plinth, colours.boots, stand('t-shirt', 0, 58, 80)),
  asProduct(
    'product-t-shirt-2',
    plinth,
    colours.hatchlings,
    child('boy-medium', -14, 58, '#7ed9a0', 'wave', 85),
    stand('t-shirt', 28, 26, 85),
  ),
  asProduct('product-ballet-shoes', plinth, colours.ballet, stand('ballet-shoes', 0, 56, 82)),
  asProduct(
    'product-ballet-shoes-2',
    plinth,
    colours.band,
    child('girl-dark', -12, 58, '#f49ac1', 'up', 85),
    stand('ballet-shoes', 26, 24, 86),
  ),
  asProduct('product-backpack', plinth, colours.tumble, stand('backpack', 0, 60, 83)),
  asProduct(
    'product-backpack-2',
    plinth,
    colours.paint,
    stand('backpack', -10, 50, 84),
    stand('cup-with-straw', 26, 28, 85),
    float('banana', 34, 40, 16, 12),
  ),
  asProduct('product-socks', plinth, colours.tinker, stand('socks', 0, 56, 82)),
  asProduct(
    'product-vest',
    plinth,
    colours.paint,
    stand('running-shirt', 0, 56, 82),
    stand('soccer-ball', 28, 18, 87),
  ),
  asProduct(
    'product-crayons',
    plinth,
    colours.hatchlings,
    stand('crayon', -14, 48, 82, -8),
    stand('crayon#150', 18, 44, 84, 12),
  ),
  asProduct('product-paint', plinth, colours.paint, stand('artist-palette', 0, 58, 82)),
  asProduct(
    'product-paint-2',
    plinth,
    colours.ballet,
    stand('paintbrush', 20, 46, 84, 6),
    stand('artist-palette', -14, 42, 85),
    float('rainbow', 14, 26, 22, 6),
  ),
  asProduct('product-scissors', plinth, colours.tumble, stand('scissors', 0, 52, 82, 6)),
  asProduct('product-yarn', plinth, colours.band, stand('yarn', 0, 54, 83)),
  asProduct(
    'product-bracelets',
    plinth,
    colours.forest,
    stand('thread', -12, 48, 83),
    stand('knot', 22, 34, 85),
  ),
  asProduct('product-drum', plinth, colours.curtain, stand('drum', 0, 58, 83)),
  asProduct(
    'product-drum-2',
    plinth,
    colours.hatchlings,
    stand('drum', -10, 46, 84),
    stand('maracas', 28, 32, 85),
    float('musical-notes', 22, 26, 18),
  ),
  asProduct('product-maracas', plinth, colours.band, stand('maracas', 0, 56, 83)),
  asProduct('product-kite', plinth, colours.paint, float('kite', 0, 46, 62, 4)),
  asProduct(
    'product-kite-2',
    outside,
    colours.brand,
    float('kite', 16, 32, 38, 6),
    child('girl-medium-light', -14, 46, '#f2644b', 'up', 92),
  ),
  asProduct('product-ball', plinth, colours.football, stand('soccer-ball', 0, 52, 83)),
  asProduct('product-yo-yo', plinth, colours.tumble, stand('yo-yo', 0, 54, 83)),
  asProduct(
    'product-puzzle',
    plinth,
    colours.boots,
    stand('puzzle-piece', -8, 50, 83, -6),
    stand('puzzle-piece', 24, 30, 85, 12),
  ),
  asProduct(
    'product-magnifier',
    plinth,
    colours.tinker,
    stand('magnifying-glass-tilted-left', -2, 52, 82),
    stand('lady-beetle', 28, 18, 85),
  ),
  asProduct('product-bear', plinth, colours.circle, stand('teddy-bear', 0, 60, 84)),
  asProduct(
    'product-bear-2',
    plinth,
    colours.ballet,
    stand('teddy-bear', -12, 46, 85),
    stand('wrapped-gift', 26, 30, 86),
  ),
  asProduct('product-book', plinth, colours.sleep, stand('books', 0, 54, 83)),
  asProduct(
    'product-voucher',
    plinth,
    colours.hatchlings,
    stand('admission-tickets', 0, 54, 80, -6),
    float('sparkles', 26, 34, 14),
  ),
  asProduct(
    'product-party-bag',
    plinth,
    colours.ballet,
    stand('shopping-bags', 0, 54, 83),
    float('lollipop', 30, 36, 20, 12),
  ),
  asProduct('product-carousel', plinth, colours.sleep, stand('carousel-horse', 0, 58, 83)),
]

const portraitScenes: Scene[] = [
  asPortrait('child-isla', disc, colours.ballet, float('girl-medium-light', 0, 52, 78)),
  asPortrait('child-arlo', disc, colours.paint, float('boy-medium-light', 0, 52, 78)),
  asPortrait('child-zainab', disc, colours.hatchlings, float('girl-medium-dark', 0, 52, 78)),
  asPortrait('parent-megan', disc, colours.brand, float('woman-curly-hair-medium-light', 0, 54, 84)),
  asPortrait('parent-yusuf', disc, colours.boots, float('man-beard-medium-dark', 0, 54, 84)),
]

const scenes = [
  ...typeScenes,
  ...eventScenes,
  ...parentScenes,
  ...slides,
  ...blockScenes,
  ...productScenes,
  ...portraitScenes,
]

const [artFolder, only = ''] = process.argv.slice(2)
if (!artFolder || !(await stat(join(artFolder, 'icons.json')).catch(() => null))) {
  process.stderr.write('Give the folder of @iconify-json/fluent-emoji: the one that holds icons.json.\n')
  process.exit(1)
}
const target = join(import.meta.dirname, '..', 'server', 'demo', 'pictures')
await mkdir(target, { recursive: true })
const icons = await readIcons(artFolder)
for (const scene of scenes.filter(({ name }) => name.startsWith(only))) {
  await writeFile(join(target, `${scene.name}.webp`), await draw(scene, icons))
}
