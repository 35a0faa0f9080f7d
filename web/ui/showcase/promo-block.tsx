import './promo-block.css'
import type { ReactNode } from 'react'
import { useImageUrl } from '#web/settings.ts'
import { RichText } from '#web/ui/showcase/rich-text.tsx'

interface PromoBlockProps {
  title?: string
  html: string
  image: string
  isMirrored?: boolean
  children?: ReactNode
}

/** A text beside its picture; renders nothing until the business has written something. */
export function PromoBlock({ title, html, image, isMirrored, children }: PromoBlockProps) {
  const imageUrl = useImageUrl()
  if (!title && !html && !image) return null
  return (
    <section
      className="promo page-width"
      data-mirrored={isMirrored || undefined}
      data-plain={!image || undefined}
    >
      {image && (
        <div className="promo-picture">
          <img src={imageUrl(image)} alt="" width={800} height={600} loading="lazy" />
        </div>
      )}
      <div>
        {title && <h2 className="heading">{title}</h2>}
        <RichText html={html} className="lead quiet" />
        {children && <p className="above-l">{children}</p>}
      </div>
    </section>
  )
}
