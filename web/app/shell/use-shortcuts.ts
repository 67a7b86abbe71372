import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { canOpenScreen, screens } from '../screens.ts'

/** After g: the letter and where it goes. */
const goToShortcuts: Record<string, string> = { c: '/clientes', p: '/crm/areapersonal', s: '/crm/Ajustes' }
const shortcutTimeoutMs = 1000

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys that work on every screen: Ctrl+K, ?, and g with a place. */
export const useShortcuts = (open: { palette: () => void; help: () => void }): void => {
  const navigate = useNavigate()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    let going = 0
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.palette()
        return
      }
      const covered = document.querySelector('[aria-modal="true"]') !== null
      if (event.ctrlKey || event.metaKey || event.altKey || covered || isTextInput(event.target)) return
      if (event.key === '?') latest.current.help()
      const to = Date.now() - going < shortcutTimeoutMs ? goToShortcuts[event.key] : undefined
      going = event.key === 'g' ? Date.now() : 0
      const screen = screens.find(({ path }) => path === to)
      if (screen && canOpenScreen(screen)) void navigate(screen.path)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate])
}
