import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useCallback, useEffect, useState } from 'react'
import type { RequestInput, ResponseBody } from '#contract/core/endpoint.ts'
import { getPasskeySignInOptions, getSecondFactorMethods, type verifySecondFactor } from '#contract/second-factor.ts'
import { callEndpoint } from '#web/core/call.ts'

export type SecondFactorMethods = ResponseBody<typeof getSecondFactorMethods>
export type SecondFactorProof = RequestInput<typeof verifySecondFactor>['body']

/** The browser gave no answer: the person went back, took too long, or has no such passkey here. */
export class PasskeyUnavailableError extends Error {}

/** Has the browser answer with one of the person's passkeys. Throws PasskeyUnavailableError and CallError. */
export const requestPasskeyProof = async (): Promise<SecondFactorProof> => {
  const { options } = await callEndpoint(getPasskeySignInOptions, { body: {} })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON }).catch(() => {
    throw new PasskeyUnavailableError()
  })
  return { passkey: { ...answer } }
}

/** How the person can prove to be there; asked again by `ask`. */
export const useSecondFactorMethods = () => {
  const [methods, setMethods] = useState<SecondFactorMethods | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const ask = useCallback((): void => {
    setFailure(null)
    callEndpoint(getSecondFactorMethods, {}).then(setMethods, setFailure)
  }, [])
  useEffect(ask, [ask])
  return { methods, failure, ask }
}
