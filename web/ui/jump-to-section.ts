import type { MouseEvent } from 'react'

/** Brings a part of the page into sight, and the keyboard with it. */
export const scrollToSection = (id: string): void => {
  const part = document.getElementById(id)
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}

/** Of a link to a part of the page: goes there without leaving it. A way that the router knows nothing of would pass its guards by. */
export const handleJumpClick = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  scrollToSection(event.currentTarget.hash.slice(1))
}
