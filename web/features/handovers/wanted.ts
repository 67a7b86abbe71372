import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Sent } from '#contract/core/endpoint.ts'
import { type LinkRole, previewHandover } from '#contract/handovers.ts'
import { read } from '#web/core/query.ts'
import type { ChosenClients } from '#web/domain/handover-choice.ts'

export type Values = {
  /** The clients that were chosen in the list, or all of one person. */
  source: 'chosen' | 'giver'
  role: LinkRole
  giver: string
  toId: string
  effectiveOn: string
  reason: string
}

type Wanted = Sent<typeof previewHandover>['body']

/** What the form says so far; undefined while something is missing that the figures depend on. */
export const wantedOf = (
  { source, role, giver, toId, effectiveOn }: Values,
  chosen: ChosenClients | undefined,
): Wanted | undefined => {
  const choice =
    source === 'chosen' && chosen ? chosen.choice : giver ? { by: 'giver' as const, giverId: giver } : undefined
  return choice && toId && effectiveOn ? { choice, role, toId, effectiveOn } : undefined
}

/** The figures before stay in sight, dimmed, while the next are on their way. */
export const usePreview = (wanted: Wanted | undefined) =>
  useQuery({
    ...read(previewHandover, { body: wanted! }),
    enabled: wanted !== undefined,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
export type PreviewQuery = ReturnType<typeof usePreview>
