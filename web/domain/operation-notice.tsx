import { useQuery } from '@tanstack/react-query'
import { getHolderVerdicts } from '#contract/clients/client.ts'
import type { ClientOperation } from '#contract/clients/operation-eligibility.ts'
import { buildQueryOptions } from '#web/core/query-client.ts'
import { useTranslation } from '#web/core/use-translation.ts'
import { Notice } from '#web/ui/status-messages.tsx'
import classes from './operation-notice.module.css'

type Props = { account: { id: string; clientId: string }; operation: ClientOperation }

/** What keeps each holder of an account from an operation, or calls for a second person, before anything is typed; nothing where nothing does. */
export const OperationNotice = ({ account: { id: accountId, clientId }, operation }: Props) => {
  const { t } = useTranslation(['client', 'clients'])
  const { data } = useQuery(buildQueryOptions(getHolderVerdicts, { params: { clientId, accountId } }))
  const concerned = (data?.holders ?? []).flatMap(({ id, name, canOperate }, at) => {
    const { allowed, withApproval, reasons } = canOperate[operation]
    if (allowed && !withApproval) return []
    const effect = allowed ? 'asksApproval' : 'stops'
    const words = reasons.map((reason) => t(`clients:stopReasons.${reason}`)).join(' · ')
    return {
      key: id ?? `outside ${at}`,
      text: words ? t(`canOperate.${effect}`, { name, reasons: words }) : t(`canOperate.${effect}Outside`, { name }),
    }
  })
  if (concerned.length === 0) return null
  return (
    <div className={classes.notices}>
      {concerned.map(({ key, text }) => (
        <Notice key={key}>{text}</Notice>
      ))}
    </div>
  )
}
