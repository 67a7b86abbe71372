import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far below the window it may still be while it begins to load. */
const loadMargin = '300px'

/** True from the moment at which the element comes near the window; from the start where it is requested. */
export const useIsNearViewport = <E extends HTMLElement>(
  isRequested: boolean,
): readonly [RefObject<E | null>, boolean] => {
  const part = useRef<E>(null)
  const [isNear, setNear] = useState(isRequested)
  useEffect(() => {
    if (isNear || !part.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: loadMargin },
    )
    observer.observe(part.current)
    return () => observer.disconnect()
  }, [isNear])
  return [part, isNear]
}
