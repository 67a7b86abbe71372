import { useState, useSyncExternalStore } from 'react'
import { useAction } from './use-action.ts'

export type ResultMessageState = {
  text: string
  /** Takes it back, where it can be taken back, and gives what to say then. */
  undo?: (() => Promise<string>) | undefined
}

/** Of several parts of a page that say what they did, the one that said it last: a key undoes that and no other. */
let newestMessage: ResultMessageState | null = null
const newestListeners = new Set<() => void>()
const subscribeToNewest = (listener: () => void): (() => void) => {
  newestListeners.add(listener)
  return () => newestListeners.delete(listener)
}
const setNewest = (message: ResultMessageState | null): void => {
  newestMessage = message
  for (const listener of newestListeners) listener()
}

/** What was done last on a screen, in words, and how to undo it. Shown by `ResultMessage`. */
export const useResultMessage = () => {
  const [message, setMessage] = useState<ResultMessageState | null>(null)
  const isNewest = useSyncExternalStore(subscribeToNewest, () => message !== null && message === newestMessage)
  const { busy: isUndoing, failure, setFailure, run } = useAction()
  const show = (shown: ResultMessageState | null): void => {
    setFailure(null)
    setMessage(shown)
    if (shown) setNewest(shown)
  }
  const showFailure = (error: unknown): void => {
    setMessage(null)
    setFailure(error)
  }
  const undo = message?.undo && (() => void run(async () => message.undo && setMessage({ text: await message.undo() })))
  return { message, isNewest, failure, isUndoing, show, showFailure, undo }
}
export type ResultMessages = ReturnType<typeof useResultMessage>
