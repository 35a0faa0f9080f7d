import './carousel.css'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { srcSetOf } from '#web/narrower-pictures.ts'
import { PageLink } from '#web/navigation/page-link.tsx'
import { OpeningPicture } from '#web/opening-picture.tsx'
import { useImageUrl } from '#web/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

const secondsPerSlide = 6

export interface CarouselProps {
  /** The paths of its pictures; undefined reserves their space. */
  slides: readonly string[] | undefined
  /** The description and link of each picture; without a description it is decoration. */
  about?: readonly { alt: string; link: string }[] | undefined
  label: string
}

/**
 * Pictures side by side, 574 px high on a desktop (spec 1 §9). It changes by itself until paused, touched or switched
 * off.
 */
export function Carousel({ slides: known, about = [], label }: CarouselProps) {
  const slides = known ?? []
  const imageUrl = useImageUrl()
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [isPlaying, setPlaying] = useState(false)

  useEffect(() => {
    setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  }, [])

  const goToSlide = (index: number) => {
    const element = track.current
    if (!element) return
    element.scrollTo({ left: element.clientWidth * ((index + slides.length) % slides.length) })
  }

  useEffect(() => {
    if (!isPlaying || slides.length < 2) return
    const timer = setInterval(() => {
      const element = track.current
      if (!element || document.hidden) return
      const next = (Math.round(element.scrollLeft / element.clientWidth) + 1) % slides.length
      element.scrollTo({ left: element.clientWidth * next })
    }, secondsPerSlide * 1000)
    return () => clearInterval(timer)
  }, [isPlaying, slides.length])

  if (!known) return <Skeleton className="carousel-track" />
  if (slides.length === 0) return null
  const turnBy = (step: number) => {
    setPlaying(false)
    goToSlide(current + step)
  }
  return (
    <section aria-roledescription="carousel" aria-label={label} className="carousel">
      <ul
        ref={track}
        className="carousel-track"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard.
        tabIndex={0}
        aria-label={`${label}: pictures`}
        onPointerDown={() => setPlaying(false)}
        onFocus={() => setPlaying(false)}
        onScroll={event => {
          const { scrollLeft, clientWidth } = event.currentTarget
          setCurrent(Math.round(scrollLeft / clientWidth))
        }}
      >
        {slides.map((path, index) => (
          <li key={path} className="carousel-slide">
            <Leading to={about[index]?.link}>
              {index === 0 ? (
                <OpeningPicture path={path} alt={about[index]?.alt ?? ''} height={574} />
              ) : (
                <img
                  src={imageUrl(path)}
                  srcSet={srcSetOf(imageUrl(path), [800], 1600)}
                  sizes="100vw"
                  alt={about[index]?.alt ?? ''}
                  width={1600}
                  height={574}
                  loading="lazy"
                />
              )}
            </Leading>
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="carousel-controls">
          <IconButton
            label="Previous picture"
            icon={ChevronLeft}
            className="carousel-turn"
            onClick={() => turnBy(-1)}
          />
          <IconButton
            label={isPlaying ? 'Pause the pictures' : 'Play the pictures'}
            icon={isPlaying ? Pause : Play}
            isSmall
            onClick={() => setPlaying(!isPlaying)}
          />
          <p className="sr-only">
            Picture {current + 1} of {slides.length}
          </p>
          <span aria-hidden="true" className="carousel-dots">
            {slides.map((path, index) => (
              <span key={path} data-current={index === current || undefined} />
            ))}
          </span>
          <IconButton
            label="Next picture"
            icon={ChevronRight}
            className="carousel-turn"
            onClick={() => turnBy(1)}
          />
        </div>
      )}
    </section>
  )
}

/** Wraps a picture in a link, to a page of ours or elsewhere. */
function Leading({ to, children }: { to: string | undefined; children: ReactNode }) {
  if (!to) return children
  return to.startsWith('/') ? <PageLink to={to}>{children}</PageLink> : <a href={to}>{children}</a>
}
