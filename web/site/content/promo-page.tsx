import { Picture } from '#web/ui/picture.tsx'
import '#web/ui/showcase/picture-card.css'
import './promo-page.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PromoPage as PromoPageName, promoItem } from '#contract/content.ts'
import type { Value } from '#contract/wire.ts'
import { useApi } from '#web/api.ts'
import { useLocation } from '#web/navigation/router.tsx'
import { usePage } from '#web/page.ts'
import { EnquiryForm } from '#web/site/enquiries/enquiry-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Dialog } from '#web/ui/forms/dialog.tsx'
import { Hero, JumpButton } from '#web/ui/showcase/hero.tsx'
import { PromoBlock } from '#web/ui/showcase/promo-block.tsx'
import { RichText } from '#web/ui/showcase/rich-text.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import {
  type PromoSection,
  promoBasicsQuery,
  promoItemsQuery,
  promoPageOf,
  siteSettingsQuery,
} from './queries.ts'

type Item = Value<typeof promoItem>

const headings: Record<PromoPageName, Record<PromoSection, string>> = {
  party: { types: 'Party Types', themes: 'Kids Party Themes', products: 'Add on items' },
  bespoke: {
    types: 'Packages',
    themes: 'Benefits',
    products: 'What is in our Bespoke packages',
  },
}

/** Parties and private classes: two pages of one layout (spec 2 §2). */
export function PromoPage() {
  const page = promoPageOf(useLocation().pathname)
  const { title } = usePage()
  const { data: basics, isLoadingError, refetch } = useQuery(promoBasicsQuery(useApi(), page))
  const { data: site } = useQuery(siteSettingsQuery(useApi()))
  const [told, setTold] = useState<Item>()
  return (
    <>
      <Hero
        slides={isLoadingError ? [] : basics?.banners}
        label="Pictures of what we do"
        title={isLoadingError ? title : basics?.title1}
      >
        <JumpButton to="promo-contact">Ask for a date</JumpButton>
      </Hero>
      {isLoadingError && <ErrorPanel onRetry={refetch} />}
      {basics && (
        <>
          <PromoBlock title={basics.title2} html={basics.textTop} image={basics.imageTop} />
          <PromoBlock html={basics.textBottom} image={basics.imageBottom} isMirrored />
        </>
      )}
      <Section page={page} section="types">
        {item => (
          <Button
            look="secondary"
            aria-label={`More Info about ${item.title}`}
            aria-haspopup="dialog"
            onClick={() => setTold(item)}
          >
            More Info
          </Button>
        )}
      </Section>
      <Section page={page} section="themes">
        {item => <RichText html={item.contentHtml} className="quiet" />}
      </Section>
      <Section page={page} section="products">
        {item => <RichText html={item.contentHtml} className="quiet" />}
      </Section>
      <section className="page-width promo-contact" aria-labelledby="promo-contact">
        <h2 id="promo-contact" tabIndex={-1} className="heading">
          Contact us
        </h2>
        <EnquiryForm key={page} page={page} phone={site?.contactPhone ?? ''} />
      </section>
      {told && (
        <Dialog title={told.title} onClose={() => setTold(undefined)}>
          {told.image && <Picture path={told.image} width={800} height={600} className="promo-told" />}
          <RichText html={told.contentHtml} />
        </Dialog>
      )}
    </>
  )
}

interface SectionProps {
  page: PromoPageName
  section: PromoSection
  /** The content below an item's picture and title. */
  children: (item: Item) => ReactNode
}

function Section({ page, section, children }: SectionProps) {
  const { data: items, isLoadingError, refetch } = useQuery(promoItemsQuery(useApi(), page, section))
  if (items?.length === 0) return null
  return (
    <section className="promo-section" aria-labelledby={`promo-${section}`}>
      <div className="page-width">
        <h2 id={`promo-${section}`} className="heading">
          {headings[page][section]}
        </h2>
        <ul className="promo-items" data-count={items?.length}>
          {items?.map(item => (
            <li key={item.id} className="card picture-card promo-item">
              {item.image && <Picture path={item.image} width={800} height={600} loading="lazy" />}
              <div className="stack gap-s">
                <h3 className="lead">{item.title}</h3>
                {children(item)}
              </div>
            </li>
          )) ?? <li>{isLoadingError ? <ErrorPanel onRetry={refetch} /> : <Skeleton shape="block" />}</li>}
        </ul>
      </div>
    </section>
  )
}
