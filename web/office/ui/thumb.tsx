import './thumb.css'
import { type LucideIcon, Shapes } from 'lucide-react'
import { narrower } from '#web/narrower-pictures.ts'
import { useImageUrl } from '#web/settings.ts'

/** A small picture beside a name; without one an icon. Hidden from screen readers, because the name is beside it. */
export function Thumb({ picture, icon: Icon = Shapes }: { picture: string; icon?: LucideIcon | undefined }) {
  const imageUrl = useImageUrl()
  if (picture) {
    return (
      <img
        src={narrower(imageUrl(picture), 160)}
        alt=""
        width={32}
        height={32}
        loading="lazy"
        className="thumb"
      />
    )
  }
  return (
    <span aria-hidden="true" className="thumb">
      <Icon />
    </span>
  )
}
