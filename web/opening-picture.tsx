import { type ComponentProps, createContext, use } from 'react'
import { type InlinePicture, narrower, srcSetOf } from './narrower-pictures.ts'
import { useImageUrl } from './settings.ts'

const InlinePictureContext = createContext<InlinePicture | undefined>(undefined)
/** On the server alone: a browser fetches what has not come along. */
export const InlinePictureProvider = InlinePictureContext.Provider

type OpeningPictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  path: string
  /** Not so for a smaller one that stands in. */
  hasWidths?: boolean
}

/**
 * The picture that a page opens with, 1600 pixels wide. Asked for after the page it would make a phone wait twice, so
 * the server puts its narrow version into the page, where the browser leaves it (the hydration is not to mind).
 */
export function OpeningPicture({ path, alt, hasWidths = true, ...others }: OpeningPictureProps) {
  const src = useImageUrl()(path)
  const inline = use(InlinePictureContext)
  const narrow = narrower(src, 800)
  const srcSet = hasWidths ? srcSetOf(src, [800], 1600) : undefined
  const inlined = inline && srcSet ? use(inline(narrow)) : undefined
  return (
    <img
      sizes="100vw"
      {...others}
      src={src}
      srcSet={inlined ? srcSet?.replace(narrow, inlined) : srcSet}
      alt={alt}
      width={1600}
      loading="eager"
      fetchPriority="high"
      suppressHydrationWarning
    />
  )
}
