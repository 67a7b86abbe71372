import type { deleteFormDraft, getFormDraft, saveFormDraft } from '#contract/auth/drafts.ts'
import { callEndpoint } from './call.ts'
import { callCombined } from './combined-calls.ts'
import { logDebug } from './note.ts'

/** Paths and methods only, as in session.ts. */
export const draftEndpoints = {
  get: { method: 'GET', path: '/me/drafts/:form' } as typeof getFormDraft,
  keep: { method: 'PUT', path: '/me/drafts/:form' } as typeof saveFormDraft,
  drop: { method: 'DELETE', path: '/me/drafts/:form' } as typeof deleteFormDraft,
}

type FormValues = Record<string, unknown>

const secretNamePattern = /passw|contrase|palavra|secret|token|otp|^pin$|^code$|oneTime/i
const secretFieldSelector =
  'input[type="password"], input[autocomplete$="password"], input[autocomplete="one-time-code"]'

/** Names of fields on the page that take a password or a one-time code, shown or hidden. */
const findSecretFieldNames = (): Set<string> => {
  const fields = globalThis.document?.querySelectorAll<HTMLInputElement>(secretFieldSelector) ?? []
  return new Set([...fields].map(({ name }) => name).filter(Boolean))
}

/** What may be kept: nothing whose name, or whose field on the page, is that of a secret. */
export const removeSecretFields = (values: FormValues, onPage = findSecretFieldNames()): FormValues =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !secretNamePattern.test(name) && !onPage.has(name))
      .map(([name, value]) => [
        name,
        value && typeof value === 'object' && !Array.isArray(value)
          ? removeSecretFields(value as FormValues, onPage)
          : value,
      ]),
  )

/** A moment after the last key: typing on would only overwrite it. */
const saveDebounceMs = 1500

/** Keeps what is typed into one form on the server, one call after the other. Failures are logged only: the form itself still has all. */
export const createDraftStore = (form: string) => {
  const params = { form }
  /** As it stands on the server; null for nothing. */
  let savedValues: string | null = null
  let pendingValues: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sendQueue: Promise<void> = Promise.resolve()

  const send = (keepalive = false): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    sendQueue = sendQueue.then(async () => {
      if (pendingValues === savedValues) return
      const now = pendingValues
      try {
        if (now === null) await callEndpoint(draftEndpoints.drop, { params })
        else await callEndpoint(draftEndpoints.keep, { params, body: { values: JSON.parse(now) } }, { keepalive })
        savedValues = now
      } catch (error) {
        logDebug('draft not kept', error)
      }
    })
    return sendQueue
  }
  return {
    /** What an earlier visit left; null for nothing. Throws CallError. */
    load: async (): Promise<{ values: FormValues; savedAt: string } | null> => {
      const { draft } = await callCombined(draftEndpoints.get, { params })
      if (!draft) return null
      savedValues = JSON.stringify(draft.values)
      // Nothing typed yet: what was found stays until the form has it.
      if (pendingValues === null) {
        clearTimeout(timer)
        timer = undefined
        pendingValues = savedValues
      }
      return draft
    },
    /** Notes what is typed now, null where nothing differs from what was there; sent when typing stops. */
    change: (values: FormValues | null): void => {
      pendingValues = values && JSON.stringify(removeSecretFields(values))
      clearTimeout(timer)
      timer = setTimeout(send, saveDebounceMs)
    },
    /** Sends what waits, at once. `keepalive`: the page may be going. */
    flush: (keepalive = false): Promise<void> => (timer === undefined ? sendQueue : send(keepalive)),
    /** Forgets it, here and on the server. */
    drop: (): Promise<void> => {
      pendingValues = null
      return send()
    },
  }
}
