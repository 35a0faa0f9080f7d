import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { type Api, makeApi } from '#contract/client.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { askTogether } from '#server/database/ask-together.ts'
import { html } from '#server/http/markup.ts'
import type { Services } from '#server/services.ts'
import type { CallInProcess } from './mount-pages.ts'

const fixed = [
  addresses.home,
  addresses.about,
  addresses.contact,
  addresses.helpCentre,
  addresses.parentClass,
  addresses.events,
  addresses.parties,
  addresses.bespoke,
  addresses.classPacks,
  addresses.shop,
  addresses.terms,
  ...Object.values(addresses.ofKind).map(({ timetable }) => timetable),
]

/** What search engines ask for first: where not to look, and every page that a visitor may find. */
export function mountSearchEngines(
  app: FastifyInstance,
  { config, business }: Services,
  send: CallInProcess,
): void {
  const api = makeApi(() => send)
  const toHead = { exposeHeadRoute: true }
  app.get('/robots.txt', toHead, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /home/userInfo/\nSitemap: ${config.publicUrl}/sitemap.xml\n`,
      ),
  )
  app.get('/sitemap.xml', toHead, async (_request, reply) => {
    const found = await findTogether(api, undefined)
    const offered = fixed.filter(({ part }) => !part || !business.lacks.includes(part))
    const there = [...offered.map(address => address()), addresses.terms({ text: 'privacy' }), ...found]
    const urls = there.map(address => html`<url><loc>${config.publicUrl}${address}</loc></url>\n`)
    return reply.type('application/xml; charset=utf-8').send(
      html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>`.markup,
    )
  })
}

/** Who asks while it is being found out shares the next answer, as with pages. */
const findTogether = askTogether<undefined, string[], Api>(async (api, asked) => {
  const kinds = Object.keys(offeringKinds) as OfferingKind[]
  const found = await Promise.all([...kinds.map(kind => pagesOfKind(api, kind)), pagesOfShop(api)])
  return asked.map(() => found.flat())
})

async function pagesOfKind(api: Api, kind: OfferingKind): Promise<string[]> {
  const { type } = addresses.ofKind[kind]
  const types = await api.offerings[kind].types()
  return types.map(({ id }) => type({ typeId: id }))
}

async function pagesOfShop(api: Api): Promise<string[]> {
  const categories = await api.shop.categories()
  const products: string[] = []
  for (let page = 1; ; page++) {
    const { items, lastPage } = await api.shop.products({ page, limit: 400 })
    products.push(...items.map(({ id }) => addresses.product({ productId: id })))
    if (page >= lastPage) break
  }
  return [...categories.map((_, index) => addresses.category({ index })), ...products]
}
