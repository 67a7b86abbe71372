import { useState } from 'react'
import { useAction } from './use-action.ts'

export type ResultMessageState = {
  text: string
  /** Takes it back, where it can be taken back, and gives what to say then. */
  undo?: (() => Promise<string>) | undefined
}

/** What was done last on a screen, in words, and how to undo it. Shown by `ResultMessage`. */
export const useResultMessage = () => {
  const [message, setMessage] = useState<ResultMessageState | null>(null)
  const { busy: isUndoing, failure, setFailure, run } = useAction()
  const show = (shown: ResultMessageState | null): void => {
    setFailure(null)
    setMessage(shown)
  }
  const showFailure = (error: unknown): void => {
    setMessage(null)
    setFailure(error)
  }
  const undo = message?.undo && (() => void run(async () => message.undo && setMessage({ text: await message.undo() })))
  return { message, failure, isUndoing, show, showFailure, undo }
}
export type ResultMessages = ReturnType<typeof useResultMessage>
