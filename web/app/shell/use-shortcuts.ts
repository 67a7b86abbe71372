import { useEffect, useRef } from 'react'
import { matchPath, useNavigate } from 'react-router'
import { isPageKey, watchOpenLayers } from '#web/ui/list/page-keys.ts'
import { canOpenScreen, screens } from '../screens.ts'

/** After g: the letter and where it goes. */
const goToPaths: Record<string, string> = {
  a: '/crm/AgendaComercial',
  c: '/clientes',
  d: '/crm',
  i: '/crm/Aprobaciones',
  m: '/crm/MiDia',
  p: '/crm/areapersonal',
  s: '/crm/Ajustes',
  v: '/crm/Vencimientos',
}
const shortcutTimeoutMs = 1000

/** Where g and a letter lead this person. */
const findGoToPath = (letter: string): string | undefined => {
  const path = goToPaths[letter]
  const screen = screens.find((one) => one.path === path)
  return screen && canOpenScreen(screen) ? path : undefined
}

/** The letters that lead somewhere after g. */
export const listGoToLetters = (): string[] => Object.keys(goToPaths).filter((letter) => findGoToPath(letter))

/** The address at which the record in sight is edited, where it has one that the person may open. */
export const findEditPath = (): string | undefined => {
  const path = `${location.pathname}/editar`
  // A list has no form of its own: its path and "/editar" would look like the page of a record with that number.
  const screen = screens.find((one) => one.path.endsWith('/editar') && matchPath(one.path, path))
  return screen && canOpenScreen(screen) ? path : undefined
}

/** The keys that work on every screen: Ctrl+K, ?, e, and g with a place. */
export const useShortcuts = (open: { palette: () => void; help: () => void }): void => {
  const navigate = useNavigate()
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    let going = 0
    /** The letter after g, before it could be a key of the page as well. */
    const handleSecondKey = (event: KeyboardEvent): void => {
      const isGoing = Date.now() - going < shortcutTimeoutMs
      going = 0
      const path = isGoing && isPageKey(event) ? findGoToPath(event.key) : undefined
      if (!path) return
      event.preventDefault()
      void navigate(path)
    }
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        latest.current.palette()
        return
      }
      if (!isPageKey(event)) return
      if (event.key === '?') latest.current.help()
      const editPath = event.key === 'e' ? findEditPath() : undefined
      if (editPath) void navigate(editPath)
      if (event.key === 'g') going = Date.now()
    }
    watchOpenLayers()
    addEventListener('keydown', handleSecondKey, true)
    addEventListener('keydown', press)
    return () => {
      removeEventListener('keydown', handleSecondKey, true)
      removeEventListener('keydown', press)
    }
  }, [navigate])
}
