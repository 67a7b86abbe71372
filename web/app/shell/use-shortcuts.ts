import { useEffect, useRef } from 'react'
import { matchPath, useNavigate } from 'react-router'
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

const isTextInput = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The address at which the record in sight is edited, where it has one that the person may open. */
export const findEditPath = (): string | undefined => {
  const path = `${location.pathname}/editar`
  const screen = screens.find((one) => matchPath(one.path, path))
  return screen && canOpenScreen(screen) ? path : undefined
}

/** The keys that work on every screen: Ctrl+K, ?, e, and g with a place. */
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
      const editPath = event.key === 'e' ? findEditPath() : undefined
      if (editPath) void navigate(editPath)
      const path = Date.now() - going < shortcutTimeoutMs ? findGoToPath(event.key) : undefined
      going = event.key === 'g' ? Date.now() : 0
      if (path) void navigate(path)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [navigate])
}
