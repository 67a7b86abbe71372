import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { addSessionEndListener } from './before-session-end.ts'
import { createDraftStore } from './draft-store.ts'
import { logDebug } from './note.ts'

type SecretFieldName =
  | `${string}assword${string}`
  | `${string}ecret${string}`
  | `${string}oken${string}`
  | 'code'
  | 'otp'
  | 'pin'
/** Values of a form without fields for secrets: a form that has them doesn't compile as a draft. */
export type ValuesWithoutSecrets<V> = { [K in keyof V]: K extends SecretFieldName ? never : V[K] }

type DraftForm<V> = {
  values: ValuesWithoutSecrets<V>
  /** Sets the fields; called with what was kept, and with what was there before when that is discarded. */
  restore: (values: V) => void
  /** Whether the fields differ from what is saved. */
  dirty: boolean
}

export type FormDraft = {
  /** Forgets what was kept: the form was sent, or left on purpose. */
  remove: () => void
  /** What an earlier visit left: put back, or waiting to be because the person had begun to type. */
  storedDraft: { savedAt: string; state: 'restored' | 'waiting' } | null
  /** Puts back what waits. */
  restore: () => void
  /** Forgets what was found, and shows what was there before it. */
  discard: () => void
}

/**
 * Keeps on the server what is typed into a form, a moment after typing stops and before anything that ends the session, for this
 * person and prefix only; at the next opening it is put back. `name` is the form's own, with the record's id where there is one.
 */
export const useDraft = <V extends object>(name: string, { values, restore, dirty }: DraftForm<V>): FormDraft => {
  const keeper = useMemo(() => createDraftStore(name), [name])
  const [found, setFound] = useState<FormDraft['storedDraft']>(null)
  const form = useRef({ values, restore, dirty })
  form.current = { values, restore, dirty }
  const before = useRef<V | null>(null)
  const waiting = useRef<V | null>(null)

  const put = useCallback((kept: V): void => {
    before.current = { ...form.current.values } as V
    form.current.restore({ ...(form.current.values as V), ...kept })
  }, [])

  useEffect(() => {
    let here = true
    const open = async (): Promise<void> => {
      const draft = await keeper.load()
      if (!here || !draft) return
      const { dirty: typing, values: present } = form.current
      const known = Object.entries(draft.values).filter(([field]) => field in present)
      const kept = Object.fromEntries(known) as V
      if (typing) waiting.current = kept
      else put(kept)
      setFound({ savedAt: draft.savedAt, state: typing ? 'waiting' : 'restored' })
    }
    open().catch((error: unknown) => logDebug('no draft', error))
    return () => {
      here = false
    }
  }, [keeper, put])

  const text = JSON.stringify(values)
  useEffect(() => keeper.change(dirty ? JSON.parse(text) : null), [keeper, text, dirty])

  useEffect(() => {
    const hide = (): void => void (document.visibilityState === 'hidden' && keeper.flush(true))
    document.addEventListener('visibilitychange', hide)
    const end = addSessionEndListener(() => keeper.flush())
    return () => {
      document.removeEventListener('visibilitychange', hide)
      end()
      void keeper.flush()
    }
  }, [keeper])

  const drop = useCallback((): void => {
    setFound(null)
    void keeper.drop()
  }, [keeper])
  return {
    remove: drop,
    storedDraft: found,
    restore: () => {
      if (!waiting.current || !found) return
      put(waiting.current)
      setFound({ ...found, state: 'restored' })
    },
    discard: () => {
      if (before.current && found?.state === 'restored') restore(before.current)
      drop()
    },
  }
}
