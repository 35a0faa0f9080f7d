import type { ComponentProps } from 'react'
import type { NarrowerWidth } from '#domain/picture-widths.ts'
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
