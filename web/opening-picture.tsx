import { type ComponentProps, createContext, useContext } from 'react'
import { narrower, srcSetOf } from './narrower-pictures.ts'
import { useImageUrl } from './settings.ts'

const OpeningPicturesContext = createContext<Set<string> | undefined>(undefined)
/** On the server alone, which puts the pictures that it is told of here into the page. */
export const OpeningPicturesProvider = OpeningPicturesContext.Provider

type OpeningPictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  path: string
  /** Not so for a smaller one that stands in. */
  hasWidths?: boolean
}

/**
 * The picture that a page opens with, 1600 pixels wide. Asked for after the page it would make a phone wait twice, so
 * the server puts its narrow version into the page, where the hydration leaves it.
 */
export function OpeningPicture({ path, alt, hasWidths = true, ...others }: OpeningPictureProps) {
  const src = useImageUrl()(path)
  const openingPictures = useContext(OpeningPicturesContext)
  const srcSet = hasWidths ? srcSetOf(src, [800], 1600) : undefined
  if (srcSet) openingPictures?.add(narrower(src, 800))
  return (
    <img
      sizes="100vw"
      {...others}
      src={src}
      srcSet={srcSet}
      alt={alt}
      width={1600}
      loading="eager"
      fetchPriority="high"
    />
  )
}
