import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useCallback, useEffect, useState } from 'react'
import type { Answer, Sent } from '#contract/core/endpoint.ts'
import { type giveSecondFactor, passkeyOptions, secondFactorWays } from '#contract/second-factor.ts'
import { call } from '#web/core/call.ts'

export type Ways = Answer<typeof secondFactorWays>
export type Proof = Sent<typeof giveSecondFactor>['body']

/** The browser gave no answer: the person went back, took too long, or has no such passkey here. */
export class NoPasskey extends Error {}

/** Has the browser answer with one of the person's passkeys. Throws NoPasskey and CallError. */
export const passkeyProof = async (): Promise<Proof> => {
  const { options } = await call(passkeyOptions, { body: {} })
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const answer = await startAuthentication({ optionsJSON }).catch(() => {
    throw new NoPasskey()
  })
  return { passkey: { ...answer } }
}

/** How the person can prove to be there; asked again by `ask`. */
export const useWays = () => {
  const [ways, setWays] = useState<Ways | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const ask = useCallback((): void => {
    setFailure(null)
    call(secondFactorWays, {}).then(setWays, setFailure)
  }, [])
  useEffect(ask, [ask])
  return { ways, failure, ask }
}
