import { OpeningPicture } from '#web/opening-picture.tsx'

interface TypePictureProps {
  type: { image: string; bannerImage: string }
  className?: string
}

/** The first picture of a type's pages; nothing if it has none. */
export function TypePicture({ type: { image, bannerImage }, className }: TypePictureProps) {
  const path = bannerImage || image
  if (!path) return null
  return (
    <OpeningPicture
      path={path}
      hasWidths={bannerImage !== ''}
      sizes="(width < 80rem) 100vw, 78rem"
      alt=""
      height={600}
      className={className}
    />
  )
}
