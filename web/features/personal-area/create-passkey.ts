import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import type { ResponseBody } from '#contract/core/endpoint.ts'
import { addPasskey, beginPasskeyRegistration } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'
import type { ConfirmationProof } from '#web/domain/confirm-form.tsx'

/**
 * Has the browser make a passkey, and the server keep it. 'known' where the device has one already, 'failed' where it made none
 * (the person went back, or took too long). Throws CallError.
 */
export const createPasskey = async (
  name: string,
  proof: ConfirmationProof,
): Promise<ResponseBody<typeof addPasskey> | 'known' | 'failed'> => {
  const { options } = await callEndpoint(beginPasskeyRegistration, { body: proof })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch((error: Error) =>
    error.name === 'InvalidStateError' ? ('known' as const) : ('failed' as const),
  )
  if (typeof made === 'string') return made
  return callEndpoint(addPasskey, { body: { name, response: { ...made } } })
}
