import { type ComponentProps, createContext, use, useContext } from 'react'
import { type InlinePicture, narrower, srcSetOf } from './narrower-pictures.ts'
import { useImageUrl } from './settings.ts'

const InlinePictureContext = createContext<InlinePicture | undefined>(undefined)
/** Server only. Reading the same picture again must return the same promise. */
export const InlinePictureProvider = InlinePictureContext.Provider

type OpeningPictureProps = Omit<ComponentProps<'img'>, 'src'> & {
  path: string
  /** False for a smaller placeholder. */
  hasWidths?: boolean
}

/**
 * The first picture of a page, 1600 pixels wide. The server inlines its narrow version, which hydration keeps, because
 * a phone would wait twice if it were loaded after the page.
 */
export function OpeningPicture({ path, alt, hasWidths = true, ...others }: OpeningPictureProps) {
  const src = useImageUrl()(path)
  const inlinePicture = useContext(InlinePictureContext)
  const srcSet = hasWidths ? srcSetOf(src, [800], 1600) : undefined
  const narrow = narrower(src, 800)
  const inlined = srcSet && inlinePicture ? use(inlinePicture(narrow)) : undefined
  return (
    <img
      sizes="100vw"
      {...others}
      src={src}
      // Hydration keeps the attribute as the server wrote it.
      srcSet={inlined ? srcSet?.replace(narrow, inlined) : srcSet}
      suppressHydrationWarning
      alt={alt}
      width={1600}
      loading="eager"
      fetchPriority="high"
    />
  )
}
