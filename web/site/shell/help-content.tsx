import * as addresses from '#contract/addresses.ts'
import './help-content.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { type RefObject, useEffect } from 'react'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { articlesQuery } from '#web/site/content/queries.ts'
import { FeedbackForm } from '#web/site/enquiries/feedback-form.tsx'
import { isFirstLoad } from '#web/ui/first-load.ts'
import { ListSkeleton } from '#web/ui/skeleton.tsx'

/** The help popover's content. Moves the focus in and out, which a manual popover does not do by itself. */
export function HelpContent({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const asked = useQuery(articlesQuery(useApi()))
  const articles = asked.data ?? []
  useEffect(() => {
    const element = panel.current
    const onToggle = () => {
      if (element?.matches(':popover-open')) element.focus()
      // The navigation that closed it may have moved the focus already.
      else if (isLost(element)) opener()?.focus({ preventScroll: true })
    }
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && element?.hidePopover()
    onToggle()
    element?.addEventListener('toggle', onToggle)
    element?.addEventListener('keydown', onKey)
    return () => {
      element?.removeEventListener('toggle', onToggle)
      element?.removeEventListener('keydown', onKey)
    }
  }, [panel])
  return (
    <>
      <ul className="help-articles">
        {articles.map(article => (
          <li key={article.id}>
            <PageLink to={`${addresses.helpCentre()}#article-${article.id}`}>
              <span>{article.title}</span>
              <ChevronRight aria-hidden="true" className="icon" />
            </PageLink>
          </li>
        ))}
      </ul>
      {isFirstLoad(asked) ? (
        <ListSkeleton count={4} shape="row" />
      ) : (
        <>
          <h3 className="help-words lead">Tell us something</h3>
          <FeedbackForm onSent={() => panel.current?.hidePopover()} />
        </>
      )}
    </>
  )
}

const opener = () => document.querySelector<HTMLElement>('[popovertarget=help]')

const isLost = (panel: HTMLElement | null) =>
  document.activeElement === document.body || panel?.contains(document.activeElement)
