import './help-page.css'
import { useEffect, useRef } from 'react'
import * as addresses from '#contract/office/addresses.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAddressOf } from '../office-page.ts'
import { useMe } from '../office-session.ts'
import { Filters, WordsFilter } from '../ui/filters.tsx'
import { useFilters } from '../ui/office-list.ts'
import { PageHead } from '../ui/page-head.tsx'
import type { GuidePart, GuideTopic } from './guide/guide-topic.ts'
import { HelpText } from './help-text.tsx'
import { partAddress, searchGuide, topicsFor } from './search-help.ts'

/** The guide: its topics and their search, or one topic beside the list of all. */
export function HelpPage() {
  const { topic: id } = useAddressOf(addresses.helpTopic)
  const role = useMe()?.role
  if (!role) return null
  const topics = topicsFor(role)
  if (!id) return <Topics topics={topics} />
  const topic = topics.find(one => one.id === id)
  return topic ? (
    <Topic key={id} topic={topic} topics={topics} />
  ) : (
    <>
      <PageHead title="Help">
        <p>This topic was not found.</p>
      </PageHead>
      <TopicList topics={topics} />
    </>
  )
}

function Topics({ topics }: { topics: GuideTopic[] }) {
  const role = useMe()?.role
  const [{ words }] = useFilters({ words: '' })
  const found = role && words.trim() ? searchGuide(role, words) : undefined
  return (
    <>
      <PageHead title="Help">
        <p>How things are done here, in a few steps each.</p>
      </PageHead>
      <Filters>
        <WordsFilter label="Search the guide" />
      </Filters>
      {found?.length === 0 && (
        <EmptyState
          title={`Nothing is said about “${words}”. Try another word, such as “refund” or “register”`}
        />
      )}
      <TopicList topics={topics} found={found} />
    </>
  )
}

function TopicList({
  topics,
  found,
}: {
  topics: GuideTopic[]
  found?: ReturnType<typeof searchGuide> | undefined
}) {
  return (
    <ul aria-label="Topics" className="help-topics">
      {(found ?? topics.map(topic => ({ topic, parts: [] }))).map(({ topic, parts }) => (
        <li key={topic.id}>
          <h2>
            <PageLink to={addresses.helpTopic({ topic: topic.id })}>{topic.title}</PageLink>
          </h2>
          <p className="quiet">{topic.about}</p>
          {parts.length > 0 && (
            <ul className="help-found">
              {parts.map(({ title, at }) => (
                <li key={at}>
                  <PageLink to={partAddress(topic, at)}>{title}</PageLink>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  )
}

function Topic({ topic, topics }: { topic: GuideTopic; topics: GuideTopic[] }) {
  const [{ part }] = useFilters({ part: '' })
  return (
    <>
      <PageHead title={topic.title}>
        <p>
          {topic.about} <PageLink to={addresses.help()}>All topics</PageLink>
        </p>
      </PageHead>
      <div className="help-topic">
        <article className="stack gap-l">
          {topic.parts.map((one, at) => (
            <Part key={one.title} part={one} isAskedFor={part === String(at + 1)} />
          ))}
        </article>
        <nav aria-label="Topics" className="help-others no-print">
          <ul>
            {topics.map(({ id, title }) => (
              <li key={id}>
                <PageLink
                  to={addresses.helpTopic({ topic: id })}
                  aria-current={id === topic.id ? 'page' : undefined}
                >
                  {title}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  )
}

function Part({
  part: { title, words, steps, notes },
  isAskedFor,
}: {
  part: GuidePart
  isAskedFor: boolean
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isAskedFor) return
    // After the arrival at a new page, which scrolls to its top.
    const timer = setTimeout(() => {
      heading.current?.scrollIntoView({ block: 'start' })
      heading.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(timer)
  }, [isAskedFor])
  return (
    <section className="stack gap-s help-part">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <Paragraphs texts={words} />
      {steps && (
        <ol>
          {steps.map(text => (
            <li key={text}>
              <HelpText text={text} />
            </li>
          ))}
        </ol>
      )}
      <Paragraphs texts={notes} />
    </section>
  )
}

const Paragraphs = ({ texts = [] }: { texts?: readonly string[] | undefined }) =>
  texts.map(text => (
    <p key={text}>
      <HelpText text={text} />
    </p>
  ))
