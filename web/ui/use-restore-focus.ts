import { useEffect, useState } from 'react'

/**
 * Gives the focus back to who had it before a dialog, when that closes. For dialogs that are open as soon as they are mounted: the
 * kit's own way sees only those that open later. Whoever has taken the focus meanwhile keeps it.
 */
export const useRestoreFocus = (opened = true): void => {
  // While drawing: by the time of the effects the dialog has the focus.
  const [before, setBefore] = useState({ opened, holder: opened ? document.activeElement : null })
  if (before.opened !== opened) setBefore({ opened, holder: opened ? document.activeElement : null })
  const { holder } = before
  useEffect(() => {
    if (!(holder instanceof HTMLElement)) return
    return () => {
      const now = document.activeElement
      if (!now || now === document.body || now.closest('[role="dialog"]')) holder.focus({ preventScroll: true })
    }
  }, [holder])
}
