import type { passwordChange } from '#contract/auth.ts'
import { CallError, callStream } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'

// Its path only: the contract's own object would bring zod along. A test compares them.
export const passwordChangeCall = {
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/auth/password-change',
} as typeof passwordChange

/** The server's usual answer, and what stands in for an empty one. */
export const usualAnswer = 'Hemos enviado las instrucciones a tu email.'
/** What is said of a request that nobody answered. */
export const noAnswer = 'Error al enviar la solicitud'

/** A page of a proxy in between: its tags are nothing to read. */
const isMarkup = (text: string): boolean => /^\s*<(?:!doctype|\/?[a-z])[^>]*>/i.test(text)
const readable = (text: string): string | null => (text.trim() && !isMarkup(text) ? text.trim() : null)

const send = async (email: string): Promise<string> => {
  const headers = { accept: '*/*', 'ngrok-skip-browser-warning': 'true' }
  const response = await callStream(passwordChangeCall, { query: { email } }, { headers })
  return readable(await response.text()) ?? usualAnswer
}

/** What a failed request says: the response's text, else its status; unanswered, that it could not be sent. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof CallError) || error.status === 0) return noAnswer
  return readable(error.said ?? '') ?? `HTTP ${error.status}`
}

/**
 * Asks for the e-mail that sets a new password, and leaves in the session's state what came of it under the specification's
 * names. Gives the message; throws an Error whose message is the one to show, and whose cause is the refusal.
 */
export const askForPassword = async (email: string): Promise<string> => {
  useSession.setState({ loading: true, error: null, passwordReset: false, resetPasswordSuccess: null })
  try {
    const message = (await send(email)) || 'Email sent'
    useSession.setState({ loading: false, passwordReset: true, resetPasswordSuccess: message })
    return message
  } catch (cause) {
    const error = new Error(reasonOf(cause) || 'Error', { cause })
    useSession.setState({ loading: false, error })
    throw error
  }
}
