import './page-help.css'
import * as addresses from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { useLocation } from '#web/navigation/router.tsx'
import { valuesOf } from '../office-page.ts'
import { useMe } from '../office-session.ts'
import { answersFor, helpAnswers } from './help-answers.ts'
import { HelpText } from './help-text.tsx'
import { topicsFor } from './search-help.ts'

/** Shows the short answers of this page, and leads to the guide. */
export function PageHelp() {
  const { pathname } = useLocation()
  const role = useMe()?.role
  if (!role) return null
  const path = Object.keys(helpAnswers).find(one => valuesOf(one, pathname)) ?? ''
  const answers = answersFor(role, path)
  const topics = topicsFor(role).filter(({ id }) => answers.some(({ topic }) => topic === id))
  return (
    <div className="page-help">
      {answers.length > 0 && (
        <dl>
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>
                <HelpText text={answer} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul aria-label="Read more">
        {topics.map(({ id, title }) => (
          <li key={id}>
            <PageLink to={addresses.helpTopic({ topic: id })}>{title}</PageLink>
          </li>
        ))}
        <li>
          <PageLink to={addresses.help()}>All help, to search</PageLink>
        </li>
      </ul>
    </div>
  )
}
