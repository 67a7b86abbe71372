import type { MouseEvent } from 'react'

/** Of a link to a part of the page: goes there without leaving it. A way that the router knows nothing of would pass its guards by. */
export const jump = (event: MouseEvent<HTMLAnchorElement>): void => {
  event.preventDefault()
  const part = document.querySelector<HTMLElement>(event.currentTarget.hash)
  part?.scrollIntoView()
  part?.focus({ preventScroll: true })
}
