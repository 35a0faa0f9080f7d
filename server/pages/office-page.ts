import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { isAtOffice } from '#server/features/staff/office-host.ts'
import { html } from '#server/request/markup.ts'
import { hasOfficeWorker, mountOfficeWorker, workerAddress } from './office-worker.ts'
import type { PageSource } from './page-source.ts'
import { officeSecurityPolicy } from './security-policy.ts'

/**
 * Serves the office: one page for all its addresses (spec 3 §2.1). It contains nothing about the business, which comes
 * from calls. They go to this server, even if the site's calls go elsewhere, because the cookie belongs here.
 */
export function mountOffice(app: FastifyInstance, config: Config, source: PageSource): void {
  const { entry, preloads, css } = source.officeFiles()
  const { publicUrl, imageBase, isDemo, business } = config
  const { markup } = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Office</title>
<meta name="robots" content="noindex">
<meta name="image-base" content="${imageBase}">
<meta name="public-url" content="${publicUrl}">
${isDemo && html`<meta name="demo" content="${business === 'demo' ? 'people' : 'empty'}">`}
${
  hasOfficeWorker(config, source) &&
  html`<meta name="office-worker" content="${workerAddress}">
`
}<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${source.head && { markup: source.head }}${css.map(file => html`<link rel="stylesheet" href="/${file}">\n`)}
${preloads.map(file => html`<link rel="modulepreload" href="/${file}">\n`)}
<script type="module" src="/${entry}"></script>
</head>
<body>
<div id="root"></div>
<noscript>The office needs JavaScript.</noscript>
</body>
</html>`
  mountOfficeWorker(app, config, source, markup)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': source.relaxPolicy(officeSecurityPolicy({ apiBase: '/api/', imageBase })),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }
  for (const path of ['/office', '/office/*']) {
    app.get(path, { exposeHeadRoute: true }, (request, reply) =>
      isAtOffice(config, request)
        ? reply.headers(headers).send(markup)
        : reply.redirect(config.officeUrl + request.url),
    )
  }
}
