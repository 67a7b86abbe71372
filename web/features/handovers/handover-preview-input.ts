import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RequestInput } from '#contract/core/endpoint.ts'
import { type LinkRole, previewHandover } from '#contract/handovers.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import type { HandoverClientSelection } from '#web/domain/handover-choice.ts'

export type HandoverFormValues = {
  /** The clients that were chosen in the list, or all of one person. */
  source: 'chosen' | 'giver'
  role: LinkRole
  giver: string
  toId: string
  effectiveOn: string
  reason: string
}

type HandoverPreviewInput = RequestInput<typeof previewHandover>['body']

/** What the form says so far; undefined while something is missing that the figures depend on. */
export const toHandoverPreviewInput = (
  { source, role, giver, toId, effectiveOn }: HandoverFormValues,
  chosen: HandoverClientSelection | undefined,
): HandoverPreviewInput | undefined => {
  const choice =
    source === 'chosen' && chosen ? chosen.choice : giver ? { by: 'giver' as const, giverId: giver } : undefined
  return choice && toId && effectiveOn ? { choice, role, toId, effectiveOn } : undefined
}

/** The figures before stay in sight, dimmed, while the next are on their way. */
export const useHandoverPreview = (previewInput: HandoverPreviewInput | undefined) =>
  useQuery({
    ...buildQueryOptions(previewHandover, { body: previewInput! }),
    enabled: previewInput !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
export type HandoverPreviewQuery = ReturnType<typeof useHandoverPreview>
