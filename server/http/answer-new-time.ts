import type { FastifyInstance } from 'fastify'
import { longDay, longMoment, timeOfDay } from '#domain/format-dates.ts'
import { pounds } from '#domain/money.ts'
import { creditText } from '#domain/prices.ts'
import { refundInWords } from '#domain/refund-words.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AnswerLink, isOwnAnswerLink } from '#server/features/orders/answer-link.ts'
import {
  type Answers,
  answerNewTime,
  type ChangedPlace,
  readAnswers,
  readChangedPlaces,
} from '#server/features/orders/answer-new-time.ts'
import { html, type Markup } from '#server/request/markup.ts'
import type { Services } from '#server/services.ts'
import { callerOf } from './limit-caller.ts'
import { sendPlainPage, waysToReach } from './plain-page.ts'

const title = 'Your class has a new time'

/**
 * Serves the page on which a family answers a new time, behind the signed link of its mail (spec 4 §3). Opening it
 * changes nothing, because mailbox scanners open links; a button does.
 */
export function mountAnswerNewTime(app: FastifyInstance, services: Services): void {
  const { db, config, clock } = services
  app.route<{ Params: AnswerLink }>({
    method: ['GET', 'POST'],
    url: '/answer/:changeId/:orderNumber/:signature',
    handler: (request, reply) =>
      services.limitCaller(callerOf(request), async () => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer')
        const link = request.params
        const isOwn = isOwnAnswerLink(config, link)
        if (!isOwn) return sendPlainPage(reply.code(404), services, 'Link not found', () => notFound)
        let problem = ''
        if (request.method === 'POST') {
          try {
            await answerNewTime(services, link, readAnswer(request.body))
            // Loaded again, the page asks nothing.
            return reply.redirect(request.url, 303)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            problem = error.message
          }
        }
        const places = await readChangedPlaces(db, link, clock())
        const asked = await Promise.all(
          places.map(async place => ({
            place,
            answers: place.state === 'open' ? await readAnswers(db, place, clock()) : undefined,
          })),
        )
        return sendPlainPage(
          reply,
          services,
          title,
          site => html`${problem && html`<p role="alert"><strong>${problem}</strong></p>`}
${asked.map(onePlace)}
${waysToReach(site, 'Questions? ')}${home}`,
        )
      }),
  })
}

const home = html`<p><a href="/">To the home page</a></p>`

const notFound = html`<p>This link is not valid.</p>${home}`

function readAnswer(body: unknown): { bookingId: number; moveTo?: number } {
  const given = new URLSearchParams(String(body ?? ''))
  const numberOf = (name: string) => (/^\d{1,15}$/.test(given.get(name) ?? '') ? Number(given.get(name)) : 0)
  const bookingId = numberOf('place')
  return given.get('answer') === 'move' ? { bookingId, moveTo: numberOf('date') } : { bookingId }
}

function onePlace({ place, answers }: { place: ChangedPlace; answers: Answers | undefined }): Markup {
  const { title: what, attendee, venue, date, startTime } = place
  const when = `${longDay(date)}, ${timeOfDay(startTime)}`
  return html`<section><h2>${what} for ${attendee}</h2>
${answers ? html`<p>Now on ${when}, at ${venue}.</p>${forms(place, answers)}` : html`<p>${outcome(place, when)}</p>`}
</section>`
}

/** Describes how the family answered, or until when it could have answered. */
function outcome({ state, refund, answerUntil }: ChangedPlace, when: string): string {
  if (state === 'moved') return `Moved to ${when}.`
  if (state === 'cancelled') {
    const back = refund && refundInWords(refund)
    return back ? `Cancelled: ${back}.` : 'Cancelled.'
  }
  return `On ${when}. You could answer until ${longMoment(answerUntil)}.`
}

function forms({ bookingId, answerUntil }: ChangedPlace, { dates, refundedPence, credits }: Answers): Markup {
  const back = [refundedPence > 0 && pounds(refundedPence), credits > 0 && creditText(credits)].filter(
    Boolean,
  )
  const place = html`<input type="hidden" name="place" value="${bookingId}">`
  return html`<p>If that suits, there is nothing to do. If it does not, choose until ${longMoment(answerUntil)}:</p>
${
  dates.length > 0 &&
  html`<form method="post">${place}<p><label>Another date<br><select name="date">${dates.map(
    ({ sessionId, when }) => html`<option value="${sessionId}">${when}</option>`,
  )}</select></label></p>
<p><button name="answer" value="move">Move to this date</button></p></form>`
}
<form method="post">${place}<p>${back.length > 0 ? `You get ${back.join(' and ')} back. ` : ''}This cannot be undone.</p>
<p><button name="answer" value="refund">${back.length > 0 ? 'Cancel and get it back' : 'Cancel the place'}</button></p></form>`
}
