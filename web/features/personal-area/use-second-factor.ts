import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getSecondFactor, type SecondFactor } from '#contract/second-factor.ts'
import { read } from '#web/core/query.ts'
import { refreshSession, useSession } from '#web/core/session.ts'
import type { Proof } from '#web/domain/confirm-form.tsx'
import type { Confirmed } from '#web/domain/use-confirmed.tsx'

export type FactorProps = {
  factor: SecondFactor
  /** Sends a change, confirmed where the server wants it, and goes on with its answer; a refusal is shown above. */
  change: <T>(act: (proof: Proof) => Promise<T>, then: (answer: T) => void) => Promise<void>
  /** Says what has changed, and shows recovery codes that came with it. */
  changed: (said: string, codes?: string[] | null) => void
}

const state = read(getSecondFactor, {})

/** What guards the account, as the server has it, and what became of the last change. */
export const useSecondFactor = (confirmed: Confirmed) => {
  const client = useQueryClient()
  const { data: factor, error, refetch } = useQuery(state)
  const [said, setSaid] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  const change: FactorProps['change'] = async (act, then) => {
    setSaid(null)
    setFailure(null)
    try {
      const answer = await confirmed(act)
      if (answer !== null) then(answer)
    } catch (reason) {
      setFailure(reason)
    }
  }
  const changed: FactorProps['changed'] = (words, fresh = null) => {
    setFailure(null)
    setSaid(words)
    if (fresh) setCodes(fresh)
    void client.invalidateQueries({ queryKey: state.queryKey })
    // With its first second factor a session that waited for one is open.
    if (useSession.getState().session?.enrolment) refreshSession().catch(setFailure)
  }
  return { factor, error, refetch, said, failure, codes, change, changed, codesKept: () => setCodes(null) }
}
