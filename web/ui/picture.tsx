import type { ComponentProps } from 'react'
import type { NarrowerWidth } from '#domain/picture-widths.ts'
import { srcSetOf } from '#web/narrower-pictures.ts'
import { useImageUrl } from '#web/settings.ts'

interface PictureProps extends Omit<ComponentProps<'img'>, 'src' | 'alt'> {
  path: string
  /** Asked for no wider than this, where it is small. */
  most?: NarrowerWidth
}

/** A picture beside words that say the same: nothing is read out for it. */
export function Picture({ path, most, ...others }: PictureProps) {
  return <img {...others} src={useImageUrl()(path, most)} alt="" />
}

interface CardPictureProps {
  /** '' where there is none, and then nothing is shown. */
  path: string
  /** Of a picture that is 800 wide. */
  height: number
  sizes: string
}

/** The picture of a card among others, which comes when it is nearly in sight. */
export function CardPicture({ path, ...shape }: CardPictureProps) {
  const address = useImageUrl()(path)
  if (!path) return null
  return (
    <img {...shape} src={address} srcSet={srcSetOf(address, [480], 800)} alt="" width={800} loading="lazy" />
  )
}
