import { readStored } from './local-storage.ts'
import { clearTabSession, emitSessionEvent, setRestrictedState, useSession } from './session.ts'

/** Signing out, signing in as somebody else, changing prefix and locking in one tab hold for all. Storage events come from the others only. */
export const listenToOtherTabs = (): void =>
  addEventListener('storage', ({ key }) => {
    const { userLoggedIn, restriction } = useSession.getState()
    if (key === 'signal' && userLoggedIn) {
      const kind = readStored('signal')?.kind
      if (kind === 'locked') {
        setRestrictedState('locked')
        emitSessionEvent('locked')
      } else if (kind === 'view') emitSessionEvent('changed')
      else if (kind === 'unlocked' && restriction === 'locked') emitSessionEvent('open')
    }
    // A null key: all of the storage was cleared.
    if (key !== 'token' && key !== null) return
    if (readStored('token')) emitSessionEvent('changed')
    else if (userLoggedIn) {
      clearTabSession(readStored('signal')?.kind === 'idle' ? 'idle' : 'elsewhere')
      emitSessionEvent('signedOut')
    }
  })
