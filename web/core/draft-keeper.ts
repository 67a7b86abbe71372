import type { dropDraft as dropCall, getDraft as getCall, keepDraft as keepCall } from '#contract/auth.ts'
import { call } from './call.ts'
import { note } from './note.ts'

/** Paths and methods only, as in session.ts. */
export const draftCalls = {
  get: { method: 'GET', path: '/me/drafts/:form' } as typeof getCall,
  keep: { method: 'PUT', path: '/me/drafts/:form' } as typeof keepCall,
  drop: { method: 'DELETE', path: '/me/drafts/:form' } as typeof dropCall,
}

type Values = Record<string, unknown>

const secretName = /passw|contrase|palavra|secret|token|otp|^pin$|^code$|oneTime/i
const secretFields = 'input[type="password"], input[autocomplete$="password"], input[autocomplete="one-time-code"]'

/** Names of fields on the page that take a password or a one-time code, shown or hidden. */
const secretsOnPage = (): Set<string> => {
  const fields = globalThis.document?.querySelectorAll<HTMLInputElement>(secretFields) ?? []
  return new Set([...fields].map(({ name }) => name).filter(Boolean))
}

/** What may be kept: nothing whose name, or whose field on the page, is that of a secret. */
export const withoutSecrets = (values: Values, onPage = secretsOnPage()): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !secretName.test(name) && !onPage.has(name))
      .map(([name, value]) => [
        name,
        value && typeof value === 'object' && !Array.isArray(value) ? withoutSecrets(value as Values, onPage) : value,
      ]),
  )

/** A moment after the last key: typing on would only overwrite it. */
const rest = 1500

/** Keeps what is typed into one form on the server, one call after the other. Failures are logged only: the form itself still has all. */
export const draftKeeper = (form: string) => {
  const params = { form }
  /** As it stands on the server; null for nothing. */
  let kept: string | null = null
  let wanted: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let line: Promise<void> = Promise.resolve()

  const send = (keepalive = false): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    line = line.then(async () => {
      if (wanted === kept) return
      const now = wanted
      try {
        if (now === null) await call(draftCalls.drop, { params })
        else await call(draftCalls.keep, { params, body: { values: JSON.parse(now) } }, { keepalive })
        kept = now
      } catch (error) {
        note('draft not kept', error)
      }
    })
    return line
  }
  return {
    /** What an earlier visit left; null for nothing. Throws CallError. */
    load: async (): Promise<{ values: Values; savedAt: string } | null> => {
      const { draft } = await call(draftCalls.get, { params })
      if (!draft) return null
      kept = JSON.stringify(draft.values)
      // Nothing typed yet: what was found stays until the form has it.
      if (wanted === null) {
        clearTimeout(timer)
        timer = undefined
        wanted = kept
      }
      return draft
    },
    /** Notes what is typed now, null where nothing differs from what was there; sent when typing stops. */
    change: (values: Values | null): void => {
      wanted = values && JSON.stringify(withoutSecrets(values))
      clearTimeout(timer)
      timer = setTimeout(send, rest)
    },
    /** Sends what waits, at once. `keepalive`: the page may be going. */
    flush: (keepalive = false): Promise<void> => (timer === undefined ? line : send(keepalive)),
    /** Forgets it, here and on the server. */
    drop: (): Promise<void> => {
      wanted = null
      return send()
    },
  }
}
