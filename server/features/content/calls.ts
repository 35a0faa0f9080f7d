import type { PromoPage } from '#contract/content.ts'
import { contract } from '#contract/contract.ts'
import { serve } from '#server/request/serve.ts'
import { listArticles, listPromoItems, readPromoBasics, readSettings, readTermsVersion } from './queries.ts'
import { uploadPicture } from './upload-picture.ts'

const { content, promoPages } = contract

export const contentRoutes = serve(content, {
  siteSettings: async (_, { db, business: { postageText } }) => ({
    ...(await readSettings(db, 'site', content.siteSettings.output)),
    postageText,
  }),
  homeSettings: (_, { db }) => readSettings(db, 'home', content.homeSettings.output),
  classSettings: (_, { db }) => readSettings(db, 'class', content.classSettings.output),
  eventSettings: (_, { db }) => readSettings(db, 'event', content.eventSettings.output),
  parentSessionSettings: (_, { db }) =>
    readSettings(db, 'parentSession', content.parentSessionSettings.output),
  articles: (_, { db, clock }) => listArticles(db, clock()),
  termsVersion: ({ id }, { db, clock }) => readTermsVersion(db, id, clock()),
  uploadPicture: async ({ file }, request) => ({
    path: await uploadPicture(request, request.actor.accountId, file),
  }),
})

/** Serves the party page and the page of private classes. */
export const promoPagesRoutes = (Object.keys(promoPages) as PromoPage[]).flatMap(page =>
  serve(promoPages[page], {
    basics: (_, { db }) => readPromoBasics(db, page),
    types: (_, { db }) => listPromoItems(db, page, 'type'),
    themes: (_, { db }) => listPromoItems(db, page, 'theme'),
    products: (_, { db }) => listPromoItems(db, page, 'product'),
  }),
)
