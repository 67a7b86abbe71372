import type { RightExplanation } from '#contract/access.ts'

/** What mends a right that is missing. */
export type AccessRemedy = 'endDenial' | 'grant' | 'changeRole' | 'widen' | 'handOver'

/** The ways out of a refusal: ending what denies it, granting it, or bringing the client into reach. */
export const listAccessRemedies = (
  { decision, client }: Pick<RightExplanation, 'decision' | 'client'>,
  may: { editRules: boolean; handOver: boolean },
): AccessRemedy[] => {
  if (decision.rule === 'denied') return may.editRules ? ['endDenial'] : []
  if (!decision.allowed) return may.editRules ? ['grant', 'changeRole'] : []
  if (client === null || client.within) return []
  const steps: AccessRemedy[] = may.handOver ? ['handOver'] : []
  return may.editRules ? [...steps, 'widen'] : steps
}
