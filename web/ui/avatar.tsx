import './avatar.css'
import { narrower } from '#web/narrower-pictures.ts'
import { useImageUrl } from '#web/settings.ts'

/** A person's picture, or their initials. Hidden from screen readers, because the name is beside it. */
export function Avatar({
  name,
  picture,
  size = 'usual',
}: {
  name: string
  /** The picture's path, if there is one. */
  picture?: string
  size?: 'small' | 'usual' | 'large'
}) {
  const imageUrl = useImageUrl()
  const shape = `avatar avatar-${size}`
  if (picture) {
    return <img src={narrower(imageUrl(picture), 160)} alt="" width={80} height={80} className={shape} />
  }
  const initials = name
    .split(/\s+/)
    .map(word => word.charAt(0))
    .slice(0, 2)
    .join('')
  return (
    <span aria-hidden="true" className={shape}>
      {initials}
    </span>
  )
}
