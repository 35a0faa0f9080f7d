import type { FastifyInstance } from 'fastify'
import * as addresses from '#contract/addresses.ts'
import { type Api, makeApi, type Send } from '#contract/client.ts'
import { type OfferingKind, offeringKinds } from '#domain/offering-kinds.ts'
import { batched } from '#server/database/batched.ts'
import { html } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'

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

/** Serves robots.txt, and the sitemap of every public page. */
export function mountSearchEngines(app: FastifyInstance, { config, business }: Services, send: Send): void {
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

/** Requests that arrive during a query share the next answer. */
const findTogether = batched<undefined, string[], Api>(async (api, asked) => {
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
