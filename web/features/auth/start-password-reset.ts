import type { requestPasswordReset } from '#contract/auth.ts'
import { CallError, callForStream } from '#web/core/call.ts'
import { useSession } from '#web/core/session.ts'

// Its path only: the contract's own object would bring zod along. A test compares them.
export const passwordChangeEndpoint = {
  method: 'POST',
  at: 'root',
  path: '/ApiRest/api/auth/password-change',
} as typeof requestPasswordReset

/** The server's usual answer, and what stands in for an empty one. */
export const defaultSuccessMessage = 'Hemos enviado las instrucciones a tu email.'
/** What is said of a request that nobody answered. */
export const requestFailedMessage = 'Error al enviar la solicitud'

/** A page of a proxy in between: its tags are nothing to read. */
const isHtmlMarkup = (text: string): boolean => /^\s*<(?:!doctype|\/?[a-z])[^>]*>/i.test(text)
const toReadableText = (text: string): string | null => (text.trim() && !isHtmlMarkup(text) ? text.trim() : null)

const sendPasswordResetRequest = async (email: string): Promise<string> => {
  const headers = { accept: '*/*', 'ngrok-skip-browser-warning': 'true' }
  const response = await callForStream(passwordChangeEndpoint, { query: { email } }, { headers })
  return toReadableText(await response.text()) ?? defaultSuccessMessage
}

/** What a failed request says: the response's text, else its status; unanswered, that it could not be sent. */
const getFailureMessage = (error: unknown): string => {
  if (!(error instanceof CallError) || error.status === 0) return requestFailedMessage
  return toReadableText(error.text ?? '') ?? `HTTP ${error.status}`
}

/**
 * Asks for the e-mail that sets a new password, and leaves in the session's state what came of it under the specification's
 * names. Gives the message; throws an Error whose message is the one to show, and whose cause is the refusal.
 */
export const startPasswordReset = async (email: string): Promise<string> => {
  useSession.setState({ loading: true, error: null, passwordReset: false, resetPasswordSuccess: null })
  try {
    const message = (await sendPasswordResetRequest(email)) || 'Email sent'
    useSession.setState({ loading: false, passwordReset: true, resetPasswordSuccess: message })
    return message
  } catch (cause) {
    const error = new Error(getFailureMessage(cause) || 'Error', { cause })
    useSession.setState({ loading: false, error })
    throw error
  }
}
