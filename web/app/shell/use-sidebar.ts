import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { setLayout, useLayoutStore } from '#web/core/layout.ts'

/** How the button of the topbar works in this layout: it brings the menu over the page, folds it, or has nothing to do. */
type SidebarButtonMode = 'over' | 'fold' | 'none'

/**
 * The menu and its button. Where the menu is full it comes over the page, and `sidebar-enable` stands on the body meanwhile;
 * beside the page it folds to icons and back, which is the person's preference then.
 */
export const useSidebar = () => {
  const [open, setOpen] = useState(false)
  const { key } = useLocation()
  const type = useLayoutStore(({ effective }) => effective.leftSideBarType)
  const mode = useLayoutStore(({ effective }) => effective.layoutMode)
  const own = mode === 'horizontal' || mode === 'two-column'
  const use: SidebarButtonMode = own ? 'none' : type.startsWith('full') ? 'over' : 'fold'
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving anywhere closes it, and another layout.
  useEffect(() => setOpen(false), [key, type, mode])

  useEffect(() => {
    document.body.classList.toggle('sidebar-enable', open)
    if (!open) return
    const back = document.activeElement as HTMLElement | null
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setOpen(false)
    }
    document.querySelector<HTMLElement>('#sidebar button')?.focus()
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('keydown', leave)
      document.body.classList.remove('sidebar-enable')
      // After the page can be focused again: it is inert while the menu covers it.
      requestAnimationFrame(() => back?.focus())
    }
  }, [open])

  const folded = type === 'condensed'
  return {
    open,
    use,
    expanded: use === 'over' ? open : !folded,
    press: () => (use === 'over' ? setOpen(true) : setLayout({ leftSideBarType: folded ? 'default' : 'condensed' })),
    close: () => setOpen(false),
  }
}
export type SidebarState = ReturnType<typeof useSidebar>
