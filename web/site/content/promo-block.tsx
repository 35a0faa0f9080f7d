import './promo-block.css'
import type { ReactNode } from 'react'
import { RichText } from '#web/ui/rich-text.tsx'

interface PromoBlockProps {
  title?: string
  html: string
  image: string
  isMirrored?: boolean
  children?: ReactNode
}

export function PromoBlock({ title, html, image, isMirrored, children }: PromoBlockProps) {
  return (
    <section className="promo page-width" data-mirrored={isMirrored || undefined}>
      <div className="promo-picture">
        <img src={image} alt="" width={800} height={600} loading="lazy" />
      </div>
      <div>
        {title && <h2 className="mb-4 text-3xl">{title}</h2>}
        <RichText html={html} className="text-lg text-quiet" />
        {children && <p className="mt-6">{children}</p>}
      </div>
    </section>
  )
}
