import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { connectGoogleCalendar } from '#contract/google-calendar.ts'
import { callEndpoint } from '#web/core/call.ts'

type GoogleAnswer =
  | { kind: 'none' | 'waiting' | 'refused' }
  | { kind: 'connected'; email: string }
  | { kind: 'failed'; error: unknown }

/** One answer of Google is sent once, however often the page is drawn. */
let lastCall: { code: string; sent: Promise<{ email: string }> } | undefined
const sendOnce = (code: string, state: string): Promise<{ email: string }> => {
  if (lastCall?.code !== code)
    lastCall = {
      code,
      sent: callEndpoint(connectGoogleCalendar, { body: { code, state } }, { refreshOnRefusal: true }),
    }
  return lastCall.sent
}

/** What Google wrote into the address when it sent the person back: taken out of it at once, and handed to the server. */
export const useGoogleAnswer = (): GoogleAnswer => {
  const [params, setParams] = useSearchParams()
  const [answer, setAnswer] = useState<GoogleAnswer>({ kind: 'none' })
  const code = params.get('code')
  const state = params.get('state')
  const isRefused = params.has('error')
  useEffect(() => {
    if (!isRefused && !(code && state)) return
    setParams({}, { replace: true })
    if (isRefused || !code || !state) return setAnswer({ kind: 'refused' })
    setAnswer({ kind: 'waiting' })
    sendOnce(code, state).then(
      ({ email }) => setAnswer({ kind: 'connected', email }),
      (error: unknown) => setAnswer({ kind: 'failed', error }),
    )
  }, [code, state, isRefused, setParams])
  return answer
}
