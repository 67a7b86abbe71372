import { useEffect, useState } from 'react'

/** What opened the list of choices that it stands in, which may be gone by then. */
const findOpener = (holder: Element | null): HTMLElement | null => {
  const id = holder?.closest('[role="dialog"], [role="menu"]')?.id
  return id ? document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`) : null
}

type Focus = { holder: Element | null; opener: HTMLElement | null }

const nobody: Focus = { holder: null, opener: null }
const findFocus = (): Focus => ({ holder: document.activeElement, opener: findOpener(document.activeElement) })

// Somebody has it before this code comes.
let lastFocus = findFocus()
addEventListener('focusin', () => {
  lastFocus = findFocus()
})

/** Who has the focus; or had it until it was hidden or taken away, where the dialog had to wait for its texts meanwhile. Nobody, where it was given up. */
const findHolder = (opened: boolean) => {
  const isGivenUp = document.activeElement === document.body && lastFocus.holder?.checkVisibility()
  return { opened, ...(opened && !isGivenUp ? lastFocus : nobody) }
}

/**
 * Gives the focus back to who had it before a dialog, when that closes. For dialogs that are open as soon as they are mounted: the
 * kit's own way sees only those that open later. Whoever has taken the focus meanwhile keeps it.
 */
export const useRestoreFocus = (opened = true): void => {
  // While drawing: by the time of the effects the dialog has the focus.
  const [before, setBefore] = useState(() => findHolder(opened))
  if (before.opened !== opened) setBefore(findHolder(opened))
  const { holder, opener } = before
  useEffect(() => {
    if (!(holder instanceof HTMLElement)) return
    return () => {
      const now = document.activeElement
      if (now && now !== document.body && !now.closest('[role="dialog"]')) return
      const next = holder.isConnected ? holder : opener
      next?.focus({ preventScroll: true })
    }
  }, [holder, opener])
}
