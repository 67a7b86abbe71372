import './styles/shell.ts'
import { useBlocker } from 'react-router'
import { useUnsavedForms } from '#web/core/unsaved-forms.ts'
import { useSessionDialogs } from './use-session-dialogs.ts'

/** Leaving for these isn't the person's wish, or keeps drafts by itself. */
const unguardedPathPattern = /^\/(auth|access-denied|maintenance)(\/|$)/i

/** Asks before a page with unsent changes is left for another. */
export const UnsavedGuard = () => {
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation: { pathname: from }, nextLocation: { pathname: to } }) => {
      const { forms } = useUnsavedForms.getState()
      return forms.size > 0 && from !== to && !unguardedPathPattern.test(to)
    },
  )
  const dialogs = useSessionDialogs(state === 'blocked')
  const leave = (): void => {
    for (const form of useUnsavedForms.getState().forms) form.discard()
    proceed?.()
  }
  if (state !== 'blocked' || !dialogs) return null
  return <dialogs.UnsavedQuestion onStay={() => reset?.()} onDiscard={leave} />
}
