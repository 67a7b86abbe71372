import { useEffect } from 'react'
import { scrollToSection } from '#web/ui/jump-to-section.ts'

/** Brings the section that the address names into sight, as soon as it is on the page. */
export const useSectionInSight = (section: string | null): void => {
  useEffect(() => {
    if (!section) return
    if (document.getElementById(section)) {
      scrollToSection(section)
      return
    }
    const watcher = new MutationObserver(() => {
      if (!document.getElementById(section)) return
      watcher.disconnect()
      scrollToSection(section)
    })
    watcher.observe(document.body, { childList: true, subtree: true })
    return () => watcher.disconnect()
  }, [section])
}
