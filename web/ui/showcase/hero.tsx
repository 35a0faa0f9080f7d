import './hero.css'
import type { MouseEvent, ReactNode } from 'react'
import { Carousel, type CarouselProps } from './carousel.tsx'

interface HeroProps {
  /** The paths of its pictures; undefined reserves their space. */
  slides: readonly string[] | undefined
  /** Descriptions and links in the same order. */
  about?: CarouselProps['about']
  label: string
  /** The page's only `<h1>`. */
  title: ReactNode
  /** The call to action. */
  children?: ReactNode
}

/** Opens a page with its headline and call to action on the pictures (decision C-37). */
export function Hero({ slides, about, label, title, children }: HeroProps) {
  return (
    <div className="hero">
      <div className="hero-words">
        <div className="page-width">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
      <Carousel slides={slides} about={about} label={label} />
    </div>
  )
}

interface JumpButtonProps {
  /** The id of a heading further down, with a `tabIndex` of -1. */
  to: string
  children: ReactNode
}

/** Jumps to a part of the same page without a history entry, and moves the focus there. */
export function JumpButton({ to, children }: JumpButtonProps) {
  const jump = (event: MouseEvent) => {
    event.preventDefault()
    const part = document.getElementById(to)
    part?.scrollIntoView()
    part?.focus({ preventScroll: true })
  }
  return (
    <a href={`#${to}`} onClick={jump} className="button button-primary">
      {children}
    </a>
  )
}
