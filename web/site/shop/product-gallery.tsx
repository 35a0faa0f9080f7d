import { useState } from 'react'
import { useImageUrl } from '#web/settings.ts'
import { Picture } from '#web/ui/picture.tsx'

/** All pictures of a product: one large, the others to choose from. */
export function ProductGallery({ name, images }: { name: string; images: readonly string[] }) {
  const imageUrl = useImageUrl()
  const [chosen, setChosen] = useState(0)
  const shown = images[chosen] ?? images[0]
  if (shown === undefined) return <div />
  return (
    <div className="product-gallery">
      <img
        src={imageUrl(shown)}
        alt={images.length > 1 ? `${name}, picture ${chosen + 1} of ${images.length}` : name}
        width={800}
        height={800}
        fetchPriority="high"
        className="card"
      />
      {images.length > 1 && (
        <ul aria-label={`Pictures of ${name}`}>
          {images.map((image, index) => (
            <li key={image}>
              <button
                type="button"
                aria-label={`Show picture ${index + 1}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <Picture path={image} most={160} width={160} height={160} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
