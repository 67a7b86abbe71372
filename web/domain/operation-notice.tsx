import { useQuery } from '@tanstack/react-query'
import { getClient } from '#contract/clients/client.ts'
import type { ClientOperation } from '#contract/clients/operation-eligibility.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Notice } from '#web/ui/status-messages.tsx'

type Props = { clientId: string; operation: ClientOperation }

/** What keeps a client from an operation, or calls for a second person, before anything is typed; nothing where nothing does. */
export const OperationNotice = ({ clientId, operation }: Props) => {
  const { t } = useTranslation(['client', 'clients'])
  const { data: client } = useQuery(buildQueryOptions(getClient, { params: { clientId } }))
  const verdict = client?.canOperate[operation]
  if (!verdict || verdict.reasons.length === 0) return null
  const reasons = verdict.reasons.map((reason) => t(`clients:stopReasons.${reason}`)).join(' · ')
  return <Notice>{t(verdict.allowed ? 'canOperate.asksApproval' : 'canOperate.stops', { reasons })}</Notice>
}
