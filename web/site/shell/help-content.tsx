import { useQuery } from '@tanstack/react-query'
import { ChevronRight, X } from 'lucide-react'
import { useApi } from '#web/api.ts'
import { PageLink } from '#web/navigation.tsx'
import { articlesQuery } from '#web/site/content/queries.ts'
import { FeedbackForm } from '#web/site/enquiries/feedback-form.tsx'

export function HelpContent({ onDone }: { onDone: () => void }) {
  const { data: articles = [] } = useQuery(articlesQuery(useApi()))
  return (
    <>
      <header className="flex items-center justify-between gap-3">
        <h2 className="text-xl">How can we help?</h2>
        <button type="button" aria-label="Close" className="icon-button" onClick={onDone}>
          <X aria-hidden="true" />
        </button>
      </header>
      <ul className="help-articles">
        {articles.map(article => (
          <li key={article.id}>
            <PageLink to={`/home/helpCenter#article-${article.id}`}>
              <span>{article.title}</span>
              <ChevronRight aria-hidden="true" className="size-5" />
            </PageLink>
          </li>
        ))}
      </ul>
      <h3 className="mt-5 mb-3 text-lg">Tell us something</h3>
      <FeedbackForm onSent={onDone} />
    </>
  )
}
