import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getSecondFactorStatus, type SecondFactorStatus } from '#contract/second-factor.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { refreshSession, useSession } from '#web/core/session.ts'
import type { ConfirmationProof } from '#web/domain/confirm-form.tsx'
import type { RunWithConfirmation } from '#web/domain/use-confirmation.tsx'

export type SecondFactorProps = {
  factor: SecondFactorStatus
  /** Sends a change, confirmed where the server wants it, and goes on with its answer; a refusal is shown above. */
  change: <T>(act: (proof: ConfirmationProof) => Promise<T>, then: (answer: T) => void) => Promise<void>
  /** Says what has changed, and shows recovery codes that came with it. */
  changed: (message: string, codes?: string[] | null) => void
}

const secondFactorQuery = buildQueryOptions(getSecondFactorStatus, {})

/** What guards the account, as the server has it, and what became of the last change. */
export const useSecondFactor = (confirmed: RunWithConfirmation) => {
  const { data: factor, error, refetch } = useQuery(secondFactorQuery)
  const [message, setMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const change: SecondFactorProps['change'] = async (act, then) => {
    setMessage(null)
    setFailure(null)
    try {
      const answer = await confirmed(act)
      if (answer !== null) then(answer)
    } catch (reason) {
      setFailure(reason)
    }
  }
  const changed: SecondFactorProps['changed'] = (words, fresh = null) => {
    setFailure(null)
    setMessage(words)
    if (fresh) setCodes(fresh)
    // With its first second factor a session that waited for one is open.
    if (useSession.getState().session?.enrolment) refreshSession().catch(setFailure)
  }
  return { factor, error, refetch, message, failure, codes, change, changed, codesKept: () => setCodes(null) }
}
