import './hero.css'
import type { MouseEvent, ReactNode } from 'react'
import { Carousel, type CarouselProps } from './carousel.tsx'

interface HeroProps {
  /** Its pictures' paths; without them their room is kept. */
  slides: readonly string[] | undefined
  /** In the same order. */
  about?: CarouselProps['about']
  label: string
  /** The page's one `<h1>`. */
  title: ReactNode
  /** The call to action. */
  children?: ReactNode
}

/** What a page opens with: its headline and call to action on the pictures (decision C-37). */
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

/** Goes to a part of the same page without an entry in the history; the keyboard goes on from there. */
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
