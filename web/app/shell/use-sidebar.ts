import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

const narrow = '(width < 1140px)'

/** The menu of narrow windows: shown and hidden, over the page. Wide windows always show it. */
export const useSidebar = () => {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it.
  useEffect(() => setOpen(false), [key])

  useEffect(() => {
    document.body.classList.toggle('sidebar-enable', open)
    if (!open) return
    const back = document.activeElement as HTMLElement | null
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false)
    }
    const media = matchMedia(narrow)
    const widened = (): void => setOpen(media.matches)
    document.querySelector<HTMLElement>('#sidebar button')?.focus()
    addEventListener('keydown', leave)
    media.addEventListener('change', widened)
    return () => {
      removeEventListener('keydown', leave)
      media.removeEventListener('change', widened)
      document.body.classList.remove('sidebar-enable')
      // After the page can be focused again: it is inert while the menu covers it.
      requestAnimationFrame(() => back?.focus())
    }
  }, [open])
  return { open, show: () => setOpen(true), close: () => setOpen(false) }
}
