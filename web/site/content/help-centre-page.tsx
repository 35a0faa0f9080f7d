import { Picture } from '#web/ui/picture.tsx'
import './help-centre-page.css'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useApi } from '#web/api.ts'
import { useLocation } from '#web/navigation/router.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PageHeading } from '#web/ui/showcase/page-heading.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { articlesQuery } from './queries.ts'
import { SiteText } from './site-text.tsx'

/** Shows the help text and, below it, the articles to open one by one (decision C-09). */
export function HelpCentrePage() {
  const { data: articles, isError, refetch } = useQuery(articlesQuery(useApi()))
  const list = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key tells that the article was requested again.
  useEffect(() => {
    const article = hash && articles ? list.current?.querySelector<HTMLDetailsElement>(hash) : undefined
    if (!article) return
    article.open = true
    article.scrollIntoView({ block: 'start' })
  }, [hash, key, articles])
  return (
    <>
      <PageHeading title="Help centre" isNarrow />
      <div className="page-width reading">
        <SiteText name="helpHtml" />
        {isError && !articles && <ErrorPanel title="The articles did not load" onRetry={refetch} />}
        {articles && articles.length > 0 && (
          <div ref={list} className="article-list">
            <h2 className="subheading">Articles</h2>
            <div className="stack gap-m above-m articles">
              {articles.map(article => (
                <details key={article.id} id={`article-${article.id}`} className="card">
                  <summary>
                    {article.image && (
                      <Picture path={article.image} most={480} width={96} height={72} loading="lazy" />
                    )}
                    <span>
                      <strong>{article.title}</strong>
                      <span className="small quiet">{article.introduction}</span>
                    </span>
                    <ChevronDown aria-hidden="true" />
                  </summary>
                  <RichText html={article.contentHtml} />
                </details>
              ))}
            </div>
          </div>
        )}
      </div>
    </>
  )
}
