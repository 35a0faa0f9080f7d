import type { ComponentProps } from 'react'
import type { NarrowerWidth } from '#domain/picture-widths.ts'
import { srcSetOf } from '#web/narrower-pictures.ts'
import { useImageUrl } from '#web/settings.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  path: string
  /** The maximum width to load. */
  most?: NarrowerWidth
}

/** A decorative picture beside words that say the same. */
export function Picture({ path, most, ...others }: PictureProps) {
  return <img {...others} src={useImageUrl()(path, most)} alt="" />
}

interface CardPictureProps {
  /** Its path; '' shows nothing. */
  path: string
  /** The height at a width of 800. */
  height: number
  sizes: string
}

/** A card's picture, loaded when it is nearly in view. */
export function CardPicture({ path, ...shape }: CardPictureProps) {
  const address = useImageUrl()(path)
  if (!path) return null
  return (
    <img {...shape} src={address} srcSet={srcSetOf(address, [480], 800)} alt="" width={800} loading="lazy" />
  )
}
