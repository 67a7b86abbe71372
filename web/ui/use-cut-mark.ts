import { type RefObject, useEffect } from 'react'

/** Marks a frame with `data-cut` while something stands beyond its right edge, so that its style can say so. */
export const useCutMark = (frame: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const mark = (): void => {
      const { left } = element.getBoundingClientRect()
      const rights = [...element.children].map((child) => child.getBoundingClientRect().right)
      // Not by its scroll width, which words for screen readers alone may stretch. A pixel is lost to fractions of a zoomed page.
      element.toggleAttribute('data-cut', Math.max(...rights) - left - element.clientLeft - element.clientWidth > 1)
    }
    const observer = new ResizeObserver(mark)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [frame])
}
